import numpy as np
import pytest

from medgym_ehr.draws import uniforms
from medgym_ehr.eicu.synthetic.person import draw_people
from medgym_ehr.eicu.synthetic.visit import DAY, LAST_DAY, draw_visits


@pytest.fixture(scope="module")
def people():
    return draw_people(np.random.default_rng(0), np.arange(1000, 1256))


@pytest.fixture(scope="module")
def visits(people):
    return draw_visits(np.random.default_rng(1), people, 3)


def test_identifiers_are_distinct_within_and_between_chunks(people, visits):
    other = draw_visits(np.random.default_rng(1), people, 4).patienthealthsystemstayid
    both = np.concatenate([visits.patienthealthsystemstayid, other])
    assert len(np.unique(both)) == len(both)


def test_visits_laid_around_now_hold_it_on_the_day_that_a_build_draws(people, visits):
    """If they are shown in 2105."""
    laid = np.flatnonzero(visits.passed)
    assert len(laid) > 60
    for visit in laid:
        of_year = (visits.patient == visits.patient[visit]) & (visits.year == visits.year[visit])
        share = uniforms(visits.patienthealthsystemstayid[[visit]], "date")[0]
        day = int((of_year.sum() - 1 + share) / of_year.sum() * LAST_DAY)
        now = LAST_DAY * DAY + DAY - 1
        begun = day * DAY + visits.clock[visit]
        assert begun + visits.passed[visit] == now
        assert begun <= now < begun + visits.length[visit]


def test_other_days_are_even(visits):
    shares = uniforms(visits.patienthealthsystemstayid[visits.passed == 0], "date")
    assert np.abs(np.histogram(shares, bins=4, range=(0, 1))[0] / len(shares) - 0.25).max() < 0.09


def test_years_do_not_fall(visits):
    same = np.diff(visits.patient) == 0
    assert (np.diff(visits.year)[same] >= 0).all()
    assert set(visits.year) == {2014, 2015}
