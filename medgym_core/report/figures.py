"""Everything a report shows of a run, read from its folder."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from operator import attrgetter
from pathlib import Path

from medgym_core import registry
from medgym_core.access.redaction import Redact, redaction
from medgym_core.failure import PAPER, FailureMode
from medgym_core.failure.behaviour import Behaviour, Observer
from medgym_core.journal import Index, Journal, read_index
from medgym_core.metrics import Average, Curves, Report, averages, curves, family_curves, summarise
from medgym_core.metrics.comparison import Conditions, conditions, differences
from medgym_core.rollout.lacking import lacking
from medgym_sandbox.boundary.frozen import Frozen


class RunFigures(Report):
    """The figures of one run."""

    run: str
    """Folder of the run."""
    agents: tuple[str, ...]
    """Who played: agent, and model where there is one."""
    protocols: tuple[str, ...]
    """What was graded: `default` or `paper`, under which a wrong answer tells the agent that it is wrong."""
    levels: tuple[str, ...]
    """Isolation levels of the boxes."""
    curves: Curves
    """Curves over k of the whole run."""
    family_curves: dict[str, Curves]
    """Family to its curves."""
    averages: dict[str, dict[str, Average]]
    """Benchmark suite to group to the average of its families, for suites of which the run holds a family."""
    behaviour: dict[str, Behaviour]
    """Family to how the agent behaved in it and why it failed."""
    failures: dict[str, int]
    """Failure mode to number of episodes, over all families, most frequent first."""
    paper_failures: dict[str, int]
    """The same in the categories of the MedAgentGym paper, which has none for infrastructure."""
    damage: tuple[str, ...]
    """Places of the journal that do not check; what they held is in no figure."""
    unrecorded: int | None = None
    """Planned episodes (of trees, trees) without a record; None where the run does not say, or may not."""
    remarks: tuple[str, ...] = ()
    """What keeps the figures from being of the whole run, a line each with what helps."""


class Standings(Frozen):
    """Several runs side by side."""

    runs: tuple[RunFigures, ...]
    """The runs, best success rate first where they are comparable, else as they were given."""
    differences: tuple[str, ...]
    """What keeps them from being comparable, one line each."""
    overlap: bool = True
    """Whether two of them share a task with a reward, so that `medgym compare` has what to compare."""

    @property
    def comparable(self) -> bool:
        """Whether the runs hold the same tasks, played under the same conditions."""
        return not self.differences


def figures(run: Path, scores: Mapping[str, float] | None = None) -> RunFigures:
    """The figures of the run folder ``run``; ``scores`` are a learned verifier's, by episode id.

    Raises:
        ConfigError: if ``run`` is not the folder of a run.
        DataError: if a record is of a form this version does not know.
    """
    index, journal = read_index(run)
    return _figures(run, index, journal, scores)


def standings(runs: Iterable[Path], scores: Mapping[str, float] | None = None) -> Standings:
    """The figures of several runs; errors as in :func:`figures`."""
    shown: list[RunFigures] = []
    differing: list[str] = []
    first: Conditions = {}
    tasks: frozenset[str] = frozenset()
    seen: set[str] = set()
    overlap = False
    for run in runs:
        index, journal = read_index(run)
        now, held = conditions(index), frozenset(entry.task for entry in index)
        differing += [f"{run}: {difference}" for difference in differences(first, now)]
        if shown and held != tasks:
            differing.append(f"{run}: {'other tasks than' if held & tasks else 'no task of'} {shown[0].run}")
        rewarded = {entry.task for entry in index if entry.status.rewarded}
        overlap, seen = overlap or bool(seen & rewarded), seen | rewarded
        first, tasks = first or now, tasks if shown else held
        shown.append(_figures(run, index, journal, scores))
    if not differing:
        shown.sort(key=lambda run: (run.success_rate is not None, run.success_rate or 0.0), reverse=True)
    return Standings(runs=tuple(shown), differences=tuple(differing), overlap=overlap)


def suites() -> dict[str, dict[str, str]]:
    """Benchmark suite to family to group, as the registry has them."""
    groups: dict[str, dict[str, str]] = {}
    for family, entry in registry.load().families.items():
        for suite, group in entry.suites.items():
            groups.setdefault(suite, {})[family] = group
    return groups


def _figures(run: Path, index: Index, journal: Journal, scores: Mapping[str, float] | None) -> RunFigures:
    report = summarise(index)
    played = dict.fromkeys(map(attrgetter("agent", "settings", "protocol", "level"), index))
    behaviour = _behaviour(index, journal, redaction(run, index.tier))
    held = {name: suite for name, suite in suites().items() if suite.keys() & behaviour}
    lacks = lacking(run, index, journal)
    failures = sum((Counter(one.failures) for one in behaviour.values()), Counter[str]())
    return RunFigures(
        **dict(report),
        run=str(run),
        agents=tuple(dict.fromkeys(_agent(agent, settings) for agent, settings, *_ in played)),
        protocols=tuple(sorted({protocol for *_, protocol, _ in played})),
        levels=tuple(sorted({level for *_, level in played if level})),
        curves=curves(index, scores),
        family_curves=family_curves(index, scores),
        averages={name: averages(report, suite) for name, suite in held.items()},
        behaviour=behaviour,
        failures=dict(failures.most_common()),
        paper_failures=_in_paper(failures),
        damage=tuple(map(str, journal.damage)),
        unrecorded=lacks.unrecorded,
        remarks=lacks.remarks,
    )


def _behaviour(index: Index, journal: Journal, redact: Redact) -> dict[str, Behaviour]:
    expected = Counter(entry.family for entry in index)
    observers = {family: Observer(number) for family, number in sorted(expected.items())}
    for entry in index:
        observers[entry.family].add(journal.read(entry.segment, entry.offset))
    return {family: _redacted(observer.behaviour(), redact) for family, observer in observers.items()}


def _redacted(behaviour: Behaviour, redact: Redact) -> Behaviour:
    """Details are names of exceptions and reasons, which agents may choose."""
    details = {
        mode: {redact(detail): count for detail, count in named.items()}
        for mode, named in behaviour.details.items()
    }
    return behaviour.model_copy(update={"details": details})


def _agent(agent: str, settings: str) -> str:
    return f"{agent} {json.loads(settings).get('model') or ''}".rstrip()


def _in_paper(failures: Counter[str]) -> dict[str, int]:
    counts = Counter[str]()
    for mode, count in failures.items():
        if FailureMode(mode) in PAPER:
            counts[PAPER[FailureMode(mode)]] += count
    return dict(counts.most_common())
