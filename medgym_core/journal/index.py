"""The index of a journal: for every episode, where it stands and the figures that reports need.

It is rebuilt by a scan whenever it is needed (ten thousand records take about a second), so it can never
disagree with the journal.
"""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from medgym_core.access.tier import Tier, strictest
from medgym_core.errors import ConfigError, DataError
from medgym_core.journal.entry import Entry, entry_of
from medgym_core.journal.reader import Journal
from medgym_core.trajectory import Episode

_OWN = Entry._fields[: Entry._fields.index("segment")]
_COLUMNS = (*_OWN, "rewarded", "shared")
_AT_ONCE = 256  # rows: parsing records and filling the table by turns would cost a fifth more

_CREATE = f"create table entry (id text primary key, {', '.join(_COLUMNS[1:])})"
_ADD = (
    f"insert into entry values ({', '.join('?' * len(_COLUMNS))}) on conflict (id) do "
    f"update set {', '.join(f'{name} = excluded.{name}' for name in _COLUMNS[1:])} "
    f"where excluded.rewarded or not entry.rewarded"
)
_SELECT = f"select shared, {', '.join(_OWN)} from entry"
_BY_TASK = "order by rtrim(task, '0123456789'), length(task), task, replica, id"  # as Entry.order has it


class Index:
    """What stands recorded of a run: one entry an episode, of the attempt that counts.

    That is the newest one that carries a reward, else the newest. Iteration is in the order of first
    recording. Entries lie in a temporary file and are made when asked for, so that memory stays flat; what
    many have in common is kept once.
    """

    def __init__(self) -> None:
        """An index of no episodes yet."""
        self.tokens = 0
        """Tokens read and written by all attempts."""
        self.cost_usd = 0.0
        """Price of all attempts."""
        self.tier = Tier.SYNTHETIC
        """The strictest tier of all attempts."""
        self._shared: dict[tuple[Any, ...], int] = {}
        # No statement is kept prepared: threads that execute the same one may get each other's rows.
        self._table = sqlite3.connect("", check_same_thread=False, cached_statements=0)
        weakref.finalize(self, self._table.close)
        self._table.execute("pragma journal_mode = off")
        self._table.execute(_CREATE)

    def add(self, entries: Iterable[Entry]) -> None:
        """Take in attempts, in the order of recording and recorded after all others."""
        entries = iter(entries)
        while rows := [self._row(entry) for entry in islice(entries, _AT_ONCE)]:
            self._table.executemany(_ADD, rows)

    def __len__(self) -> int:
        """Number of episodes."""
        return self._count("")

    def __iter__(self) -> Iterator[Entry]:
        """Every episode, in the order of first recording."""
        return self._entries("order by rowid")

    def by_task(self) -> Iterator[Entry]:
        """Every episode, task by task, those of one task by their sample number."""
        return self._entries(_BY_TASK)

    def get(self, id: str) -> Entry | None:
        """The episode with that id, if it stands recorded."""
        return next(self._entries("where id = ?", id), None)

    def finished(self, firsts: bool = False) -> int:
        """Number of episodes that carry a reward; resume plays all others again.

        Of trees, ``firsts`` counts the first leaves alone: they are recorded when all others are.
        """
        return self._count("where rewarded" + (" and replica = 0" if firsts else ""))

    def recorded(self, firsts: bool = False) -> int:
        """Number of episodes, with or without a reward; of trees, with ``firsts``, that of first leaves."""
        return self._count("where replica = 0" if firsts else "")

    def find(self, episode: str) -> Entry:
        """The episode at that position (from 0), the one whose id begins so, or a sample of a task.

        ``npowerai/test/3`` is the task's first sample, ``npowerai/test/3:2`` its sample 2.

        Raises:
            ConfigError: if there is none, or more than one.
        """
        if "/" in episode:
            return self._sample(*episode.partition(":")[::2])
        if episode.isdecimal() and int(episode) < len(self):
            return next(self._entries("order by rowid limit 1 offset ?", int(episode)))
        found = list(self._entries("where substr(id, 1, length(?1)) = ?1 and ?1 != ''", episode))
        if len(found) == 1:
            return found[0]
        if not len(self):
            raise ConfigError(f"this run holds no episode yet, so none is {episode!r}; --resume plays it")
        problem = f"{len(found)} episodes begin with" if found else "this run has no episode"
        raise ConfigError(f"{problem} {episode!r}; give more of an id, or 0 to {len(self) - 1}")

    def _sample(self, task: str, sample: str) -> Entry:
        number = int(sample) if sample.isdecimal() else None
        first = "where task = ?1 and replica = coalesce(?2, replica) order by replica"
        if found := next(self._entries(first, task, number), None):
            return found
        raise ConfigError(f"this run holds no episode of {task}" + (f", sample {sample}" if sample else ""))

    def _row(self, entry: Entry) -> tuple[Any, ...]:
        self.tokens += entry.prompt_tokens + entry.completion_tokens
        self.cost_usd += entry.cost_usd or 0.0
        if entry.tier is not self.tier:
            self.tier = strictest((self.tier, entry.tier))
        own, shared = entry[: len(_OWN)], entry[len(_OWN) :]
        return *own, entry.status.rewarded, self._shared.setdefault(shared, len(self._shared))

    def _entries(self, which: str, *values: object) -> Iterator[Entry]:
        shared = list(self._shared)
        for code, *own in self._table.execute(f"{_SELECT} {which}", values):
            yield Entry._make((*own, *shared[code]))

    def _count(self, which: str) -> int:
        (number,) = self._table.execute(f"select count(*) from entry {which}").fetchone()
        return int(number)


Entries = Sequence[Entry] | Index
"""Entries that may be gone through again and again: in memory, or in an index."""


def read_index(run: Path) -> tuple[Index, Journal]:
    """The index of the run folder ``run``, and the journal it was read from (which lists any damage).

    Raises:
        ConfigError: if ``run`` is not a run folder.
        DataError: if a record is intact but of a form this version does not know, or the folder of
            temporary files is full.
    """
    journal = Journal(run)
    if not journal.folder.is_dir():
        raise ConfigError(f"{run} is not the folder of a run (it holds no journal/)")
    index = Index()
    try:
        index.add(map(entry_of, journal.frames()))
    except sqlite3.OperationalError as error:
        raise DataError(
            f"the index of {run} finds no room in the folder of temporary files ({error}); free some "
            f"space, or name another folder in TMPDIR"
        ) from error
    return index, journal


def counting_episodes(run: Path) -> Iterator[Episode]:
    """The attempt that counts of every episode, in the order of first recording; memory stays flat.

    Raises:
        ConfigError: if ``run`` is not a run folder.
    """
    index, journal = read_index(run)
    return (journal.read(entry.segment, entry.offset) for entry in index)
