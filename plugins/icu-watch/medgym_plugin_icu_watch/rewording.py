"""Watches of the test as people ask for them: the split ``reworded``. Patients and gold stay the same.

Each kind of patient that the test has is put in every voice of ``voices.toml``.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from medgym_plugin_icu_watch.case import Case
from medgym_plugin_icu_watch.reward import Yardstick

NOTICE = "The question is put as people put it: terms may be abbreviated or misspelt."
"""What the prompt of a reworded task says."""


class Reworded(NamedTuple):
    """A watch of the test in other words."""

    case: Case
    """The patient."""
    yardstick: Yardstick
    """What the reward is measured by."""
    voice: str
    """Who asks: a table of ``voices.toml``."""


def reworded(tests: Sequence[tuple[Case, Yardstick]]) -> Iterator[Reworded]:
    """Each patient of the test once, the kinds in turn; few again, until every voice has put each kind."""
    kinds: defaultdict[str, list[tuple[Case, Yardstick]]] = defaultdict(list)
    for case, yardstick in tests:
        kinds[case.kind].append((case, yardstick))
    names = tuple(voices())
    for place in range(max((max(len(some), len(names)) for some in kinds.values()), default=0)):
        for some in kinds.values():
            if place < max(len(some), len(names)):
                yield Reworded(*some[place % len(some)], names[place % len(names)])


def question(case: Case, voice: str) -> str:
    """The question about a patient as a voice puts it."""
    texts = voices()[voice]
    return texts["frame"].format(who=texts[case.kind])


@cache
def voices() -> Mapping[str, Mapping[str, str]]:
    """Voice to its frame and what it calls each kind."""
    return tomllib.loads(resources.files(__package__).joinpath("voices.toml").read_text(encoding="utf-8"))
