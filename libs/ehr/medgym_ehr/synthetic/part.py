"""Some of a batch's people with all that the patient model knows of them, and chance for each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices
from medgym_patient import LABS, PANELS, People, Records, take
from medgym_patient.record import Labs, Stays

SERIES, DRAWN_AGAIN = 0.4, 0.12
"""Shares of a stay's panels that files hold whenever drawn, and of draws of the others after the first:
builds take no longer than they need."""
DAY = 24 * 60
"""Minutes."""
_PANELS = np.array([PANELS.index(panel) for panel in LABS.texts("panel")])


@dataclass(frozen=True)
class Part:
    """People and all that happened to them; ``stay`` of a table is a number of this part.

    A source's rendering adds how it numbers and dates them.
    """

    records: Records

    source: ClassVar[str]
    """Names the draws, so that what is chance in one source is not in another."""

    @property
    def people(self) -> People:
        """The persons."""
        return self.records.people

    @property
    def stays(self) -> Stays:
        """Their stays."""
        return self.records.stays

    @cached_property
    def labs(self) -> Labs:
        """The results that files hold: each panel as a stay first has it, and some drawn again."""
        labs = self.records.labs
        panel = _PANELS[labs.lab]
        _, first, place = np.unique(labs.stay * len(PANELS) + panel, return_index=True, return_inverse=True)
        own = self.stay_luck.of("panel").at(labs.stay).of(panel)
        kept = (labs.minute == labs.minute[first][place]) | own.chance("series", SERIES)
        kept |= own.of(labs.minute.astype(np.int64)).chance("kept", DRAWN_AGAIN)
        return Labs(*(getattr(labs, field.name)[kept] for field in fields(Labs)))

    @cached_property
    def luck(self) -> Luck:
        """Draws for each person."""
        return Luck(self.people.key).of(self.source)

    @cached_property
    def stay_luck(self) -> Luck:
        """Draws for each stay."""
        return self.luck.at(self.stays.person).of(self.stays.ordinal)

    def row_luck(self, stay: Indices, stream: str) -> Luck:
        """Draws for the rows of a table, ``stay`` ascending."""
        number = np.arange(len(stay)) - np.searchsorted(stay, stay)
        return self.stay_luck.of(stream).at(stay).of(number)


def pieces(records: Records, people: int) -> Iterator[Records]:
    """The people of a batch in order, so many at a time; every table is by people, so no row is copied."""
    for first in range(0, len(records.people.number), people):
        yield _sliced(records, first, min(first + people, len(records.people.number)))


def _sliced(records: Records, first: int, last: int) -> Records:
    begin, end = (int(place) for place in np.searchsorted(records.stays.person, [first, last]))
    found: dict[str, Any] = {
        "site": records.site,
        "people": take(records.people, np.arange(first, last)),
        "stays": _rows(records.stays, begin, end, "person", first),
    }
    for field in fields(records):
        if field.name not in found:
            table = getattr(records, field.name)
            low, high = (int(place) for place in np.searchsorted(table.stay, [begin, end]))
            found[field.name] = _rows(table, low, high, "stay", begin)
    return Records(**found)


def _rows(table: Any, low: int, high: int, owner: str, base: int) -> Any:
    columns = {field.name: getattr(table, field.name)[low:high] for field in fields(table)}
    return type(table)(**columns | {owner: columns[owner] - base})
