"""Watches over the same patients, asked for as people ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from medgym_core import Build
from medgym_plugin_icu_watch import loader, rewording
from medgym_plugin_icu_watch.watches import Asked, Watches


@dataclass(frozen=True)
class RewordedWatches(Watches):
    """Watches of another split, put in the voices of ``voices.toml``."""

    original: str
    """The split whose patients are asked about."""
    notice: ClassVar[str] = rewording.NOTICE

    def asked(self, build: Build, split: str) -> list[Asked]:
        """Each patient of the original in one voice; few again, until every voice has put each kind."""
        reworded = rewording.reworded(loader.patients(build, self.original))
        return [Asked(one.case, one.yardstick, rewording.question(one.case, one.voice)) for one in reworded]
