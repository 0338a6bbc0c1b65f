"""LABEVENTS: what laboratories found in each draw of an admission."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.finding import Result, derived
from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.mimic3.synthetic.vocabulary import terms
from medgym_ehr.synthetic.clock import datetimes
from medgym_ehr.synthetic.concept import places
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.quantity import written
from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import Texts, same, untidily, words
from medgym_patient import LABS
from medgym_patient.key import Flags, Floats

WITHOUT_NUMBER = 0.004
"""Share of measured items whose sample gave no number."""
WITHOUT_UNIT = 0.015
CHANGED = 0.4
"""Share of the reference range by which a value within it must differ from the one before to be flagged."""


@dataclass(frozen=True)
class LabItems:
    """All items: those with numbers first, then those whose result is a word."""

    itemid: NDArray[np.int64]
    unit: Texts
    low: NDArray[np.float64]
    """Limits of normal, of numbers."""
    high: NDArray[np.float64]
    words: Texts
    """All words, and the last for what gave no result."""
    first_word: Indices
    """Where each item's words begin."""


@cache
def lab_items() -> LabItems:
    """The items of ``lab.csv`` and ``finding.csv``."""
    lab, finding = terms("lab"), terms("finding")
    nothing = np.full(len(finding), np.nan)
    choices = finding.choices("values")
    return LabItems(
        np.concatenate([lab.integers("itemid"), finding.integers("itemid")]),
        np.concatenate([lab.texts("unit"), same(None, len(finding))]),
        np.concatenate([lab.numbers("low"), nothing]),
        np.concatenate([lab.numbers("high"), nothing]),
        np.append(choices.texts, "NOT DONE"),
        np.concatenate([np.zeros(len(lab), dtype=np.int64), choices.starts]),
    )


def lab_rows(part: Part) -> Rows:
    """LABEVENTS of a part."""
    found = _results(part)
    found = found.at(np.lexsort((found.item, found.minute, found.stay)))
    stay, item, word = found.stay, found.item, found.word
    items, luck = lab_items(), part.row_luck(stay, "lab")
    failed = luck.chance("failed", WITHOUT_NUMBER) & (word < 0)
    text = np.where(failed, len(items.words) - 1, np.where(word < 0, -1, items.first_word[item] + word))
    value = np.where(failed, np.nan, found.value)
    unitless = luck.chance("unit", WITHOUT_UNIT)
    flag = np.where(found.odd, 0, np.where(_changed(stay, item, value), 1, -1))
    columns: dict[str, Column] = {
        **part.named(stay),
        "ITEMID": items.itemid[item],
        "CHARTTIME": datetimes(part.at(stay, found.minute)),
        "VALUE": written(value, words(items.words, text)),
        "VALUENUM": value,
        "VALUEUOM": untidily(items.unit, np.where(unitless, -1, item), luck.uniform("untidy")),
        "FLAG": words(np.array(["abnormal", "delta"], dtype=object), flag),
    }
    return Rows(part.stays.person[stay], columns)


def _results(part: Part) -> Result:
    """The model's results, and what follows from them."""
    labs, known = part.labs, _items_of_labs()[part.labs.lab] >= 0
    own = Result(
        labs.stay[known],
        labs.minute[known],
        _items_of_labs()[labs.lab[known]],
        labs.value[known],
        np.full(int(known.sum()), -1),
        labs.abnormal[known],
    )
    items = lab_items()
    return Result.joined([own, *derived(part, {item: n for n, item in enumerate(items.itemid.tolist())})])


@cache
def _items_of_labs() -> Indices:
    """Position among the items of each lab of the model, -1 for what is charted at the bedside."""
    mapping = terms("as_lab")
    found = np.full(len(LABS), -1)
    items = places(mapping.columns["term"], [str(item) for item in lab_items().itemid])
    found[places(mapping.columns["concept"], LABS.names)] = items
    return found


def _changed(stay: Indices, item: Indices, value: Floats) -> Flags:
    """Numbers far from the same item's before, in rows by stay and time."""
    items = lab_items()
    order = np.lexsort((item, stay))
    width = (items.high - items.low)[item[order]]
    again = (np.diff(stay[order], prepend=-1) == 0) & (np.diff(item[order], prepend=-1) == 0)
    moved = np.abs(np.diff(value[order], prepend=np.nan)) > CHANGED * width
    found = np.zeros(len(stay), dtype=bool)
    found[order] = again & moved
    return found
