"""The four dictionaries: D_ICD_DIAGNOSES, D_ICD_PROCEDURES, D_LABITEMS and D_ITEMS."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.vocabulary import terms
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.text import Texts, same
from medgym_ehr.synthetic.vocabulary import Terms

STRAY_BLANK = 17
"""Every so many-th label of D_ITEMS ends in a blank."""


def dictionaries() -> dict[str, Rows]:
    """File name to rows; they are the same at every scale and seed."""
    return {
        "D_ICD_DIAGNOSES": _titles("diagnosis", "newborn"),
        "D_ICD_PROCEDURES": _titles("procedure"),
        "D_LABITEMS": _lab_items(),
        "D_ITEMS": _items(),
    }


def _titles(*names: str) -> Rows:
    parts = [terms(name) for name in names]
    columns = {"ICD9_CODE": "code", "SHORT_TITLE": "short", "LONG_TITLE": "long"}
    return _rows({column: [part.texts(name) for part in parts] for column, name in columns.items()})


def _lab_items() -> Rows:
    parts = [terms("lab"), terms("finding")]
    texts = {"LABEL": "label", "FLUID": "fluid", "CATEGORY": "category", "LOINC_CODE": "loinc"}
    columns = {column: [part.texts(name) for part in parts] for column, name in texts.items()}
    return _rows({"ITEMID": [part.integers("itemid") for part in parts], **columns})


def _items() -> Rows:
    """Items of all events; ``unlinked.csv`` names the tables of its items, which builds leave out."""
    links = {
        "vital": "chartevents",
        "charted": "chartevents",
        "intake": "inputevents_cv",
        "output": "outputevents",
        "specimen": "microbiologyevents",
        "organism": "microbiologyevents",
        "antibiotic": "microbiologyevents",
    }
    parts = [(terms(name), link) for name, link in links.items()]
    rest = terms("unlinked")
    label = np.concatenate([*(part.texts("label") for part, _ in parts), rest.texts("label")])
    label[::STRAY_BLANK] += " "
    columns = {
        "ITEMID": [*(part.integers("itemid") for part, _ in parts), rest.integers("itemid")],
        "LABEL": [label],
        "DBSOURCE": [
            *(_constant(part, _SOURCES[link]) for part, link in parts),
            _constant(rest, "metavision"),
        ],
        "LINKSTO": [*(_constant(part, link) for part, link in parts), rest.texts("linksto")],
        "CATEGORY": [*(_constant(part, _CATEGORIES[link]) for part, link in parts), rest.texts("category")],
        "UNITNAME": [*(_units(part) for part, _ in parts), rest.texts("unit")],
    }
    return _rows(columns)


_SOURCES = dict.fromkeys(("chartevents", "inputevents_cv", "outputevents"), "carevue") | {
    "microbiologyevents": "hospital"
}
_CATEGORIES = {
    "chartevents": None,
    "inputevents_cv": "Free Form Intake",
    "outputevents": "Output",
    "microbiologyevents": "Microbiology",
}


def _constant(part: Terms, value: str | None) -> Texts:
    return same(value, len(part))


def _units(part: Terms) -> Texts:
    return part.texts("unit") if "unit" in part.columns else _constant(part, None)


def _rows(columns: dict[str, list[NDArray[Any]]]) -> Rows:
    joined = {name: np.concatenate(parts) for name, parts in columns.items()}
    return Rows(np.zeros(len(next(iter(joined.values()))), dtype=np.int64), joined)
