"""lab: what laboratories found, from the hospital's door to the end of the last stay in a unit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray

from medgym_ehr.eicu.synthetic.finding import Results, derived
from medgym_ehr.eicu.synthetic.part import Part
from medgym_ehr.eicu.synthetic.vocabulary import terms
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.quantity import written
from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import Texts, untidily, words
from medgym_patient import LABS
from medgym_patient.key import Floats

FAILED = 0.012
"""Share of results that gave no number."""


@dataclass(frozen=True)
class Items:
    """What laboratories measure: the model's labs first, then what is derived; one entry each."""

    name: Texts
    type: NDArray[np.int64]
    unit: Texts
    """As eICU has them for all hospitals."""
    decimals: Floats
    of_lab: Indices
    """The item of each lab of the model, -1 for none."""
    scale: Floats
    """Of the model's values."""


@cache
def items(site: str) -> Items:
    """The items of a profile: its troponin is one of two."""
    named, found = terms("as_lab"), terms("finding")
    kept = np.array([own in ("", site) for own in named.columns["site"]])
    of_lab = np.full(len(LABS), -1)
    concept = np.array([LABS.index[name] for name in named.columns["concept"]])[kept]
    of_lab[concept] = np.arange(len(concept))
    nothing = np.ones(len(found))
    return Items(
        np.concatenate([named.texts("term")[kept], found.texts("term")]),
        np.concatenate([named.integers("type")[kept], found.integers("type")]),
        np.concatenate([named.texts("unit")[kept], found.texts("unit")]),
        np.concatenate([named.numbers("decimals")[kept], found.numbers("decimals")]),
        of_lab,
        np.concatenate([named.numbers("scale")[kept], nothing]),
    )


def lab_rows(part: Part) -> Rows:
    """Lab of a part; results after the last stay in a unit are not in the files."""
    own = items(part.records.site)
    found = _results(part, own)
    unit = part.units.owning(found.visit, found.minute)
    rows = np.flatnonzero(unit >= 0)
    rows = rows[np.lexsort((found.item[rows], found.minute[rows], unit[rows]))]
    unit, minute, item = unit[rows], found.minute[rows], found.item[rows]
    luck = part.unit_luck(unit, "lab")
    value = np.where(luck.chance("failed", FAILED), np.nan, found.value[rows])
    offset = part.offset(unit, minute)
    columns: dict[str, Column] = {
        "labresultoffset": offset,
        "labtypeid": own.type[item],
        "labname": untidily(own.name, item, luck.uniform("untidy")),
        "labresult": value,
        "labresulttext": written(value),
        "labmeasurenamesystem": words(own.unit, item),
        "labmeasurenameinterface": _interfaces(part, unit, item, own),
        "labresultrevisedoffset": offset + luck.integers("revised", 5, 90),
    }
    return part.rows(unit, columns)


def _results(part: Part, own: Items) -> Results:
    """The model's results in eICU's units, and what follows from them."""
    labs = part.labs
    item = own.of_lab[labs.lab]
    rows = np.flatnonzero(item >= 0)
    places = {name: place for place, name in enumerate(own.name.tolist())}
    value = labs.value[rows] * own.scale[item[rows]]
    modelled = Results(labs.stay[rows], labs.minute[rows], item[rows], value)
    found = Results.joined([modelled, *derived(part, places)])
    scale = 10.0 ** own.decimals[found.item]
    return Results(found.visit, found.minute, found.item, np.round(found.value * scale) / scale + 0.0)


def _interfaces(part: Part, unit: Indices, item: Indices, own: Items) -> pa.Array:
    """The unit as the hospital's own system writes it."""
    texts, starts, counts = _written_units(part.records.site)
    luck = part.habits.at(part.units.visit[unit]).of("interface").of(counts[item])
    place = starts[item] + (luck.uniform("unit") * counts[item]).astype(np.int64)
    return words(texts, np.where(texts[place] == "", -1, place))


@cache
def _written_units(site: str) -> tuple[Texts, Indices, Indices]:
    named, found = terms("as_lab"), terms("finding")
    kept = [own in ("", site) for own in named.columns["site"]]
    texts = [text for text, own in zip(named.columns["interfaces"], kept, strict=True) if own]
    lists = [text.split(";") for text in (*texts, *found.columns["interfaces"])]
    counts = np.array([len(each) for each in lists])
    return np.array([text for each in lists for text in each], object), np.cumsum(counts) - counts, counts
