import numpy as np
import pytest

from medgym_ehr.mimic3.synthetic.person import ADULT, ELDER, NEWBORN, draw_people


@pytest.fixture(scope="module")
def people():
    return draw_people(np.random.default_rng(0), np.arange(20_000))


def test_kinds_have_their_shares(people):
    shares = [(people.kind == kind).mean() for kind in (ADULT, NEWBORN, ELDER)]
    assert shares == pytest.approx([0.90, 0.06, 0.04], abs=0.006)


def test_a_quarter_of_the_adults_or_more_come_again(people):
    visits = people.visits[people.kind == ADULT]
    assert 0.2 < (visits > 1).mean() < 0.35
    assert (visits.min(), visits.max()) == (1, 5)


def test_newborns_come_once(people):
    assert set(people.visits[people.kind == NEWBORN]) == {1}


def test_every_age_band_is_populated(people):
    ages = people.age[people.kind == ADULT]
    bands = np.histogram(ages, bins=[18, 20, 30, 40, 50, 60, 89])[0] / len(ages)
    assert bands.sum() == pytest.approx(1)
    assert bands.min() > 0.04


def test_elders_are_shifted_by_three_hundred_years(people):
    ages = people.age[people.kind == ELDER]
    assert 300 <= ages.min() < ages.max() < 310


def test_first_years_fill_the_century(people):
    assert (people.year.min(), people.year.max()) == (2100, 2190)


def test_only_adults_are_laid_around_now_and_single_visits_without_lag(people):
    assert set(people.kind[people.laid]) == {ADULT}
    assert 0.33 < people.laid.mean() < 0.40
    assert people.lag[people.visits == 1].max() == 0
    assert set(people.lag[people.visits > 1]) == {0, 1, 2, 3, 4}
