"""Which tasks of a family's split a run plays, and in which order."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random

from medgym_core.errors import ConfigError
from medgym_core.family import TaskFamily
from medgym_core.journal import Index
from medgym_core.rollout.config import RunConfig
from medgym_core.source import Build
from medgym_core.verifier import Status


def select(config: RunConfig, family: TaskFamily, build: Build) -> Sequence[int]:
    """Indices of the tasks: those that `tasks` and `category` name, shuffled if asked for, up to `limit`.

    Raises:
        ConfigError: if the family has no such task or category.
    """
    places: Sequence[int] = range(family.size(build, config.split))
    if config.tasks:
        places = _named(config, family, places)
    if config.category:
        places = _of_category(config, family, build, places)
    if config.shuffle is not None:
        places = list(places)
        Random(f"{config.shuffle}/{family.name}/{config.split}").shuffle(places)
    return places[: config.limit]


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
    """Ids of the tasks of a run of which no episode is a success, in the order in which they were played."""
    solved = {entry.task for entry in index if entry.status is Status.SUCCESS}
    return tuple(dict.fromkeys(entry.task for entry in index if entry.task not in solved))


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


def _named(config: RunConfig, family: TaskFamily, places: Sequence[int]) -> Sequence[int]:
    """The places whose ids are named, in the split's order."""
    ids = {f"{family.name}/{config.split}/{index}": index for index in places}
    found: set[int] = set()
    for pattern in config.tasks:
        if pattern in ids:
            found.add(ids[pattern])
            continue
        matches = [index for name, index in ids.items() if fnmatchcase(name, pattern)]
        if not matches and pattern.startswith(f"{family.name}/"):
            raise ConfigError(
                f"no task of {family.name}'s split {config.split} is {pattern!r}; its ids are "
                f"{family.name}/{config.split}/0 to {len(places) - 1}"
            )
        found |= set(matches)
    if not found:
        raise ConfigError(f"none of the tasks named is one of {family.name}'s; leave that family out")
    return sorted(found)


def _of_category(config: RunConfig, family: TaskFamily, build: Build, places: Sequence[int]) -> Sequence[int]:
    wanted = set(config.category)
    found = [index for index in places if family.task(build, config.split, index).category in wanted]
    if not found:
        names = ", ".join(config.category)
        raise ConfigError(f"no task of {family.name} that would be played is of {names}")
    return found
