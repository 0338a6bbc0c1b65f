"""Definitions of held-out targets, case by case."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_plugin_ehrshot import outcome

EVENING = datetime(2020, 3, 1, 23, 59)


def at(hours):
    """So many hours after the prediction time."""
    return EVENING + timedelta(hours=hours)


def stay(start, end):
    return {"kind": "stay", "start": at(start), "end": at(end), "value": None, "unit": None}


def result(kind, hours, value, unit):
    return {"kind": kind, "start": at(hours), "end": None, "value": str(value), "unit": unit}


def death(hours):
    return {"kind": "death", "start": at(hours), "end": None, "value": None, "unit": None}


def haemoglobin(*found, unit="g/L"):
    return [stay(-20, 200), *(result("haemoglobin", hours, value, unit) for hours, value in found)]


def creatinine(*found, unit="mg/dL"):
    return [stay(-20, 200), *(result("creatinine", hours, value, unit) for hours, value in found)]


@pytest.mark.parametrize(
    ("found", "label"),
    [
        ([(-2, 120), (5, 105)], 1),
        ([(-2, 120), (5, 105.5)], 0),
        ([(-2, 120), (46, 105)], 1),
        ([(-2, 120), (46.1, 105)], 0),
        ([(-2, 120), (46, 110), (60, 103), (70, 95)], 1),
        ([(-2, 90), (5, 130), (9, 114)], 1),
        ([(-2, 90), (5, 130)], 0),
        ([(-10, 120), (-2, 104), (5, 103)], None),
        ([(5, 120), (9, 90)], None),
        ([(-9, 120), (-2, 110)], None),
        ([(-30, 150), (-2, 120), (5, 110)], 0),
        ([(-2, 120), (5, 110), (201, 60)], 0),
        ([], None),
    ],
)
def test_blood_loss(found, label):
    assert outcome.blood_loss(haemoglobin(*found), EVENING) == label


@pytest.mark.parametrize(
    ("found", "late"),
    [
        ([(-2, 1.0), (5, 1.3)], [5]),
        ([(-2, 1.0), (5, 1.2)], []),
        ([(-2, 1.0), (46, 1.3)], [46]),
        ([(-2, 1.0), (46.1, 1.3)], []),
        ([(-2, 1.0), (166, 1.5)], [166]),
        ([(-2, 1.0), (166, 1.4)], []),
        ([(-2, 1.0), (166.1, 1.5)], []),
        ([(-2, 0.4), (5, 0.6)], [5]),
        ([(-2, 3.0), (100, 4.4)], []),
        ([(-2, 1.5), (60, 1.0), (70, 1.3), (80, 1.2)], [70]),
        ([(5, 1.0), (5, 2.0)], []),
        ([], []),
    ],
)
def test_a_rise_is_of_so_much_or_by_so_many_times(found, late):
    assert outcome.rises([(at(hours), value) for hours, value in found]) == {at(hours) for hours in late}


HB, CREA = [(-3, 120), (9, 118)], [(-2, 1.0), (9, 1.0)]


@pytest.mark.parametrize(
    ("haemoglobins", "creatinines", "died", "label"),
    [
        (HB, CREA, None, 0),
        ([*HB, (20, 105)], CREA, None, 1),
        (HB, [*CREA, (20, 1.3)], None, 1),
        (HB, CREA, 20, 1),
        (HB, CREA, 200 + 168, 1),
        (HB, CREA, 200 + 168.1, 0),
        (HB[:1], CREA[:1], None, 0),
        (HB[:1], CREA[:1], 100, 1),
        (HB[1:], CREA, 20, None),
        (HB, CREA[1:], None, None),
        (HB, [], 20, None),
        ([(-9, 140), *HB], CREA, 20, None),
        (HB, [(-9, 0.6), *CREA], None, None),
        ([*HB, (201, 60)], [*CREA, (201, 3)], None, 0),
    ],
)
def test_complication(haemoglobins, creatinines, died, label):
    deaths = [] if died is None else [death(died)]
    record = [*haemoglobin(*haemoglobins), *creatinine(*creatinines)[1:], *deaths]
    assert outcome.complication(record, EVENING) == label


@pytest.mark.parametrize(
    ("found", "label"),
    [
        ([(-2, 120), (5, 121)], 1),
        ([(-2, 120), (5, 120)], 0),
        ([(-9, 124), (0, 116), (5, 100), (9, 141)], 1),
        ([(-9, 124), (0, 116), (5, 100), (9, 140)], 0),
        ([(-2, 120), (5, 115), (201, 160)], 0),
        ([(-30, 90), (-2, 120), (5, 115)], 0),
        ([(-30, 120), (5, 100)], None),
        ([(-2, 120)], None),
    ],
)
def test_higher_haemoglobin(found, label):
    assert outcome.higher_haemoglobin(haemoglobin(*found), EVENING) == label


def test_the_stay_is_the_one_that_began_last():
    record = [stay(-90, -80), stay(-10, 50), stay(1, 9)]
    assert outcome.stay_at(record, EVENING) == record[1]


def test_results_that_are_no_numbers_or_in_other_units_do_not_count():
    record = [
        *(result("creatinine", 1, value, "mg/dL") for value in ("normal", ">900", "see comment", "1.5")),
        result("creatinine", 2, "0.9", "mg/dL (see scan)"),
        result("creatinine", 3, "221", "umol/L"),
        *(result("creatinine", 4, "7", unit) for unit in (None, "", "mEq/L", "g/L")),
        result("haemoglobin", 5, "7", "mmol/L"),
    ]
    assert outcome.results(record, "creatinine") == [(at(1), 1.5), (at(2), 0.9), (at(3), 2.5)]
    assert outcome.results(record, "haemoglobin") == []


values = st.lists(st.tuples(st.integers(-15, 190), st.integers(40, 180)), min_size=2, max_size=8)


@given(values)
def test_the_unit_does_not_matter(found):
    found = sorted(found)
    labels = {
        outcome.blood_loss(
            haemoglobin(*((hours, value * times) for hours, value in found), unit=unit), EVENING
        )
        for unit, times in (("g/L", 1), ("mg/dL", 100), ("G/L", 1))
    } | {outcome.blood_loss(haemoglobin(*((h, value / 10) for h, value in found), unit="g/dL"), EVENING)}
    assert len(labels) == 1


@given(values, st.integers(-50, 50))
def test_a_shift_of_all_results_changes_no_fall(found, shift):
    found = sorted(found)
    moved = [(hours, value + shift) for hours, value in found]
    for label in (outcome.blood_loss, outcome.higher_haemoglobin):
        assert label(haemoglobin(*found), EVENING) == label(haemoglobin(*moved), EVENING)


def test_a_summary_knows_nothing_of_what_comes_later():
    before = [stay(-90, -80), result("creatinine", -85, 4, "mg/dL")]
    drawn = [result("creatinine", -3 + 2 * n, 6 + 3 * n, "mg/dL") for n in (0, 1)]
    record = [*before, stay(-20, 200), *drawn]
    later = [result("creatinine", 1, 20, "mg/dL"), stay(300, 310), death(400)]
    facts = outcome.summary(record + later, EVENING)
    assert facts == outcome.summary([*before, record[2] | {"end": None}, *record[3:]], EVENING)
    stays, creatinine_, haemoglobin_ = facts[:4], facts[4:12], facts[12:]
    assert stays == pytest.approx([2, 30 / 24, 90 / 24, 20 / 24])
    assert creatinine_ == pytest.approx([3, 9, 4, 9, 2, 9, 9, 3])
    assert haemoglobin_ == pytest.approx([0, 130, 130, 130, 0, 130, 130, 0])
