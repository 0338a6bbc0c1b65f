"""The contract of a check: what it looks at, and what it found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import Field, JsonValue

from medgym_core.registry.certificate import Waiver
from medgym_prove.subject import Subject
from medgym_sandbox.boundary.frozen import Frozen

Level = Literal[0, 1, 2, 3, 4]
"""0 static, 1 build, 2 dynamic, 3 adversarial, 4 finish."""


class Evidence(Frozen):
    """What a check saw."""

    examined: int = Field(ge=0)
    """How many things it looked at; none at all is a failure."""
    problems: tuple[str, ...] = ()
    """What is wrong, each with where."""
    figures: Mapping[str, JsonValue] = Field(default_factory=dict)
    """What was counted and scored: the same wherever the same source is checked at the same scale."""
    measured: Mapping[str, JsonValue] = Field(default_factory=dict)
    """What depends on the machine: times, and what is installed there. No certificate holds it."""
    hint: str | None = None
    """How to fix what is wrong; None where the check's own hint says it."""


@dataclass(frozen=True)
class Check:
    """One thing that a family must prove."""

    id: str
    """Letter of its kind (S, B, D, A, F) and a number, as in ``S01``."""
    level: Level
    """When it runs."""
    title: str
    """What holds if it passes, in one line."""
    hint: str
    """How to fix it."""
    examine: Callable[[Subject], Evidence]
    """Looks. A family that breaks is a problem it reports, not an exception it lets through."""


class Finding(Frozen):
    """What became of one check."""

    id: str
    """The check."""
    tier: Level
    """Its validation level; the field keeps its former name."""
    title: str
    """What it is about."""
    status: Literal["pass", "fail", "waived"]
    """Waived findings failed, and are excused until the waiver expires."""
    problems: tuple[str, ...] = ()
    """What is wrong."""
    figures: Mapping[str, JsonValue] = Field(default_factory=dict)
    """What was counted and scored."""
    measured: Mapping[str, JsonValue] = Field(default_factory=dict)
    """What depends on the machine."""
    hint: str = ""
    """How to fix it, where it failed."""
    ran: bool = True
    """Whether anything was examined; not where the family cannot be loaded, which is a failure too."""
    waiver: Waiver | None = None
    """Why it is excused."""
    seconds: float = 0.0
    """Time it took."""
