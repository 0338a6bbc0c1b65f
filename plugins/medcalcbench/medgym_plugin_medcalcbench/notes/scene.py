"""What a note is set in: its kind, its people and charts, and its entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Any, NamedTuple, TypeVar

from medgym_plugin_medcalcbench.notes.moment import NONE, Moment, asked_time, counting, entries
from medgym_plugin_medcalcbench.notes.spelled import date_spellings, time_spellings
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.parameter import Inputs

Item = TypeVar("Item")

FIRST_KEY, KEY_DAYS = date(2021, 6, 1), 1_300
"""Span of days asked that no input fixes."""
INPATIENT = {"gcs", "eye_response", "melaena", "ph", "mechanical_ventilation", "cvvhd"}
"""Parameters of people in hospital: no clinic letters."""
SECTIONS = ("times", "intro", "story", "history", "drugs", "exam", "tests", "later")


class Statement(NamedTuple):
    """One statement of a note."""

    section: str
    """One of :data:`SECTIONS`."""
    text: str


@dataclass(frozen=True)
class Scene:
    """One note's circumstances."""

    rng: Random
    age: float
    """The patient's, in years."""
    kind: str
    """``admission``, ``discharge`` or ``letter``."""
    asked: datetime
    """The time at which the patient's state is asked."""
    spelling: int
    """Which of the spellings of times the note keeps to."""
    charts: tuple[str, ...]
    """Numbers of charts: the patient's, and two others'."""
    moments: tuple[Moment, ...]
    """Entries, in no order."""

    @property
    def own(self) -> str:
        """Number of the patient's chart."""
        return self.charts[0]

    @property
    def frames(self) -> Mapping[str, Any]:
        """The sentence forms of all notes, by what they say; from ``forms/frames.json``."""
        frames: Mapping[str, Any] = table()["frames"]
        return frames

    def pick(self, items: Sequence[Item]) -> Item:
        """One of these items, by chance."""
        return self.rng.choice(items)

    def chance(self, share: float) -> bool:
        """True in this share of cases."""
        return self.rng.random() < share

    def date(self, day: date) -> str:
        """A day as this note writes it."""
        spellings = date_spellings(day)
        return spellings[self.spelling % len(spellings)]

    def counting(self, moments: Sequence[Moment]) -> Moment | None:
        """Of these entries the one that counts at the time asked."""
        return counting(moments, self.own, self.asked)


def set_scene(inputs: Inputs, age: float, rng: Random, more: tuple[int, int] = NONE) -> Scene:
    """Circumstances that fit the inputs and the patient's age in years, with ``more`` entries than usual."""
    today = inputs.get("today")
    day = today if isinstance(today, date) else FIRST_KEY + timedelta(days=rng.randrange(KEY_DAYS))
    asked = asked_time(rng, datetime(day.year, day.month, day.day))
    kinds = ["admission", "discharge"] + ["letter"] * (not INPATIENT & set(inputs))
    charts = tuple(str(number) for number in rng.sample(range(1_000, 10_000), 3))
    return Scene(
        rng=rng,
        age=age,
        kind=rng.choice(kinds),
        asked=asked,
        spelling=rng.randrange(len(time_spellings(asked))),
        charts=charts,
        moments=entries(rng, table()["frames"]["labels"]["ward"], charts, asked, more),
    )
