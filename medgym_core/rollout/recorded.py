"""Runs in Python: played, opened again, and read as a table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from medgym_core.env.opening import open_family
from medgym_core.errors import ConfigError
from medgym_core.errors.advice import install
from medgym_core.journal import Entry, Index, Journal, read_index
from medgym_core.rollout import driver, folder
from medgym_core.rollout.config import resolve
from medgym_core.trajectory import Episode

if TYPE_CHECKING:
    import pandas
    import pyarrow  # type: ignore[import-untyped]

    from medgym_core.agent.contract import AgentConfig
    from medgym_core.source import Source

_PLACES = ("segment", "offset")
COLUMNS = tuple(name for name in Entry._fields if name not in _PLACES)
"""Columns of a run's table: those of an entry of the journal's index, but for where its record stands."""


class Run:
    """What stands recorded in the folder of a run: one episode of each task and sample, the one that counts.

    Read once; make another to see what was played since.
    """

    def __init__(self, run: Path) -> None:
        """Reads the folder ``run``; errors as of :func:`load_run`."""
        self.folder = run
        """Where it lies."""
        self.config, _ = folder.load(run)
        """The configuration it was played with."""
        self._index: Index
        self._journal: Journal
        self._index, self._journal = read_index(run)

    def __len__(self) -> int:
        """Number of episodes."""
        return len(self._index)

    def __iter__(self) -> Iterator[Episode]:
        """The episodes, in the order of first recording."""
        return (self._read(entry) for entry in self._index)

    def episode(self, which: int | str) -> Episode:
        """The episode at a position from 0, or whose id begins so.

        Raises:
            ConfigError: if there is none, or more than one.
        """
        return self._read(self._index.find(str(which)))

    def table(self) -> pyarrow.Table:
        """One row an episode, task by task; columns as in ``COLUMNS``, ``reward`` null for errors.

        Raises:
            ConfigError: if pyarrow is not installed.
        """
        try:
            import pyarrow
        except ImportError as error:
            raise ConfigError(
                f"tables of runs need pyarrow; run `{install('medgym-core[tables]')}`"
            ) from error
        entries = list(self._index.by_task())
        texts = {"status", "tier"}  # members of enumerations
        return pyarrow.table(
            {
                name: [str(getattr(e, name)) if name in texts else getattr(e, name) for e in entries]
                for name in ("family", *COLUMNS)
            }
        )

    def frame(self) -> pandas.DataFrame:
        """The table as a data frame of pandas.

        Raises:
            ConfigError: if pandas or pyarrow is not installed.
        """
        try:
            import pandas  # noqa: F401 - pyarrow takes it for the conversion
        except ImportError as error:
            raise ConfigError(f"data frames of runs need pandas; run `{install('pandas')}`") from error
        return self.table().to_pandas()

    def _read(self, entry: Entry) -> Episode:
        return self._journal.read(entry.segment, entry.offset)


def load_run(run: Path | str) -> Run:
    """The run in the folder ``run``, finished or not.

    Raises:
        ConfigError: if it is not the folder of a run.
        DataError: if a record is of a form this version does not know.
    """
    return Run(Path(run))


def run(
    task: str | Sequence[str],
    *,
    out: Path | str | None = None,
    config: Path | str | None = None,
    api_key: str = "",
    progress: bool = False,
    **settings: Any,
) -> Run:
    """Play tasks and record every episode, as ``medgym run`` does.

    Args:
        task: the family or families to play.
        out: folder to record into; None makes one below ``runs/``.
        config: YAML or TOML file of settings, under those given here.
        api_key: key of the model's endpoint; never recorded.
        progress: whether to show on standard error how far it is.
        settings: further settings by their names in such a file, as ``split="test"``, ``limit=12``.

    Raises:
        ConfigError: if a setting does not exist or does not hold; otherwise as :func:`driver.start`.
    """
    from rich.console import Console

    names = [task] if isinstance(task, str) else list(task)
    given = {"task": ",".join(names), **settings}
    resolved = resolve(Path(config) if config else None, given, "the arguments")
    console = Console(stderr=True, highlight=False, markup=False, emoji=False, quiet=not progress)
    return Run(driver.start(resolved, Path(out) if out else None, api_key, console).run)


def play(
    task: str,
    agent: str = "reference",
    config: AgentConfig | None = None,
    *,
    seed: int = 0,
    source: Source | Path | None = None,
    sandbox: str = "auto",
    home: Path | None = None,
) -> Episode:
    """The record of one episode of ``task``, an id such as ``npowerai/test/3``; nothing is written.

    Arguments and errors as of :func:`open_family` and :meth:`OpenFamily.play`; ConfigError also if
    the id is none.
    """
    family, split, index = (*task.split("/"), "", "")[:3]
    if task.count("/") != 2 or not index.isdecimal():
        raise ConfigError(f"{task!r} is not the id of a task, such as npowerai/test/3")
    opened = open_family(family, source=source, sandbox=sandbox, home=home)
    return opened.play(split, int(index), agent, config, seed)


async def run_async(
    task: str | Sequence[str],
    *,
    out: Path | str | None = None,
    config: Path | str | None = None,
    api_key: str = "",
    progress: bool = False,
    **settings: Any,
) -> Run:
    """:func:`run` for who awaits; it is played in a thread, and cancelling leaves the thread to its end."""
    return await asyncio.to_thread(
        run, task, out=out, config=config, api_key=api_key, progress=progress, **settings
    )


async def play_async(
    task: str,
    agent: str = "reference",
    config: AgentConfig | None = None,
    *,
    seed: int = 0,
    source: Source | Path | None = None,
    sandbox: str = "auto",
    home: Path | None = None,
) -> Episode:
    """:func:`play` for who awaits, in a thread likewise."""
    return await asyncio.to_thread(
        play, task, agent, config, seed=seed, source=source, sandbox=sandbox, home=home
    )


async def load_run_async(run: Path | str) -> Run:
    """:func:`load_run` for who awaits, in a thread likewise."""
    return await asyncio.to_thread(load_run, run)
