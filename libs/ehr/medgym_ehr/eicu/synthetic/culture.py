"""microLab: cultures, what grew in them, and which antibiotics act on it; a row for each."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

import numpy as np

from medgym_ehr.eicu.synthetic.part import Part
from medgym_ehr.eicu.synthetic.vocabulary import alternatives, terms
from medgym_ehr.synthetic.concept import places
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices, repeat
from medgym_ehr.synthetic.text import Texts, untidily, words
from medgym_patient import ANTIBIOTICS, SPECIMENS
from medgym_patient.concept import table
from medgym_patient.record import Cultures

STAINS = {"negative": "gram negative rods", "positive": "gram positive cocci", "yeast": "yeast"}
"""What a stain shows, by the model's kinds of organisms."""
STAINED = 0.8
"""Share of the cultures that grow a pathogen whose stain is reported too."""
FLORA = {"sputum": 0.7, "bronchoalveolar_lavage": 0.5, "swab": 0.4, "urine": 0.2}
"""Shares of specimens without a pathogen that have mixed flora."""
INTERMEDIATE = 0.12
"""Share of those resistant that are found intermediate."""
TAKEN = {
    "blood_culture": 5,
    "second_blood_culture": 14,
    "sputum": 22,
    "swab": 25,
    "peritoneal_fluid": 28,
}
"""Minutes after the first specimen at which others of one round are taken; blood a second time elsewhere."""
VERDICTS = np.array(["Sensitive", "Intermediate", "Resistant"], dtype=object)
_SCREEN = SPECIMENS.index("mrsa_screen")


def culture_rows(part: Part) -> Rows:
    """MicroLab of a part; cultures after the last stay in a unit are not in the files."""
    cultures = part.records.cultures
    minute = cultures.minute + np.array([TAKEN.get(name, 0) for name in SPECIMENS])[cultures.specimen]
    unit = part.units.owning(cultures.stay, minute)
    rows = np.flatnonzero(unit >= 0)
    rows = rows[np.lexsort((minute[rows], unit[rows]))]
    cultures, unit, offset = _taken(cultures, rows), unit[rows], part.offset(unit[rows], minute[rows])
    luck = part.unit_luck(unit, "culture")
    site = alternatives("specimen", SPECIMENS).pick(cultures.specimen, luck.uniform("site"))
    culture, antibiotic, name = _reports(cultures, luck)
    tested = antibiotic >= 0
    luck = luck.at(culture).of(antibiotic + 1)
    acts = cultures.susceptible[culture, antibiotic] == 1
    verdict = np.where(acts, 0, np.where(luck.chance("intermediate", INTERMEDIATE), 1, 2))
    columns = {
        "culturetakenoffset": offset[culture],
        "culturesite": untidily(terms("as_specimen").texts("term"), site[culture], luck.uniform("untidy")),
        "organism": words(_names(), name),
        "antibiotic": words(_antibiotics(), antibiotic),
        "sensitivitylevel": words(VERDICTS, np.where(tested, verdict, -1)),
    }
    return part.rows(unit[culture], columns)


def _reports(cultures: Cultures, luck: Luck) -> tuple[Indices, Indices, Indices]:
    """Culture, antibiotic (-1 for none) and name of each row: what the stain shows, then what grows."""
    culture, antibiotic = _tests(cultures)
    flora = luck.chance("flora", np.array([FLORA.get(name, 0.0) for name in SPECIMENS])[cultures.specimen])
    nothing = np.where(flora, _place("mixed flora"), _place("no growth"))
    grown = np.where(cultures.organism < 0, nothing, _organisms()[cultures.organism])
    pathogen = (cultures.organism >= 0) & (cultures.specimen != _SCREEN)
    stained = np.flatnonzero(pathogen & luck.chance("stained", STAINED))
    seen = _stains()[cultures.organism[stained]]
    order = np.argsort(np.concatenate([stained, culture]), kind="stable")
    return (
        np.concatenate([stained, culture])[order],
        np.concatenate([np.full(len(stained), -1), antibiotic])[order],
        np.concatenate([seen, grown[culture]])[order],
    )


def _taken(cultures: Cultures, rows: Indices) -> Cultures:
    return Cultures(*(getattr(cultures, field.name)[rows] for field in fields(Cultures)))


def _tests(cultures: Cultures) -> tuple[Indices, Indices]:
    """The culture and the antibiotic of each test; one with -1 where none was tested."""
    tested = (cultures.susceptible >= 0) & (cultures.organism >= 0)[:, None]
    tested &= (cultures.specimen != _SCREEN)[:, None]
    culture, number = repeat(np.maximum(tested.sum(axis=1), 1))
    antibiotic = np.argsort(~tested, axis=1, kind="stable")[culture, number]
    return culture, np.where(tested[culture, antibiotic], antibiotic, -1)


@cache
def _names() -> Texts:
    return np.append(terms("as_organism").texts("term"), [*STAINS.values(), "mixed flora", "no growth"])


def _place(name: str) -> int:
    return list(_names()).index(name)


@cache
def _organisms() -> Indices:
    """The name of each organism of the model."""
    return places(table("organism").names, terms("as_organism").columns["concept"])


@cache
def _stains() -> Indices:
    """What the stain shows of each organism of the model."""
    return np.array([_place(STAINS[gram]) for gram in table("organism").texts("gram")])


@cache
def _antibiotics() -> Texts:
    file = terms("as_antibiotic")
    return file.texts("term")[places(ANTIBIOTICS, file.columns["concept"])]
