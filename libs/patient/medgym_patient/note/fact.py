"""What a chart holds of a stay, fact by fact: what notes are written from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "lab", "vital", "order", "culture", "organism", "diagnosis", "procedure", "intake", "output",
    "condition", "allergy", "finding", "visit",
]  # fmt: skip
"""Kinds of facts; an order is a prescription, a finding a symptom or a sign, a visit an appointment."""


@dataclass(frozen=True)
class Fact:
    """One thing that is so."""

    kind: Kind
    concept: str
    """As in the tables of ``medgym_patient.concept``."""
    minute: float
    """Since admission; of what has no time 0."""
    value: float | None = None
    unit: str = ""
    """Of the value; empty if it has none."""
    decimals: int = 0
    """With which the value is charted."""
    stop: float = 0.0
    """Of an order: when it ends."""
    home: bool = False
    """Of an order: whether it goes on from home."""
    names: tuple[str, ...] = ()
    """What notes may call it, instead of the lexicon's names."""
    source: str = ""
    """Of an organism: the concept of the culture in which it grew."""
    abnormal: bool = False
    """Of a lab: outside the reference range."""

    @property
    def number(self) -> str:
        """The value as it is charted."""
        return "" if self.value is None else f"{self.value:.{self.decimals}f}"
