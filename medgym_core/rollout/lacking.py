"""What the record of a run lacks: planned episodes, what damage took, and tasks that a sampler left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from medgym_core.errors import ConfigError
from medgym_core.journal import Index, Journal
from medgym_core.rollout import folder
from medgym_core.rollout.sampler import remark


@dataclass(frozen=True, slots=True)
class Lacking:
    """What is in none of the figures of a run."""

    unrecorded: int | None
    """Planned episodes (trees, where trees are played) without a record; None where the plan is not known."""
    remarks: tuple[str, ...]
    """A line for each place of damage, one for the unrecorded, one for a sampler; each with what helps."""


def lacking(run: Path, index: Index, journal: Journal) -> Lacking:
    """What the run folder ``run`` lacks, whose ``index`` was read from ``journal``.

    Of labelled data a number that is not zero is not shown.
    """
    total, kind, sampled = _planned(run)
    trees = kind == "trees"
    number = None if total is None else max(0, total - index.recorded(firsts=trees))
    remarks = (*_damage(run, journal), *(_unrecorded(run, number, total or 0, kind, index) if number else ()))
    remarks += (f"{run}: {sampled}",) if sampled else ()
    return Lacking(None if number and index.tier.labelled else number, remarks)


def _planned(run: Path) -> tuple[int | None, str, str]:
    """How many episodes or trees ``run`` is to have (None where that was not noted), which, and how drawn."""
    try:
        config, manifest = folder.load(run)
    except ConfigError:  # records are read without it
        return None, "episodes", ""
    tasks = [pinned.tasks for pinned in manifest.families.values()]
    known = [number for number in tasks if number is not None]
    kind = "trees" if config.tree else "episodes"
    total = sum(known) * config.samples if len(known) == len(tasks) else None
    return total, kind, remark(config)


def _damage(run: Path, journal: Journal) -> Iterator[str]:
    for damage in journal.damage:
        yield f"the journal is damaged in {damage}; `medgym run --resume {run}` plays it again"


def _unrecorded(run: Path, number: int, total: int, kind: str, index: Index) -> Iterator[str]:
    some = "some" if index.tier.labelled else f"{number:,} of {total:,}"
    have = "has" if number == 1 and not index.tier.labelled else "have"
    helps = "it is being played now" if folder.driven(run) else f"`medgym run --resume {run}` goes on"
    yield f"{some} planned {kind} {have} no record in {run}; {helps}"
