"""Periods keep their length in whatever unit and notation they are said."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.questions.period import ABSOLUTE, Period
from medgym_ehr.questions.phrase import words
from medgym_ehr.rewording.when import said_otherwise
from medgym_ehr.testing.independent.reworded import misread, told

VARIANTS = st.integers(0, 12)
UNITS = st.sampled_from(("year", "month", "day"))


@given(UNITS, st.sampled_from(("since", "until")), st.integers(1, 45), VARIANTS)
def test_a_length_of_time_is_read_as_it_was_meant(unit, how, count, variant):
    period = Period(f"rel-{unit}-{how}", str(count))
    assert told(said_otherwise(period, variant)) == told(words(period, 0))


@given(st.dates(datetime.date(2000, 1, 1), datetime.date(2999, 12, 31)), st.sampled_from(ABSOLUTE), VARIANTS)
def test_a_date_is_read_as_it_was_meant(date, tag, variant):
    length = {"year": 4, "month": 7, "day": 10}[tag.split("-")[1]]
    period = Period(tag, date.isoformat()[:length])
    assert told(said_otherwise(period, variant)) == told(words(period, 0))


def test_units_are_changed_where_nothing_is_lost():
    said = {
        said_otherwise(Period(tag, count), 1)
        for tag, count in (("rel-year-since", "2"), ("rel-month-until", "12"), ("rel-day-since", "14"))
    }
    assert said == {"over the past 24 months", "at least 1 year back", "over the past 2 weeks"}
    assert said_otherwise(Period("rel-month-since", "7"), 1) == "over the past 7 months"


@pytest.mark.parametrize(
    "wrong",
    ["over the past 2 months", "over the past 25 months", "at least 24 months back", "since 12.11.2104"],
)
def test_another_time_is_noticed(wrong):
    plain = {"asked": "How many lab tests did patient 7 get since 2 years ago?"}
    assert not misread(plain, [("asked", "no. of labs pt 7 got over the past 24 months")])
    assert misread(plain, [("asked", f"no. of labs pt 7 got {wrong}")])
