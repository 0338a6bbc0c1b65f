from types import SimpleNamespace

import numpy as np
import pytest

from medgym_ehr.draws import uniforms
from medgym_ehr.mimic3.synthetic.person import ADULT, draw_people
from medgym_ehr.mimic3.synthetic.visit import APART, LONGEST, draw_visits
from medgym_ehr.synthetic import clock
from medgym_ehr.synthetic.clock import DAY, NEVER, NOW, NOW_YEAR
from medgym_ehr.synthetic.sampling import repeat


@pytest.fixture(scope="module")
def drawn():
    rng = np.random.default_rng(0)
    people = draw_people(rng, np.arange(10_000))
    patient, ordinal = repeat(people.visits)
    visits = draw_visits(rng, people, patient, ordinal, np.arange(len(patient)))
    return SimpleNamespace(people=people, visits=visits, first=ordinal == 0)


def test_first_admissions_are_in_the_patients_first_year(drawn):
    admitted = clock.datetimes(drawn.visits.admitted[drawn.first])
    assert (admitted.astype("datetime64[Y]").astype(int) + 1970 == drawn.people.year).all()


def test_visits_of_a_patient_are_apart(drawn):
    again = np.flatnonzero(~drawn.first)
    pause = drawn.visits.admitted[again] - drawn.visits.discharged[again - 1]
    assert pause.min() >= APART * DAY - 60
    assert np.median(pause) > 90 * DAY


def test_stays_are_a_week_long_with_a_long_tail(drawn):
    days = (drawn.visits.discharged - drawn.visits.admitted) / DAY
    adult = drawn.people.kind[drawn.visits.patient] == ADULT
    assert 6 < np.median(days[adult]) < 8
    assert np.quantile(days, 0.95) > 22
    assert 0.3 < days.min() < days.max() <= LONGEST


def test_a_laid_stay_holds_now_if_shown_in_the_right_year(drawn):
    visits, people = drawn.visits, drawn.people
    laid = visits.around != NEVER
    patient = visits.patient[laid]
    shift = (NOW_YEAR - people.lag[patient] - people.year[patient]) * 365 * DAY
    assert (visits.admitted[laid] + shift < NOW - 2 * DAY).all()
    assert (visits.discharged[laid] + shift > NOW).all()
    assert (visits.latest[laid]).all()


def test_more_than_a_third_of_the_patients_have_a_laid_stay(drawn):
    assert (drawn.visits.around != NEVER).sum() / len(drawn.people.year) > 1 / 3


def test_a_tenth_of_the_patients_are_in_hospital_now(shown):
    current = shown("SELECT count(DISTINCT SUBJECT_ID) FROM now_in")[0][0]
    assert 0.07 <= current / shown("SELECT count(*) FROM PATIENTS")[0][0] <= 0.13


def test_a_tenth_is_so_whatever_the_people(drawn):
    """Over many people, with the years that a build draws, and no filter of lengths of stay."""
    people, visits = drawn.people, drawn.visits
    draws = uniforms(people.subject_id, "year")
    year = 2100 + (np.array([1, 3, 6, 10, 15, 21]) / 21 <= draws[:, None]).sum(axis=1)
    shift = ((year - people.year) * 365 * DAY)[visits.patient]
    inside = (visits.admitted + shift <= NOW) & (visits.discharged + shift > NOW)
    inside &= people.kind[visits.patient] == ADULT
    assert 0.09 < len(set(visits.patient[inside])) / len(people.year) < 0.115


def test_enough_patients_are_seen_twice_before_now(shown):
    seen = shown("""SELECT count(*) FROM kept JOIN shift USING (SUBJECT_ID)
        WHERE ADMITTIME + to_days(days::INT) <= TIMESTAMP '2105-12-31 23:59:00' GROUP BY SUBJECT_ID""")
    assert 0.13 < np.mean([count > 1 for (count,) in seen]) < 0.30
