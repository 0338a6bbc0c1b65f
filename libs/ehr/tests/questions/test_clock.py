import sqlite3
from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.questions.clock import TEXT, clamped, moved

TIMES = st.datetimes(datetime(2100, 1, 1), datetime(2105, 12, 31)).map(
    lambda when: when.replace(microsecond=0)
)
SQLITE = sqlite3.connect(":memory:", check_same_thread=False)


@given(TIMES, st.sampled_from(("year", "month", "day")), st.integers(-40, 40))
def test_moving_is_sqlites_arithmetic(when, unit, count):
    expected = SQLITE.execute("SELECT datetime(?, ?)", (when.strftime(TEXT), f"{count:+} {unit}")).fetchone()[
        0
    ]
    assert moved(when, unit, count).strftime(TEXT) == expected


def test_short_months_run_over_or_stop():
    now = datetime(2105, 12, 31, 23, 59)
    assert moved(now, "month", -3) == datetime(2105, 10, 1, 23, 59)
    assert clamped(now, "month", -3) == datetime(2105, 9, 30, 23, 59)
    assert clamped(datetime(2104, 2, 29), "year", -1) == datetime(2103, 2, 28)
