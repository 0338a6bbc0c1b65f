"""Questions of the test as people put them: the split ``reworded``. Files, answers and gold stay the same.

A voice of ``voices.toml`` puts every target of the test. In braces stand the file of asked rows and the three
areas that decide what an answer earns.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import NamedTuple

from medgym_core import Calibration
from medgym_plugin_mimic_extract.target import ASKED, Target

NOTICE = (
    "The question is put as people put it: terms may be abbreviated or misspelt, and numbers written in "
    "another way."
)
"""What the prompt of a reworded task says."""


class Voice(NamedTuple):
    """One way of putting every question."""

    name: str
    """Its table in ``voices.toml``."""
    texts: dict[str, str]
    """How areas are written, the frame, and the text of each target and form of answer."""

    def put(self, target: Target, kind: str, graded: Calibration) -> str:
        """The question of a target, and how it is graded."""
        texts = self.texts
        areas = {name: self._area(getattr(graded, name)) for name in ("chance", "baseline", "enough")}
        return texts["frame"].format(
            ask=texts[target.name].format(rows=f"data/{target.dataset}/{ASKED[kind]}/rows.parquet"),
            answer=texts["window" if target.is_intervention else "day"],
            pay=texts["pay"].format(**areas),
        )

    def _area(self, area: float) -> str:
        """An area to three digits, as the test writes it, in this voice's notation."""
        match self.texts["written"]:
            case "percent":
                return f"{round(area, 3):.1%}".rstrip("%")
            case "bare":
                return f"{area:.3f}".removeprefix("0")
            case _:
                return f"{area:.3f}"


@cache
def voices() -> tuple[Voice, ...]:
    """All voices, in the order of ``voices.toml``; each puts every target of the test."""
    text = resources.files(__package__).joinpath("voices.toml").read_text(encoding="utf-8")
    return tuple(Voice(name, texts) for name, texts in tomllib.loads(text).items())
