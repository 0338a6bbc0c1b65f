"""What all statements of one note share: its kind, its dates, its patient, and random choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any, NamedTuple, TypeVar

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.notes.spelled import date_spellings
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.parameter import Inputs

Item = TypeVar("Item")

FIRST_KEY, KEY_DAYS = date(2021, 6, 1), 1_300
"""Span of key dates that no input fixes."""
AGED_RELATIVES = {"family_heart_disease", "family_thrombosis"}
"""Findings of relatives that score: beside these, only relatives by marriage have diseases."""
INPATIENT = {"gcs", "eye_response", "melaena", "ph", "mechanical_ventilation", "cvvhd"}
"""Parameters of people in hospital: no clinic letters."""
INFANCY = 2.5
"""In years."""
DRAWN, FARTHEST = 16, 4
"""Other patients drawn, and how many of them are used."""


class Statement(NamedTuple):
    """One statement of a note."""

    section: str
    """``intro``, ``story``, ``history``, ``drugs``, ``exam``, ``tests`` or ``later``."""
    text: str


@dataclass(frozen=True)
class Scene:
    """One note's circumstances."""

    rng: Random
    age: float
    """The patient's, in years."""
    kind: str
    """``admission``, ``discharge`` or ``letter``."""
    key: date
    """The day that counts."""
    spelling: int
    """Which of the spellings of dates the note keeps to."""
    past: tuple[date, ...]
    """Three earlier days, the latest first."""
    future: tuple[date, ...]
    """Three later days, the earliest first."""
    relatives: str
    """Which relatives have diseases: ``blood`` or ``law``."""
    elsewhere: tuple[Inputs, ...] = ()
    """Other patients with quite another answer; what was measured at other times is theirs."""

    @property
    def infant(self) -> bool:
        """Whether the patient was not yet there on some of the earlier days."""
        return self.age < INFANCY

    @property
    def frames(self) -> Mapping[str, Any]:
        """The sentence forms."""
        frames: Mapping[str, Any] = table()["frames"]
        return frames

    def pick(self, items: Sequence[Item]) -> Item:
        """One of these."""
        return self.rng.choice(items)

    def chance(self, share: float) -> bool:
        """True in this share of cases."""
        return self.rng.random() < share

    def date(self, day: date) -> str:
        """A day as this note writes it."""
        return date_spellings(day)[self.spelling]

    def words(self, slot: str) -> str:
        """Words for one of the common slots."""
        choices = self.frames["slots"][slot]
        return str(self.pick(choices.get(self.kind) or choices.get("any") or choices[self.relatives]))

    def fill(self, frame: str, **own: str) -> str:
        """The frame with every slot filled: by ``own``, by the note's dates, or by chance."""
        days = {f"past{i}": self.date(day) for i, day in enumerate(self.past, 1)}
        days |= {f"future{i}": self.date(day) for i, day in enumerate(self.future, 1)}
        common = {slot: self.words(slot) for slot in self.frames["slots"]}
        since = self.age - 17 if self.age >= 18 else self.age - 1
        year = str(self.key.year - self.rng.randint(1, int(max(1, min(14, since)))))
        return frame.format(**{**common, **days, "key": self.date(self.key), "year": year, **own})


def set_scene(calculator: Calculator, inputs: Inputs, age: float, rng: Random) -> Scene:
    """Circumstances that fit the inputs and the patient's age in years."""
    today = inputs.get("today")
    key = today if isinstance(today, date) else FIRST_KEY + timedelta(days=rng.randrange(KEY_DAYS))
    kinds = [kind for kind, head in table()["frames"]["head"].items() if isinstance(head, dict)]
    if INPATIENT & set(inputs):
        kinds.remove("letter")
    kind = "letter" if "last_period" in inputs else rng.choice(kinds)
    back, ahead = rng.randint(20, 80), rng.randint(1, 3)
    past = (2, 3, 4) if age < INFANCY else (back, back + rng.randint(20, 90), back + rng.randint(100, 300))
    future = (ahead, ahead + rng.randint(1, 3), ahead + rng.randint(4, 9))
    return Scene(
        rng=rng,
        age=age,
        kind=kind,
        key=key,
        spelling=rng.randrange(len(date_spellings(key))),
        past=tuple(key - timedelta(days=days) for days in past),
        future=tuple(key + timedelta(days=days) for days in future),
        relatives="law" if AGED_RELATIVES & set(inputs) else "blood",
        elsewhere=others(calculator, inputs, rng),
    )


def others(calculator: Calculator, inputs: Inputs, rng: Random) -> tuple[Inputs, ...]:
    """Of some patients drawn, those whose answers lie farthest from that of ``inputs``, on one side of it."""

    def distance(patient: Inputs) -> float:
        other = calculator.compute(patient)
        if isinstance(answer, int | float) and isinstance(other, int | float):
            return other - answer
        return 0

    answer = calculator.compute(inputs)
    drawn = sorted((draw(calculator, rng) for _ in range(DRAWN)), key=distance)
    farthest = drawn[-FARTHEST:] if distance(drawn[-1]) >= -distance(drawn[0]) else drawn[:FARTHEST]
    rng.shuffle(farthest)
    return tuple(farthest)
