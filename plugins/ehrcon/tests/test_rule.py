"""The label rule on records written by hand."""

from datetime import datetime

import pytest

from medgym_plugin_ehrcon.claim import Claim
from medgym_plugin_ehrcon.rule import AmbiguousClaimError, Record, inconsistent

DAY = datetime(2150, 3, 5), datetime(2150, 3, 5, 23, 59, 59)
NOON = datetime(2150, 3, 5, 12)
LATER = datetime(2150, 3, 9, 12)


def record(value=8.4, unit="k/ul", start=NOON, end=None, name="white blood cells"):
    return Record(name, value, unit, start, end or start)


def claim(value=8.4, unit="K/uL", window=DAY, names=("white blood cells", "wbc")):
    return Claim(names=names, value=value, unit=unit, start=window[0], end=window[1])


@pytest.mark.parametrize(
    ("stated", "recorded", "wrong"),
    [
        (claim(), [record()], ()),
        (claim(unit=None), [record(unit=None)], ()),
        (claim(value=None, unit=None), [record(None, None)], ()),
        (claim(value=8.5), [record()], ("value",)),
        (claim(unit="m/uL"), [record()], ("unit",)),
        (claim(), [record(start=LATER)], ("time",)),
        (claim(value=None, unit=None), [record(start=LATER)], ("time",)),
        (claim(value=8.5), [record(start=LATER)], ("value", "time")),
        (claim(value=8.5, unit="m/uL"), [record()], ("value", "unit")),
        (claim(value=8.5, unit="m/uL"), [record(start=LATER)], ("value", "unit", "time")),
        (claim(), [record(name="hematocrit")], ("item",)),
        (claim(), [], ("item",)),
        (claim(), [record(9.0), record()], ()),
        (claim(), [record(9.0, start=LATER), record(start=LATER)], ("time",)),
        (claim(), [record(None, None)], ("value", "unit")),
        (claim(unit=None), [record(start=None)], ("time",)),
    ],
)
def test_the_smallest_set_of_conditions_is_named(stated, recorded, wrong):
    assert inconsistent([stated], recorded) == wrong


def test_units_are_compared_without_regard_to_case_and_only_if_written():
    assert inconsistent([claim(unit="k/UL ")], [record()]) == ()
    assert inconsistent([claim(unit=None)], [record(unit="bottles")]) == ()


def test_two_equally_small_sets_are_ambiguous():
    with pytest.raises(AmbiguousClaimError):
        inconsistent([claim()], [record(9.0), record(start=LATER)])


def test_an_interval_agrees_if_it_touches_the_window():
    early = datetime(2150, 3, 1)
    assert inconsistent([claim()], [record(start=early, end=DAY[0])]) == ()
    assert inconsistent([claim()], [record(start=early, end=datetime(2150, 3, 4, 23, 59, 59))]) == ("time",)
    assert inconsistent([claim()], [record(start=DAY[1], end=LATER)]) == ()


def test_both_claims_of_a_pressure_must_hold():
    systolic, diastolic = claim(118, None, names=("sys",)), claim(62, None, names=("dia",))
    recorded = [record(118, name="sys"), record(60, name="dia", start=LATER)]
    assert inconsistent([systolic], recorded) == ()
    assert inconsistent([systolic, diastolic], recorded) == ("value", "time")


def test_an_hour_is_an_error_where_the_hour_is_written():
    minute = NOON.replace(hour=13), NOON.replace(hour=13, second=59)
    assert inconsistent([claim(window=minute)], [record()]) == ("time",)
