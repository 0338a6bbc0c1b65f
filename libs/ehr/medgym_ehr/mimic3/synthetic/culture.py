"""MICROBIOLOGYEVENTS: cultures, what grew in them, and which antibiotics act on it."""

from __future__ import annotations

from functools import cache

import numpy as np

from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.mimic3.synthetic.vocabulary import terms
from medgym_ehr.synthetic.clock import NEVER, datetimes, midnight
from medgym_ehr.synthetic.concept import places
from medgym_ehr.synthetic.files import Column, Rows, optional
from medgym_ehr.synthetic.sampling import Indices, repeat
from medgym_ehr.synthetic.text import untidily, words
from medgym_patient import ANTIBIOTICS, SPECIMENS
from medgym_patient.concept import table
from medgym_patient.key import Flags, Floats

WITHOUT_TIME = 0.25
"""Share of cultures of which only the date is known."""
INTERMEDIATE = 0.12
"""Share of those resistant that are found intermediate."""
DILUTIONS = {"S": (0.25, 0.5, 1.0, 2.0, 4.0), "I": (8.0,), "R": (16.0, 32.0, 64.0)}
"""mg/L at which growth stops, by verdict."""
_SCREEN = SPECIMENS.index("mrsa_screen")


def culture_rows(part: Part) -> Rows:
    """MICROBIOLOGYEVENTS of a part: a row for each antibiotic tested, or one if none was."""
    cultures = part.records.cultures
    time = part.at(cultures.stay, cultures.minute)
    luck = part.row_luck(cultures.stay, "culture")
    dated = np.where(luck.chance("date", WITHOUT_TIME), NEVER, time)
    culture, antibiotic = _tests(part)
    stay = cultures.stay[culture]
    specimen = _pick("specimen", SPECIMENS, cultures.specimen, luck.uniform("specimen"))[culture]
    organism = _organisms(part, luck.uniform("organism"))[culture]
    grows = organism >= 0
    each = luck.at(culture).of(antibiotic + 1)
    specimens, organisms = terms("specimen"), terms("organism")
    columns: dict[str, Column] = {
        **part.named(stay),
        "CHARTDATE": datetimes(midnight(time[culture])),
        "CHARTTIME": datetimes(dated[culture]),
        "SPEC_ITEMID": specimens.integers("itemid")[specimen],
        "SPEC_TYPE_DESC": untidily(specimens.texts("label"), specimen, each.uniform("untidy")),
        "ORG_ITEMID": optional(organisms.integers("itemid")[organism], grows),
        "ORG_NAME": untidily(organisms.texts("label"), organism, each.uniform("untidy name")),
        "ISOLATE_NUM": optional(np.ones(len(grows), dtype=np.int64), grows),
        **_verdicts(part, culture, antibiotic, each.uniform("dilution")),
    }
    return Rows(part.stays.person[stay], columns)


def _tests(part: Part) -> tuple[Indices, Indices]:
    """The culture and the antibiotic (in ``as_antibiotic.csv``) of each row; -1 where none was tested."""
    cultures = part.records.cultures
    model, _ = _antibiotics()
    tested = (cultures.susceptible[:, model] >= 0) & (cultures.organism >= 0)[:, None]
    tested &= (cultures.specimen != _SCREEN)[:, None]
    counts = np.maximum(tested.sum(axis=1), 1)
    culture, number = repeat(counts)
    ordered = np.argsort(~tested, axis=1, kind="stable")
    antibiotic = ordered[culture, number]
    return culture, np.where(tested[culture, antibiotic], antibiotic, -1)


def _organisms(part: Part, luck: Floats) -> Indices:
    """Term of what grew, -1 for nothing; a screen says only that there is a resistant one."""
    cultures, names = part.records.cultures, (*table("organism").names, "mrsa_screen")
    concept = np.where(
        (cultures.specimen == _SCREEN) & (cultures.organism >= 0), len(names) - 1, cultures.organism
    )
    found = _pick("organism", names, concept.clip(0), luck)
    return np.where(concept >= 0, found, -1)


def _verdicts(part: Part, culture: Indices, antibiotic: Indices, luck: Floats) -> dict[str, Column]:
    cultures, (model, label) = part.records.cultures, _antibiotics()
    tested: Flags = antibiotic >= 0
    acts = cultures.susceptible[culture, model[antibiotic]] == 1
    verdict = np.where(acts, 0, np.where(luck < INTERMEDIATE, 1, 2))
    steps = [np.array(each) for each in DILUTIONS.values()]
    dilution = np.select(
        [verdict == number for number in range(len(steps))],
        [each[(luck * len(each)).astype(np.int64)] for each in steps],
    )
    name = label[antibiotic]
    listed = terms("antibiotic")
    return {
        "AB_ITEMID": optional(listed.integers("itemid")[name], tested),
        "AB_NAME": words(listed.texts("label"), np.where(tested, name, -1)),
        "DILUTION_COMPARISON": words(np.array(["="], dtype=object), np.where(tested, 0, -1)),
        "DILUTION_VALUE": np.where(tested, dilution, np.nan),
        "INTERPRETATION": words(np.array(list(DILUTIONS), dtype=object), np.where(tested, verdict, -1)),
    }


@cache
def _antibiotics() -> tuple[Indices, Indices]:
    """The model's antibiotic, and the term, of each row of ``as_antibiotic.csv``."""
    file = terms("as_antibiotic")
    concept = places(file.columns["concept"], ANTIBIOTICS)
    return concept, places(file.columns["term"], terms("antibiotic").columns["label"])


def _pick(kind: str, names: tuple[str, ...], concept: Indices, luck: Floats) -> Indices:
    """A term of ``kind.csv`` for each concept, one of those that ``as_kind.csv`` gives it."""
    bounds, term = _bounds(kind, names)
    chosen: Indices = term[np.searchsorted(bounds, concept + luck, side="right").clip(max=len(term) - 1)]
    return chosen


@cache
def _bounds(kind: str, names: tuple[str, ...]) -> tuple[Floats, Indices]:
    file = terms(f"as_{kind}")
    concept = places(file.columns["concept"], names)
    order = np.argsort(concept, kind="stable")
    concept, weight = concept[order], file.numbers("weight")[order]
    total = np.bincount(concept, weight, len(names))
    before = np.cumsum(total) - total
    term = places(file.columns["term"], terms(kind).columns["label"])[order]
    return concept + (np.cumsum(weight) - before[concept]) / total[concept], term
