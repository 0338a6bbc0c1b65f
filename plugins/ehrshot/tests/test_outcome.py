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


def glucose(*found, unit="mmol/L"):
    return [stay(-20, 200), *(result("glucose", hours, value, unit) for hours, value in found)]


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
    ("found", "label"),
    [
        ([(-2, 6), (5, 7.5)], 1),
        ([(-2, 6), (5, 7.4)], 0),
        ([(-9, 9), (-2, 6), (5, 8)], 0),
        ([(-2, 6), (0, 9), (5, 10)], 0),
        ([(-2, 6), (5, 7), (199, 8.1)], 1),
        ([(-2, 6), (5, 7), (201, 12)], 0),
        ([(-30, 6), (5, 7)], None),
        ([(-2, 6)], None),
    ],
)
def test_glucose_rise(found, label):
    assert outcome.glucose_rise(glucose(*found), EVENING) == label


@pytest.mark.parametrize(
    ("record", "label"),
    [
        ([stay(-5, 10 * 24)], 0),
        ([stay(-5, 10 * 24 + 1)], 1),
        ([stay(-5, 24), stay(200, 200 + 9 * 24)], 0),
        ([stay(-5, 24), stay(200, 201 + 9 * 24)], 1),
        ([stay(-5, 24), stay(100, 100 + 9 * 24), stay(110, 100 + 9 * 24)], 0),
        ([stay(-5, 24), stay(25 * 24, 95 * 24)], 0),
        ([stay(-5, 24), stay(31 * 24, 191 * 24)], 0),
        ([stay(-500, -100), stay(-5, 24)], 0),
        ([stay(-5, 24), death(29 * 24)], 0),
        ([stay(-5, 24), death(19 * 24)], 1),
        ([stay(-5, 24), death(100 * 24)], 0),
        ([stay(-5, 24), stay(20 * 24, 22 * 24), death(22 * 24)], 1),
    ],
)
def test_home_days(record, label):
    assert outcome.home_days(record, EVENING) == label


def test_the_stay_is_the_one_that_began_last():
    record = [stay(-90, -80), stay(-10, 50), stay(1, 9)]
    assert outcome.stay_at(record, EVENING) == record[1]


def test_results_that_are_no_numbers_or_in_other_units_do_not_count():
    record = [
        *(result("glucose", 1, value, "mmol/L") for value in ("normal", ">900", "see comment", "5.5")),
        result("glucose", 2, "90", "mg/dL (see scan)"),
        *(result("glucose", 3, "7", unit) for unit in (None, "", "mEq/L", "g/L")),
        result("haemoglobin", 4, "7", "mmol/L"),
    ]
    assert outcome.results(record, "glucose") == [(at(1), 5.5), (at(2), 5.0)]
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


@given(st.lists(st.tuples(st.integers(-40, 2500), st.integers(1, 400)), max_size=5))
def test_a_stay_that_is_told_twice_counts_once(spans):
    spans = sorted({(-5, 24), *((start, start + hours) for start, hours in spans)})
    once, twice = ([stay(*span) for span in spans for _ in range(times)] for times in (1, 2))
    assert outcome.home_days(once, EVENING) == outcome.home_days(twice, EVENING)


def test_a_summary_knows_nothing_of_what_comes_later():
    before = [stay(-90, -80), result("glucose", -85, 4, "mmol/L")]
    record = [*before, stay(-20, 200), *(result("glucose", -3 + 2 * n, 6 + 3 * n, "mmol/L") for n in (0, 1))]
    later = [result("glucose", 1, 20, "mmol/L"), stay(300, 310), death(400)]
    facts = outcome.summary(record + later, EVENING)
    assert facts == outcome.summary([*before, record[2] | {"end": None}, *record[3:]], EVENING)
    stays, glucose_, haemoglobin_ = facts[:4], facts[4:12], facts[12:]
    assert stays == pytest.approx([2, 30 / 24, 90 / 24, 20 / 24])
    assert glucose_ == pytest.approx([3, 9, 4, 9, 2, 9, 9, 3])
    assert haemoglobin_ == pytest.approx([0, 130, 130, 130, 0, 130, 130, 0])
