"""Which tasks of a family a run plays, and in which order."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import islice, zip_longest
from math import ceil
from pathlib import Path
from random import Random

from medgym_core.errors import ConfigError
from medgym_core.family import TaskFamily
from medgym_core.journal import Index
from medgym_core.rollout.config import RunConfig
from medgym_core.source import Build
from medgym_core.verifier import Status

PATIENCE = 2000
"""So many tasks in a row of categories that have enough end the search for others."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a task of a family is found."""

    split: str
    """Its split."""
    index: int
    """Its index."""


def select(
    config: RunConfig, family: TaskFamily, build: Build, among: Collection[Address] | None = None
) -> Sequence[Address]:
    """Which tasks of each split: those of `tasks` and `category`, shuffled if asked for, up to `limit`.

    What `limit` leaves is of every category alike, as far as there are so many; a lower limit takes a part of
    what a higher one takes. None is taken that is not ``among`` those given, if any are. What a sampler drew
    already is taken as it was drawn.

    Raises:
        ConfigError: if the family has no such task or category.
    """
    if config.drawn:
        return _drawn(config, family, build)
    places: dict[str, Sequence[int]] = {
        split: range(family.size(build, split)) for split in config.split if split in family.splits
    }
    if config.tasks:
        places = _named(config, family, places)
    if config.category:
        places = _in_categories(config, family, build, places)
    if among is not None:
        places = {
            split: [index for index in indices if Address(split, index) in among]
            for split, indices in places.items()
        }
    if config.shuffle is not None:
        seeds = {split: f"{config.shuffle}/{family.name}/{split}" for split in places}
        places = {split: _shuffled(indices, seeds[split]) for split, indices in places.items()}
    if config.limit is not None:
        places = {
            split: _balanced(config.limit, family, build, split, indices) for split, indices in places.items()
        }
    return [Address(split, index) for split, indices in places.items() for index in indices]


def _drawn(config: RunConfig, family: TaskFamily, build: Build) -> Sequence[Address]:
    """The places that were drawn, in the order of drawing."""
    ids = (id.split("/") for id in config.drawn)
    places = [Address(split, int(index)) for name, split, index in ids if name == family.name]
    held = {split: family.size(build, split) for split in family.splits}
    if not places or any(place.index >= held.get(place.split, 0) for place in places):
        raise ConfigError(
            f"`drawn` holds no task of {family.name}, or one that it has not; leave `drawn` out to draw anew"
        )
    return places


def _balanced(
    limit: int, family: TaskFamily, build: Build, split: str, indices: Sequence[int]
) -> Sequence[int]:
    """At most ``limit`` of the indices in their order, one of each category in turn."""
    if limit >= len(indices):
        return indices
    found: dict[str, list[int]] = {}
    most, vain = ceil(limit / len(family.categories)), 0
    for index in indices:
        of_one = found.setdefault(family.task(build, split, index).category, [])
        vain = 0 if len(of_one) < most else vain + 1
        of_one.append(index)
        if vain > PATIENCE or (vain and _enough(found, most, family)):
            break
    in_turn = (index for row in zip_longest(*found.values()) for index in row if index is not None)
    chosen = set(islice(in_turn, limit))
    return [index for index in indices if index in chosen]


def _enough(found: Mapping[str, Sequence[int]], most: int, family: TaskFamily) -> bool:
    return len(found) == len(family.categories) and all(len(some) >= most for some in found.values())


def _shuffled(indices: Sequence[int], seed: str) -> Sequence[int]:
    return Random(seed).sample(indices, len(indices))


def refuse_unknown_splits(names: Iterable[str], families: Collection[TaskFamily]) -> None:
    """Refuse a split that no family has, and a family that has none of the splits.

    Raises:
        ConfigError: naming it, and what there is.
    """
    wanted = set(names)
    known = {split: None for family in families for split in family.splits}
    for family in families:
        if not wanted & set(family.splits):
            named = " or ".join(map(repr, names))
            raise ConfigError(f"{family.name} has no split {named}; it has: {', '.join(family.splits)}")
    if unknown := sorted(wanted - set(known)):
        raise ConfigError(f"no family has a split {unknown[0]!r}; they have: {', '.join(known)}")


def refuse_unknown_categories(names: Iterable[str], families: Iterable[TaskFamily]) -> None:
    """Refuse a category that none of the families has.

    Raises:
        ConfigError: naming it, and what is like it.
    """
    known = sorted({category.name for family in families for category in family.categories})
    for name in names:
        if name not in known:
            close = [one for one in known if name in one] or difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(known)}"
            raise ConfigError(f"there is no category {name!r}; {hint}")


def unsolved(index: Index) -> tuple[str, ...]:
    """Ids of the tasks of a run of which no episode is a success, in the order of splits and indices."""
    solved = {entry.task for entry in index if entry.status is Status.SUCCESS}
    return tuple(dict.fromkeys(entry.task for entry in index.by_task() if entry.task not in solved))


def listed(file: Path) -> tuple[str, ...]:
    """Ids and patterns of a file, one a line; blank lines and those that begin with # are none.

    Raises:
        ConfigError: if it cannot be read or names nothing.
    """
    try:
        lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read the tasks of {file}: {error}") from error
    found = tuple(line for line in lines if line and not line.startswith("#"))
    if not found:
        raise ConfigError(f"{file} names no task; write one id or pattern a line, such as npowerai/test/3")
    return found


def _named(
    config: RunConfig, family: TaskFamily, places: Mapping[str, Sequence[int]]
) -> dict[str, Sequence[int]]:
    """The places whose ids are named, in the splits' order."""
    ids = {f"{family.name}/{split}/{index}": (split, index) for split in places for index in places[split]}
    found: set[tuple[str, int]] = set()
    for pattern in config.tasks:
        if pattern in ids:
            found.add(ids[pattern])
            continue
        matches = [place for name, place in ids.items() if fnmatchcase(name, pattern)]
        if not matches and pattern.startswith(f"{family.name}/"):
            spans = _spans(family, places)
            raise ConfigError(f"no task of {family.name} that would be played is {pattern!r}; {spans}")
        found.update(matches)
    if not found:
        raise ConfigError(f"none of the tasks named is one of {family.name}'s; leave that family out")
    return {split: [index for index in places[split] if (split, index) in found] for split in places}


def _spans(family: TaskFamily, places: Mapping[str, Sequence[int]]) -> str:
    """Which ids there are."""
    spans = (f"{family.name}/{split}/0 to {len(indices) - 1}" for split, indices in places.items() if indices)
    return f"its ids are {', '.join(spans)}"


def _in_categories(
    config: RunConfig, family: TaskFamily, build: Build, places: Mapping[str, Sequence[int]]
) -> dict[str, Sequence[int]]:
    wanted = set(config.category)
    chosen: dict[str, Sequence[int]] = {
        split: [index for index in indices if family.task(build, split, index).category in wanted]
        for split, indices in places.items()
    }
    if not any(chosen.values()):
        names = ", ".join(config.category)
        raise ConfigError(f"no task of {family.name} that would be played is of {names}")
    return chosen
