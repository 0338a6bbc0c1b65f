"""The card of some runs: by category what can be learned, what needs no learning, and what is suspect."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean

from medgym_core.access import Tier
from medgym_core.access.disclosure import withheld
from medgym_core.access.tier import strictest
from medgym_core.errors import ConfigError
from medgym_core.journal import read_index
from medgym_core.rollout.lacking import lacking
from medgym_sandbox.boundary.frozen import Frozen
from medgym_train.card.flag import (
    BASELINES,
    Flag,
    baseline_flags,
    category_flags,
    commonest,
    drift_flags,
    grouped,
)
from medgym_train.card.sample import Sample, sample_of


class Row(Frozen):
    """One category. Shares lie in [0, 1] and are None where nothing was played that they are of."""

    family: str
    """Family."""
    category: str
    """Category."""
    tasks: int
    """Tasks that were played, baselines aside."""
    episodes: int
    """Episodes with a reward, baselines aside."""
    reward: float | None
    """Their mean reward."""
    all_right: float | None
    """Share of groups (the samples of one task, if several) that earned full marks throughout."""
    all_wrong: float | None
    """Share of groups that earned nothing throughout; from neither kind is anything learned."""
    inaction: float | None
    """Mean reward of `nop`."""
    memory: float | None
    """Mean reward of agents that remember what the training split holds."""
    one_shot: float | None
    """Mean reward of `attack:one_shot`, which acts once where the reference acts several times."""
    same_answer: float | None
    """Share of tasks that got the answer which most tasks got."""
    same_program: float | None
    """Share of solved tasks that one program solved."""
    unread: float | None
    """Share of successes in which nothing was read though there was something to read."""
    unfound: float | None
    """Share of successes with a value in the program that nothing shown to the agent holds."""


class Card(Frozen):
    """What was found."""

    runs: tuple[str, ...]
    """Folders of the runs, in the order given, which is taken for the order of training."""
    tier: Tier
    """The strictest tier of the data."""
    rows: tuple[Row, ...]
    """Categories."""
    flags: tuple[Flag, ...]
    """Warnings."""
    withheld: tuple[str, ...] = ()
    """Categories of labelled data with a count from 1 to 10, which are not shown."""
    remarks: tuple[str, ...] = ()
    """What keeps the card from being of the whole runs, a line each with what helps."""


def card_of(runs: Sequence[Path], advance: Callable[[], None] = lambda: None) -> Card:
    """The card of the runs; memory grows by about 500 bytes an episode.

    Args:
        runs: folders of runs, such as of one checkpoint after the other; runs of baselines may be among them.
        advance: called after each episode.

    Raises:
        ConfigError: if one is not the folder of a run, none holds an episode with a reward, or so few tasks
            of labelled data were solved or failed that nothing may be shown.
        DataError: if a record is of a form this version does not know.
    """
    tiers, categories = set(), defaultdict[tuple[str, str], list[Sample]](list)
    remarks: dict[str, None] = {}
    for run in runs:
        index, journal = read_index(run)
        remarks |= dict.fromkeys(lacking(run, index, journal).remarks)
        for episode in (journal.read(entry.segment, entry.offset) for entry in index):
            tiers.add(episode.provenance.tier)
            if (one := sample_of(episode)) is not None:
                categories[one.family, one.category].append(one)
            advance()
    if not categories:
        raise ConfigError(
            f"{', '.join(map(str, runs))}: no episode carries a reward; `medgym report` says why"
        )
    tier = strictest(tiers)
    hidden = _hidden(categories) if tier.labelled else frozenset()
    shown = {where: own for where, own in sorted(categories.items()) if "/".join(where) not in hidden}
    return Card(
        runs=tuple(map(str, runs)),
        tier=tier,
        rows=tuple(map(_row, shown.values())),
        flags=tuple(_flags(shown)),
        withheld=tuple(sorted(hidden)),
        remarks=tuple(remarks),
    )


def _flags(categories: dict[tuple[str, str], list[Sample]]) -> Iterable[Flag]:
    families = defaultdict[str, list[Sample]](list)
    for samples in categories.values():
        if learned := _learned(samples):
            families[learned[0].family] += learned
            yield from category_flags(learned)
        yield from baseline_flags(samples)
    for learned in families.values():
        yield from drift_flags(learned)


def _row(samples: Sequence[Sample]) -> Row:
    learned = _learned(samples)
    right, groups = [one for one in learned if one.reward == 1], grouped(learned)
    baselines = {
        kind: _mean([one.reward for one in samples if BASELINES.get(one.agent) == kind])
        for kind in BASELINES.values()
    }
    answered, programs = [one for one in learned if one.answer], [one for one in right if one.program]
    return Row(
        family=samples[0].family,
        category=samples[0].category,
        tasks=len({one.task for one in learned}),
        episodes=len(learned),
        reward=_mean([one.reward for one in learned]),
        all_right=_mean([all(one.reward == 1 for one in group) for group in groups]),
        all_wrong=_mean([all(one.reward == 0 for one in group) for group in groups]),
        inaction=baselines["rewards inaction"],
        memory=baselines["solved from memory"],
        one_shot=baselines["solved at once"],
        same_answer=commonest(answered, lambda one: one.answer)[0] if answered else None,
        same_program=commonest(programs, lambda one: one.program)[0] if programs else None,
        unread=_mean([one.unread for one in right]),
        unfound=_mean([one.unfound for one in right]),
    )


def _learned(samples: Iterable[Sample]) -> list[Sample]:
    return [one for one in samples if one.agent not in BASELINES]


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _hidden(categories: dict[tuple[str, str], list[Sample]]) -> frozenset[str]:
    """Categories of which too little is known to be shown, by solved and unsolved tasks."""
    parts = {"/".join(where): _counts(samples) for where, samples in categories.items()}
    total = [sum(counts) for counts in zip(*parts.values(), strict=True)]
    hidden = withheld(total, parts)
    if hidden == parts.keys():
        raise ConfigError(
            "from 1 to 10 tasks of labelled data were solved or failed in each category, so that nothing of "
            "them may be shown; play more tasks"
        )
    return hidden


def _counts(samples: Iterable[Sample]) -> list[int]:
    tasks = {one.task for one in samples}
    solved = {one.task for one in samples if one.reward == 1}
    return [len(solved), len(tasks - solved)]
