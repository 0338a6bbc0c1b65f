"""What tells one family on a hospital database from another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from medgym_core import Progress
from medgym_ehr.hospital.repertoire import Repertoire
from medgym_ehr.published import Release
from medgym_ehr.questions.dialect import Dialect


class Made(Protocol):
    """What is said of a database that was made."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the raw data lacks, a line each."""


@dataclass(frozen=True)
class Elsewhere:
    """Another hospital, whose database has the layout of the family's own and is asked the same templates."""

    synthesise: Callable[[Path, int, int, Progress], None]
    """Writes its synthetic raw files: folder, seed, patients, progress."""
    patients: int
    """Patients of its default synthetic source."""
    fewest: int
    """A synthetic source of a smaller scale has no fewer."""
    full: int
    """A build of fewer patients asks proportionally fewer questions."""
    size: int
    """Questions in a full build."""
    apart: Mapping[str, str]
    """Words to a query for what no two hospitals share: patients, stays."""

    def patients_beside(self, scale: int, default: int) -> int:
        """How many are written beside ``scale`` patients of a hospital that has ``default`` of them."""
        return max(self.fewest, round(self.patients * scale / default))


@dataclass(frozen=True)
class Hospital:
    """One family's database: how it is made, and what is asked of it."""

    name: str
    """Name of the database for the agent; its file is ``NAME.sqlite``."""
    dialect: Dialect
    """Its clock, ledger and visits."""
    repertoire: Repertoire
    """Its templates."""
    conventions: str
    """What the prompt says about the database and the terms of the questions."""
    build_database: Callable[[Path, Path, Progress, bool], Made]
    """Makes the database: raw folder, path of the SQLite file, progress, whether values are shuffled."""
    synthesise: Callable[[Path, int, int, Progress], None]
    """Writes synthetic raw files: folder, seed, patients, progress."""
    patients: int
    """Patients of the default synthetic source."""
    counted: str
    """A query for the number of patients in the database."""
    full: int
    """A build of fewer patients asks proportionally fewer questions."""
    sizes: Mapping[str, int]
    """Questions of the splits ``train``, ``test``, ``ood`` and ``abstention`` in a full build."""
    release: Release
    """The published questions on this database."""
    others: tuple[Release, ...] = ()
    """Published questions on databases of their own, which the family loads too; the templates do not fit."""
    elsewhere: Elsewhere | None = None
    """Another hospital to ask about; None where the family asks about one."""

    @property
    def database(self) -> str:
        """Path of the database in the public half."""
        return f"{self.name}.sqlite"

    @property
    def database_elsewhere(self) -> str:
        """Path of the other hospital's database there."""
        return f"{self.name}-other-site.sqlite"
