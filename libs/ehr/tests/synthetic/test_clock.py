from datetime import datetime, timedelta

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.synthetic import clock

YEARS = st.integers(2100, 2199)


def moment(text):
    return int(np.datetime64(text, "s").astype(np.int64))


@given(st.lists(YEARS, min_size=1))
def test_years_start_on_the_first_of_january(years):
    starts = clock.datetimes(clock.year_start(np.array(years)))
    assert [str(start) for start in starts] == [f"{year}-01-01T00:00:00" for year in years]


@given(YEARS, st.integers(2100, 2105))
def test_the_raw_now_becomes_now_when_shifted(first, shown):
    raw = clock.now_before_shift(np.array([first]), np.array([shown]))[0]
    shifted = datetime(1970, 1, 1) + timedelta(seconds=int(raw), days=(shown - first) * 365)
    assert shifted == datetime(2105, 12, 31, 23, 59)


def test_leap_days_move_the_raw_now_within_the_year():
    raw = clock.now_before_shift(np.array([2105, 2110, 2190, 2101]), np.full(4, 2105))
    assert [str(day)[:10] for day in clock.datetimes(raw)] == [
        "2105-12-31",
        "2110-12-30",
        "2190-12-10",
        "2102-01-01",
    ]


def test_midnight_and_minutes_cut_off_what_is_smaller():
    times = np.array([moment("2150-03-01T13:14:15"), clock.NEVER])
    assert clock.midnight(times).tolist() == [moment("2150-03-01T00:00:00"), clock.NEVER]
    assert clock.whole_minutes(times[:1]).tolist() == [moment("2150-03-01T13:14:00")]


def test_days_become_whole_minutes():
    assert clock.seconds(np.array([1.0, 0.5, 1 / 1440, 1.5 / 1440])).tolist() == [86400, 43200, 60, 60]


def test_never_is_no_time():
    assert np.isnat(clock.datetimes(np.array([clock.NEVER])))[0]
