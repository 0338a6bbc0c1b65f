"""Questions of the test as people put them: the split ``reworded``. Answers and gold stay the same.

A voice of ``voices.toml`` puts every target of the test. No question names the folder of its target, nor
where its rewards begin, which would name it too: boxes hold those of all, so that only who reads what is
asked knows which rows to predict.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple

from medgym_core import Calibration
from medgym_plugin_ehrshot.box import ANY
from medgym_plugin_ehrshot.target import ASKED, Kind, Target

NOTICE = (
    "The question is put as people put it: terms may be abbreviated or misspelt, and numbers and units "
    "written in another way."
)
"""What the prompt of a reworded task says."""


class Voice(NamedTuple):
    """One way of putting every question."""

    name: str
    """Its table in ``voices.toml``."""
    texts: dict[str, str]
    """The frame, and the texts that it frames."""

    def put(self, target: Target, kind: Kind, columns: Mapping[str, Calibration]) -> str:
        """The question of a target; ``columns`` are those that are graded."""
        texts, asked = self.texts, self.texts[target.name]
        if wrapping := texts.get(target.name.partition("_")[0]):
            asked = wrapping.format(what=asked)
        answer = texts["several" if len(columns) > 1 else "answer"]
        return texts["frame"].format(
            ask=asked,
            rows=f"data/{ANY}/{ASKED[kind]}/rows.parquet",
            answer=answer.format(columns=", ".join(("row_id", *columns))),
        )


@cache
def voices() -> tuple[Voice, ...]:
    """All voices, in the order of ``voices.toml``; each puts every target of the test."""
    text = resources.files(__package__).joinpath("voices.toml").read_text(encoding="utf-8")
    return tuple(Voice(name, texts) for name, texts in tomllib.loads(text).items())
