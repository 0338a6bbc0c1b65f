"""Two runs side by side, over the tasks that both hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from statistics import fmean

from medgym_core.access.tier import Tier, strictest
from medgym_core.errors import ConfigError
from medgym_core.journal import Entries, Entry, read_index
from medgym_core.metrics.summary import by_task, drawn, success_of
from medgym_core.rollout import folder
from medgym_core.rollout.lacking import lacking
from medgym_sandbox.boundary.frozen import Frozen
from medgym_statistics.interval import Interval, paired, sign_test

CONDITIONS = {"build": "builds", "versions": "versions of family and verifier", "protocol": "protocols"}
"""What must be the same of a family's episodes in both runs, and how it is called."""

Conditions = dict[str, dict[str, set[str]]]
"""Family to condition to the values of it that occur, cut to a length that one can read."""


class Pair(Frozen):
    """Success in two runs on the same tasks. Fields are None where cells of labelled data are withheld."""

    tasks: int | None
    """Tasks that both runs hold with a reward."""
    first: float | None
    """Success rate of the first run on them, each task weighing the same."""
    second: float | None
    """Success rate of the second run."""
    difference: float | None
    """The second rate less the first."""
    interval: Interval | None
    """95 % interval of the difference, clustered by task."""
    better: int | None
    """Tasks on which the second run has the higher rate."""
    worse: int | None
    """Tasks on which it has the lower one."""
    equal: int | None
    """Tasks on which both have the same."""
    p_value: float | None
    """Of the exact two-sided sign test on the tasks that differ."""


class Comparison(Pair):
    """A paired comparison of two runs."""

    only_first: int | None
    """Tasks that only the first run holds with a reward; they have no part in it."""
    only_second: int | None
    """Tasks that only the second run holds."""
    differences: tuple[str, ...]
    """What else differs between the runs; empty where they are fully comparable."""
    families: dict[str, Pair]
    """Family to its part."""
    protocols: tuple[str, ...]
    """What was graded in the runs: `default` or `paper`."""
    tier: Tier
    """The strictest tier of the data."""
    remarks: tuple[str, ...] = ()
    """What keeps the figures from being of the whole runs, a line each with what helps."""


def compare_runs(first: Path, second: Path, despite: bool = False) -> Comparison:
    """As :func:`compare`, for two run folders; limits that they were played with must be the same too.

    Raises:
        ConfigError: if one of them is not the folder of a run; otherwise as :func:`compare`.
    """
    (left, _), (right, _) = folder.load(first), folder.load(second)
    limits = ((name, getattr(left, name), getattr(right, name)) for name in ("steps", "max_repeats"))
    known = [f"{name}: {ours} and {theirs}" for name, ours, theirs in limits if ours != theirs]
    ours, theirs = read_index(first), read_index(second)
    remarks = [*lacking(first, *ours).remarks, *lacking(second, *theirs).remarks]
    found = compare(ours[0], theirs[0], despite, known)
    return found.model_copy(update={"remarks": tuple(dict.fromkeys(remarks))})


def compare(first: Entries, second: Entries, despite: bool = False, known: Iterable[str] = ()) -> Comparison:
    """Compare two runs on the tasks that both hold with a reward.

    ``known`` are differences that the caller found. Differences are refused unless ``despite``.

    Raises:
        ConfigError: if the runs differ in build, versions or protocol of a family, or share no task.
    """
    found = (*known, *differences(conditions(first), conditions(second)))
    if found and not despite:
        raise ConfigError(
            f"these runs are not comparable: {'; '.join(found)}; to compare them nevertheless, with "
            f"this shown beside the figures, give --despite-differences"
        )
    left, right = _rates(first), _rates(second)
    shared = sorted(left.keys() & right.keys())
    if not shared:
        held = " and ".join(_held(entries, len(rates)) for entries, rates in ((first, left), (second, right)))
        raise ConfigError(f"these runs share no task with a reward: they hold {held}")
    rates = {task: (left[task], right[task]) for task in shared}
    families: dict[str, list[tuple[float, float]]] = {}
    for task, pair in rates.items():
        families.setdefault(task.split("/", 1)[0], []).append(pair)
    return Comparison(
        **_pair(list(rates.values())).model_dump(),
        only_first=len(left) - len(shared),
        only_second=len(right) - len(shared),
        differences=found,
        families={name: _pair(pairs) for name, pairs in families.items()},
        protocols=tuple(sorted({entry.protocol for entry in chain(first, second)})),
        tier=strictest(entry.tier for entry in chain(first, second)),
    )


def conditions(entries: Iterable[Entry]) -> Conditions:
    """Under which conditions each family was played."""
    found: Conditions = {}
    for entry in entries:
        for name in CONDITIONS:
            found.setdefault(entry.family, {}).setdefault(name, set()).add(getattr(entry, name)[:24])
    return found


def differences(first: Conditions, second: Conditions) -> Iterator[str]:
    """What keeps the families that both runs hold from being comparable, one line each."""
    for family in sorted(first.keys() & second.keys()):
        for name, plural in CONDITIONS.items():
            ours, theirs = first[family][name], second[family][name]
            if ours != theirs:
                yield f"{plural} of {family}: {', '.join(sorted(ours))} and {', '.join(sorted(theirs))}"


def _rates(entries: Entries) -> dict[str, float]:
    """Task to the success rate of what was drawn of it, for tasks with a reward."""
    tasks = map(drawn, by_task(entries))
    return {samples[0].task: success_of(samples) for samples in tasks if samples}


def _pair(rates: list[tuple[float, float]]) -> Pair:
    changes = [after - before for before, after in rates]
    better, worse = sum(change > 0 for change in changes), sum(change < 0 for change in changes)
    first, second = fmean(before for before, _ in rates), fmean(after for _, after in rates)
    return Pair(
        tasks=len(rates),
        first=first,
        second=second,
        difference=second - first,
        interval=paired(changes),
        better=better,
        worse=worse,
        equal=len(rates) - better - worse,
        p_value=sign_test(better, worse),
    )


def _held(entries: Entries, rewarded: int) -> str:
    splits = ", ".join(sorted({entry.task.rpartition("/")[0] for entry in entries})) or "nothing"
    tasks = len({entry.task for entry in entries})
    return f"{splits} ({rewarded:,} of {tasks:,} tasks rewarded)"
