"""allergy: what a patient is said not to tolerate, noted anew in a stay."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.eicu.synthetic.part import Part
from medgym_ehr.eicu.synthetic.vocabulary import alternatives, terms
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import either, same, untidily, words
from medgym_patient import ALLERGENS, DRUGS

NOTED = 0.85
"""Share of stays that note allergies."""
WITHIN, ASKED = 150, 30
"""Minutes after admission within which allergies begin to be noted, and within which all are then."""


def allergy_rows(part: Part) -> Rows:
    """Allergy of a part; none twice in a stay, and none to what the patient gets."""
    person, term = _known(part)
    units = part.units
    starts, ends = (
        np.searchsorted(person, part.stays.person[units.visit], side=side) for side in ("left", "right")
    )
    noted = part.unit_luck(np.arange(len(units.visit)), "allergy").chance("noted", NOTED)
    counts = np.where(noted, ends - starts, 0)
    unit = np.repeat(np.arange(len(counts)), counts)
    row = np.arange(len(unit)) - np.repeat(np.cumsum(counts) - counts, counts) + starts[unit]
    term, luck = term[row], part.unit_luck(unit, "noted")
    length = (units.end - units.begin)[unit]
    first = part.unit_luck(np.arange(len(counts)), "allergy").uniform("time")[unit]
    time = np.minimum(WITHIN * first + ASKED * luck.uniform("asked"), length).astype(np.int64)
    named, others = terms("as_allergy"), terms("allergy")
    names = np.concatenate([named.texts("term"), others.texts("term")])
    drugs = np.concatenate([named.texts("drug"), others.texts("drug")])
    size = len(unit)
    columns = {
        "allergyoffset": time,
        "allergyenteredoffset": time + luck.integers("entered", 0, 20),
        "allergynotetype": same("Comprehensive Progress", size),
        "specialtytype": same("eCM Primary", size),
        "usertype": same("THC Nurse", size),
        "rxincluded": same("False", size),
        "writtenineicu": same("True", size),
        "drugname": words(drugs, np.where(drugs[term] == None, -1, term)),  # noqa: E711
        "allergytype": either(drugs[term] != None, "Drug", "Non Drug"),  # noqa: E711
        "allergyname": untidily(names, term, luck.uniform("untidy")),
    }
    return part.rows(unit, columns)


def _known(part: Part) -> tuple[Indices, Indices]:
    """Person and term of every allergy: the model's, and others that the model does not have."""
    allergen, person = np.nonzero(part.people.allergies)
    own = alternatives("allergy", tuple(ALLERGENS)).pick(
        allergen, part.luck.at(person).of(allergen).uniform("allergy")
    )
    others = terms("allergy")
    size = len(part.people.key)
    share = others.numbers("share")[:, None]
    luck = part.luck.at(np.tile(np.arange(size), len(others))).of(np.repeat(np.arange(len(others)), size))
    has = (luck.uniform("other").reshape(len(others), size) < share) & ~(_bars() @ _given(part))
    other, its = np.nonzero(has)
    person = np.concatenate([person, its])
    term = np.concatenate([own, len(terms("as_allergy")) + other])
    order = np.lexsort((term, person))
    return person[order], term[order]


def _given(part: Part) -> NDArray[np.bool_]:
    """Whether each drug of the model is given to each person."""
    found = np.zeros((len(DRUGS), len(part.people.key)), dtype=bool)
    for table in (part.records.orders, part.records.doses):
        found[table.drug, part.stays.person[table.stay]] = True
    return found


@cache
def _bars() -> NDArray[np.bool_]:
    """Whether who has an allergy does not get a drug."""
    lists = [text.split(";") for text in terms("allergy").columns["bars"]]
    return np.array([[name in barred for name in DRUGS.names] for barred in lists])
