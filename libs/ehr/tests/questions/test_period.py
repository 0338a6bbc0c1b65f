import sqlite3
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.questions.clock import FORMATS, TEXT
from medgym_ehr.questions.period import CALENDAR, MOST, Period, condition, fit

NOW = datetime(2105, 12, 31, 23, 59)
SQLITE = sqlite3.connect(":memory:", check_same_thread=False)
TIMES = st.datetimes(datetime(2100, 1, 1), NOW).map(lambda when: when.replace(microsecond=0))


def holds(period, at, overflow=True):
    sql = condition(period, f"'{at.strftime(TEXT)}'", NOW, overflow)
    return bool(SQLITE.execute(f"SELECT {sql}").fetchone()[0])


@given(st.sampled_from(CALENDAR), TIMES, st.integers(0, 2**32))
def test_a_fitted_period_covers_its_fact(tag, at, pick):
    period = fit(tag, at.strftime(TEXT), NOW, pick)
    assert period is None or (period.tag == tag and holds(period, at))


@pytest.mark.parametrize("tag", CALENDAR)
def test_every_tag_can_be_fitted(tag):
    place = {
        "last": datetime(2105, 11, 17, 9),
        "last_year": datetime(2104, 3, 2),
        "last_month": datetime(2105, 11, 4),
    }
    at = place.get(tag.rsplit("-", 1)[1], NOW.replace(hour=9))
    at = {"rel-year-last": datetime(2104, 5, 5), "rel-day-last": datetime(2105, 12, 30, 4)}.get(tag, at)
    at = datetime(2105, 6, 6) if tag.endswith("until") and tag.startswith("rel") else at
    at = datetime(2104, 6, 6) if tag == "rel-year-until" else at
    found = fit(tag, at.strftime(TEXT), NOW, 5)
    assert found is not None
    assert holds(found, at)


@pytest.mark.parametrize(
    ("tag", "value", "inside", "outside"),
    [
        ("abs-year-until", "2103", "2103-12-31 23:59:59", "2104-01-01 00:00:00"),
        ("abs-month-since", "2103-05", "2103-05-01 00:00:00", "2103-04-30 23:59:59"),
        ("abs-day-in", "2103-05-04", "2103-05-04 23:59:59", "2103-05-05 00:00:00"),
        ("rel-year-since", "2", "2103-12-31 23:59:00", "2103-12-31 23:58:59"),
        ("rel-month-until", "1", "2105-12-01 23:59:00", "2105-12-01 23:59:01"),
        ("rel-day-this", "", "2105-12-31 00:00:00", "2105-12-30 23:59:59"),
        ("rel-month-last", "", "2105-11-30 23:00:00", "2105-12-01 00:00:00"),
        ("mix-month-last_year", "10", "2104-10-31 10:00:00", "2105-10-31 10:00:00"),
        ("mix-day-this_month", "17", "2105-12-17 10:00:00", "2105-11-17 10:00:00"),
        ("mix-day-last_month", "17", "2105-11-17 10:00:00", "2105-12-17 10:00:00"),
        ("mix-day-this_year", "12-24", "2105-12-24 10:00:00", "2104-12-24 10:00:00"),
    ],
)
def test_edges(tag, value, inside, outside):
    period = Period(tag, value)
    assert holds(period, datetime.fromisoformat(inside))
    assert not holds(period, datetime.fromisoformat(outside))


@given(TIMES, st.integers(0, 2**32))
def test_no_period_ends_after_now(at, pick):
    for unit, form in FORMATS.items():
        assert fit(f"abs-{unit}-until", at.strftime(TEXT), NOW, pick).value <= NOW.strftime(form)


def test_readings_of_short_months_differ_only_between_them():
    period, between = Period("rel-month-since", "3"), datetime(2105, 10, 1, 12)
    assert [holds(period, between, overflow) for overflow in (True, False)] == [False, True]


@given(TIMES, st.integers(0, 2**32))
def test_no_period_goes_back_further_than_said(at, pick):
    for unit, most in MOST.items():
        for how in ("since", "until"):
            period = fit(f"rel-{unit}-{how}", at.strftime(TEXT), NOW, pick)
            assert period is None or 1 <= int(period.value) <= most
