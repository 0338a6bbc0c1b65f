import numpy as np
import pytest

from medgym_ehr.eicu.synthetic import parts
from medgym_ehr.eicu.synthetic.unitstay import STEP_DOWN, TYPES


@pytest.fixture(scope="module")
def part():
    return next(iter(parts(2, 96)))


def test_stays_of_a_visit_follow_each_other(part):
    units = part.units
    same = np.diff(units.visit) == 0
    assert (units.end > units.begin).all()
    assert (units.begin[1:][same] >= units.end[:-1][same]).all()
    assert (units.end <= part.stays.minutes[units.visit]).all()
    assert (units.begin >= 0).all()


def test_identifiers_rise_with_a_persons_stays(part):
    person = part.stays.person[part.units.visit]
    same = np.diff(person) == 0
    assert (np.diff(part.units.patientunitstayid)[same] > 0).all()


def test_step_down_units_follow_a_stay(part):
    units = part.units
    down = np.flatnonzero(units.kind == STEP_DOWN)
    assert len(down)
    assert (units.number[down] > 0).all()
    assert (units.begin[down] == units.end[down - 1]).all()
    assert (units.kind[units.number == 0] != TYPES.index("readmit")).all()


def test_a_moment_is_filed_under_the_stay_that_holds_it_or_the_next(part):
    units = part.units
    inside = (units.begin + units.end) / 2
    assert (units.holding(units.visit, inside) == np.arange(len(units.visit))).all()
    assert (units.owning(units.visit, inside) == np.arange(len(units.visit))).all()
    first = np.flatnonzero(units.number == 0)
    before = np.full(len(first), -1.0)
    assert (units.owning(units.visit[first], before) == first).all()
    assert (units.holding(units.visit[first], before) == -1).all()
    last = np.flatnonzero(np.diff(units.visit, append=-1) != 0)
    assert (units.owning(units.visit[last], units.end[last] + 1) == -1).all()
