"""How questions are put: frames with a calculator's everyday names, and sentences of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from medgym_plugin_medcalcbench.held_out import asked

STEP = 3
"""Frames from one name of a calculator to the next, so that each has frames of its own."""


@cache
def _wordings() -> Mapping[str, Any]:
    path = Path(__file__).with_name("wordings.json")
    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@cache
def wordings(key: str) -> Sequence[str]:
    """The wordings of a calculator, each with a place ``{time}`` or ``{TIME}``, names in frames first."""
    place = [calculator.key for calculator in asked("test")].index(key)
    frames, own = _wordings()["frames"], _wordings()["calculators"][key]
    named = [
        frames[(place + STEP * number) % len(frames)].replace("{name}", name).replace("{NAME}", name.upper())
        for number, name in enumerate(own["names"])
    ]
    return [*named, *own["asks"]]


def put(wording: str, time: str) -> str:
    """A wording with a time."""
    return wording.replace("{time}", time).replace("{TIME}", time.upper())
