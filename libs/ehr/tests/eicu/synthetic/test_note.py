import numpy as np
import pytest

from medgym_ehr.eicu.synthetic import parts
from medgym_ehr.eicu.synthetic.note import active, noted, write_notes


@pytest.fixture(scope="module")
def part():
    return next(iter(parts(2, 96)))


@pytest.fixture(scope="module")
def notes(part):
    return write_notes(part, "test")


def everything(part, notes, start, stop):
    visit = np.arange(len(part.stays.person))
    span = (np.full(len(visit), start), np.full(len(visit), stop))
    return noted(part, notes, visit, visit * 0, span, part.stay_luck)


def test_notes_lie_in_their_stay_in_order(part, notes):
    units = part.units
    assert (notes.minute >= units.begin[notes.unit]).all()
    assert (notes.minute <= units.end[notes.unit]).all()
    assert (np.diff(notes.unit * 1e7 + notes.minute) >= 0).all()


def test_every_stay_has_notes_of_which_one_is_the_last(part, notes):
    assert (np.bincount(notes.unit[notes.last], minlength=len(part.units.visit)) == 1).all()


def test_longer_stays_have_more_notes_but_not_in_proportion(part, notes):
    counts = np.bincount(notes.unit)
    days = (part.units.end - part.units.begin) / 1440
    assert counts[days > 5].mean() > 2 * counts[days < 1].mean()
    assert (counts <= 2 + 2 * days).all()


def test_nothing_is_noted_before_or_after(part, notes):
    found = everything(part, notes, 600.0, 1200.0)
    minute = found.offset + part.units.begin[found.unit]
    assert len(found.unit)
    assert minute.min() >= 599
    assert minute.max() <= 1200


def test_what_is_active_upon_discharge_is_of_the_last_note(part, notes):
    found = everything(part, notes, 0.0, np.inf)
    texts = active(part, found)
    assert set(texts[~found.last]) == {"False"}
    assert (texts[found.last] == "True").mean() > 0.8
