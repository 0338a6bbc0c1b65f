import numpy as np
import pytest

from medgym_ehr.draws import text_keys, uniforms
from medgym_ehr.ehrsql.clock import first_years
from medgym_ehr.eicu.synthetic import parts
from medgym_ehr.eicu.synthetic.visit import DAY, FIRST_YEAR, LAST_DAY, LAST_YEAR


@pytest.fixture(scope="module")
def every():
    return list(parts(1, 600))


def in_hospital_now(part):
    """Which visits hold the current time, as a build dates them: by the year, the visit's number, its day."""
    visits, stays = part.visits, part.stays
    shown = np.full(len(visits.year), 0)
    passed = np.zeros(len(visits.year))
    for person in np.unique(stays.person):
        own = np.flatnonzero(stays.person == person)
        begins = first_years(text_keys([part.uniquepid[person]]))[0]
        shown[own] = begins + visits.year[own] - visits.year[own[0]]
        for year in np.unique(visits.year[own]):
            rows = own[visits.year[own] == year]
            share = uniforms(visits.patienthealthsystemstayid[rows], "date")
            day = ((np.arange(len(rows)) + share) / len(rows) * LAST_DAY).astype(int)
            passed[rows] = (LAST_DAY - day) * DAY + DAY - 1 - visits.clock[rows]
    return (shown == 2105) & (passed >= 0) & (passed < stays.minutes), passed


def test_identifiers_are_distinct(every):
    for found in (
        [part.visits.patienthealthsystemstayid for part in every],
        [part.units.patientunitstayid for part in every],
    ):
        joined = np.concatenate(found)
        assert len(np.unique(joined)) == len(joined)


def test_some_of_the_people_are_in_hospital_now_and_half_of_them_in_a_unit(every):
    people = inside = in_unit = 0
    for part in every:
        now, passed = in_hospital_now(part)
        people += len(part.people.key)
        inside += len(np.unique(part.stays.person[now]))
        in_unit += int((part.units.holding(np.flatnonzero(now), passed[now]) >= 0).sum())
    assert 0.07 < inside / people < 0.22
    assert in_unit / inside > 0.4


def test_visits_of_persons_laid_around_now_are_plausible_to_a_build(every):
    for part in every:
        laid = part.visits.laid
        assert (part.stays.minutes[laid] < 14 * DAY).all()
        assert (part.stays.age[laid] < 89).all()


def test_other_days_are_even(every):
    shares = np.concatenate(
        [uniforms(part.visits.patienthealthsystemstayid[~part.visits.laid], "date") for part in every]
    )
    assert np.abs(np.histogram(shares, bins=4, range=(0, 1))[0] / len(shares) - 0.25).max() < 0.08


def test_years_do_not_fall_and_are_two(every):
    for part in every:
        same = np.diff(part.stays.person) == 0
        assert (np.diff(part.visits.year)[same] >= 0).all()
        assert set(part.visits.year) <= {FIRST_YEAR, LAST_YEAR}


def test_every_visit_has_a_stay_in_a_unit(every):
    for part in every:
        assert set(part.units.visit) == set(range(len(part.stays.person)))
