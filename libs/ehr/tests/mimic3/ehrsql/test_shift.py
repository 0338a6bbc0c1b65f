import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.ehrsql.clock import NOW, first_years
from medgym_ehr.mimic3.ehrsql.shift import Shift

SECONDS = st.integers(4_100_000_000, 7_200_000_000)
"""From 2099 to 2198, as seconds since 1970."""
ADMISSIONS = st.lists(st.tuples(st.integers(1, 9), SECONDS), min_size=1, max_size=20)


def _times(seconds):
    return np.array(seconds, "datetime64[s]")


def _shift(admissions):
    return Shift(np.array([patient for patient, _ in admissions]), _times([time for _, time in admissions]))


@given(ADMISSIONS)
def test_the_first_admission_comes_to_lie_in_the_drawn_year(admissions):
    """In whole years of 365 days: leap days carry it on by at most 25 days, maybe into the next year."""
    for patient in {patient for patient, _ in admissions}:
        first = _times([min(time for who, time in admissions if who == patient)])
        (offset,) = _shift(admissions).offsets(np.array([patient]))
        drawn = first_years(np.array([patient]))[0]
        assert offset % np.timedelta64(365, "D") == 0
        days = (first + offset - np.datetime64(f"{drawn}-01-01")).astype("m8[D]").astype(int)[0]
        assert -2 <= days < 366 + 25


@given(ADMISSIONS, st.lists(SECONDS, min_size=1, max_size=20))
def test_intervals_are_kept_and_the_future_is_null(admissions, seconds):
    shift, patient = _shift(admissions), admissions[0][0]
    table = pa.table({"SUBJECT_ID": [patient] * len(seconds), "AT": _times(seconds), "TO": _times(seconds)})
    moved = shift.shifted(table, "AT")
    (offset,) = shift.offsets(np.array([patient]))
    expected = [time if time <= NOW else None for time in _times(seconds) + offset]
    assert moved["AT"].to_pylist() == [None if time is None else time.item() for time in expected]
    assert moved["TO"].equals(table["TO"])


@given(ADMISSIONS, st.integers(10, 99))
def test_patients_without_admission_have_no_times(admissions, stranger):
    table = pa.table({"SUBJECT_ID": [stranger], "AT": _times([4_200_000_000])})
    assert _shift(admissions).shifted(table, "AT")["AT"].to_pylist() == [None]


def test_a_null_stays_null():
    table = pa.table({"SUBJECT_ID": [1], "AT": np.array(["NaT"], "datetime64[s]")})
    assert _shift([(1, 4_200_000_000)]).shifted(table, "AT")["AT"].to_pylist() == [None]
