import numpy as np
import pytest

from medgym_ehr.ehrsql.clock import first_years
from medgym_ehr.mimic3.synthetic.part import Registry, parts
from medgym_ehr.synthetic.clock import DAY, NOW
from medgym_patient import simulate


@pytest.fixture(scope="module")
def drawn():
    """The parts of 2,000 people."""
    return list(parts(next(simulate(3, 2000)), Registry(3)))


def shifted(part):
    """Admission and discharge as a build shows them, if it keeps every stay."""
    first = np.searchsorted(part.stays.person, np.arange(len(part.subject_id)))
    year = part.admitted[first].astype("datetime64[s]").astype("datetime64[Y]").astype(int) + 1970
    days = ((first_years(part.subject_id) - year) * 365 * DAY)[part.stays.person]
    return part.admitted + days, part.discharged + days


def test_stays_of_a_person_keep_their_distance(drawn):
    for part in drawn:
        clock = (part.stays.admitted * 60).astype(int) - part.admitted
        assert all(np.ptp(clock[part.stays.person == person]) < 60 for person in range(20))


def test_admissions_keep_their_hour_but_where_they_are_laid(drawn):
    moved = np.concatenate([(part.stays.admitted * 60 - part.admitted) % DAY != 0 for part in drawn])
    assert 0.05 < moved.mean() < 0.3


def test_nobody_comes_before_2100_or_long_after_2200(drawn):
    years = np.concatenate([part.admitted for part in drawn]).astype("datetime64[s]").astype("datetime64[Y]")
    assert years.astype(int).min() + 1970 >= 2100
    assert years.astype(int).max() + 1970 < 2200


def test_a_tenth_of_the_people_are_in_hospital_when_builds_end(drawn):
    held = 0
    for part in drawn:
        admitted, discharged = shifted(part)
        adult = (part.stays.age > 17) & (part.stays.age < 89)
        held += len(set(part.stays.person[(admitted <= NOW) & (discharged > NOW) & adult]))
    assert 0.07 < held / 2000 < 0.15


def test_a_tenth_of_the_patients_are_in_hospital_now(shown):
    current = shown("SELECT count(DISTINCT SUBJECT_ID) FROM now_in")[0][0]
    assert 0.07 <= current / shown("SELECT count(*) FROM PATIENTS")[0][0] <= 0.14


def test_enough_patients_are_seen_twice_before_now(shown):
    seen = shown("""SELECT count(*) FROM kept JOIN shift USING (SUBJECT_ID)
        WHERE ADMITTIME + to_days(days::INT) <= TIMESTAMP '2105-12-31 23:59:00' GROUP BY SUBJECT_ID""")
    assert 0.10 < np.mean([count > 1 for (count,) in seen]) < 0.30
