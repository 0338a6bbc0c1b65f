import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.draws import ranks
from medgym_ehr.ehrsql.sample import draw_patients

PATIENTS = np.arange(5000)


def test_all_are_taken_where_there_are_few():
    assert draw_patients(np.array([3, 3, 1]), np.array([2, 3])).tolist() == [1, 2, 3]


def test_a_hundred_current_patients_and_nine_hundred_others():
    drawn = draw_patients(PATIENTS[:300], PATIENTS[300:])
    assert (drawn < 300).sum() == 100
    assert len(drawn) == 1000


def test_a_current_patient_may_be_drawn_for_an_earlier_stay():
    """As often as any other: 200 of 4,900 are left over for 900 places."""
    drawn = draw_patients(PATIENTS[:300], PATIENTS)
    assert 100 + 20 < (drawn < 300).sum() < 100 + 54
    assert len(drawn) == 1000


def test_the_draw_is_that_of_the_smallest_ranks():
    drawn = draw_patients(PATIENTS[:300], PATIENTS[300:])
    left = np.setdiff1d(PATIENTS[:300], drawn)
    assert ranks(drawn[drawn < 300], "cohort").max() < ranks(left, "cohort").min()


@given(st.lists(st.integers(0, 2000), max_size=2000), st.lists(st.integers(0, 2000), max_size=2000))
def test_nobody_is_drawn_twice(current, discharged):
    drawn = draw_patients(np.array(current, np.int64), np.array(discharged, np.int64)).tolist()
    assert drawn == sorted(set(drawn))
    assert set(drawn) <= {*current, *discharged}
    assert len(drawn) >= min(len({*current, *discharged}), 100)
