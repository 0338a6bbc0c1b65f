"""How good scores are: does the best of k succeed, are they in the right order, do they mean what they say.

Two verifiers with the same best@k can serve training very differently, so order (AUC) and calibration (ECE)
are given beside it (SWE-RM 2025, arXiv 2512.21919). Intervals resample whole tasks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from medgym_core.errors import ConfigError
from medgym_core.journal import Entry
from medgym_core.metrics import Curves, curves
from medgym_core.verifier import Status
from medgym_sandbox.boundary.frozen import Frozen
from medgym_train.learned.example import Example
from medgym_train.learned.reply import pairs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BINS = 10
"""Bins of equal width of the calibration error."""
DRAWS = 1_000
"""Bootstrap draws of tasks."""


class Figure(Frozen):
    """A figure with its 95 % interval."""

    value: float
    """The figure."""
    interval: tuple[float, float]
    """2.5th and 97.5th percentile over draws of tasks."""


class Part(Frozen):
    """How good the scores of some episodes are."""

    episodes: int
    """Episodes with a score and a reward."""
    tasks: int
    """Their tasks."""
    successes: int
    """How many succeeded."""
    auc: Figure | None
    """Chance that a success is scored above a failure, ties counted half (Hanley and McNeil 1982, Radiology
    143, 29-36); None without both."""
    ece: Figure
    """Expected calibration error over ten bins of equal width (Guo et al. 2017, arXiv 1706.04599)."""
    curves: Curves
    """best@k beside pass@k, which is its ceiling, and their value at 1, which chance reaches."""


class Choices(Frozen):
    """How well scores of single replies choose."""

    pairs: int
    """Pairs of different replies to the same context that are not worth the same."""
    tasks: int
    """Their tasks."""
    right: Figure | None
    """How often the better one is scored higher, ties counted half; None without pairs."""


class Evaluation(Part):
    """How good the scores are, in all and by family."""

    families: dict[str, Part]
    """Family to its figures."""
    unscored: int
    """Episodes with a reward but without a score; they are left out."""
    choices: Choices | None = None
    """Of a verifier of steps."""


def evaluate(entries: Iterable[Entry], scores: Mapping[str, float], seed: int = 0) -> Evaluation:
    """How good ``scores`` (episode id to score) are on the episodes ``entries``; ``seed`` draws the tasks.

    Raises:
        ConfigError: if no episode has both a score and a reward.
    """
    rewarded = [entry for entry in entries if entry.status.rewarded]
    held = [entry for entry in rewarded if entry.id in scores]
    if not held:
        raise ConfigError("none of these episodes has a score; score this run first")
    families = {
        name: _part([entry for entry in held if entry.family == name], scores, seed)
        for name in sorted({entry.family for entry in held})
    }
    whole = _part(held, scores, seed)
    return Evaluation(**dict(whole), families=families, unscored=len(rewarded) - len(held))


def choices(replies: Iterable[Example], scores: Mapping[str, Sequence[float]], seed: int = 0) -> Choices:
    """How well ``scores`` (episode id to the score after each reply) choose among ``replies``.

    ``replies`` are those of whole episodes, in order; ``seed`` draws the tasks.
    """
    import numpy as np

    found = pairs(reply for reply in replies if reply.step <= len(scores.get(reply.id, ())))
    names, groups = np.unique([pair.task for pair in found], return_inverse=True)

    def score(reply: Example) -> float:
        return scores[reply.id][reply.step - 1]

    margins = np.array([score(pair.better) - score(pair.worse) for pair in found])
    won = (np.sign(margins) + 1) / 2
    draws = _draws(len(names), groups, seed) if found else []
    right = _figure(lambda weights: float(np.average(won, weights=weights)), draws) if found else None
    return Choices(pairs=len(found), tasks=len(names), right=right)


def _part(entries: Sequence[Entry], scores: Mapping[str, float], seed: int) -> Part:
    import numpy as np

    given = np.array([scores[entry.id] for entry in entries])
    labels = np.array([entry.status is Status.SUCCESS for entry in entries], dtype=float)
    names, groups = np.unique([entry.task for entry in entries], return_inverse=True)
    both = 0 < labels.sum() < len(labels)
    draws = _draws(len(names), groups, seed)
    return Part(
        episodes=len(entries),
        tasks=len(names),
        successes=int(labels.sum()),
        auc=_figure(lambda weights: auc(given, labels, weights), draws) if both else None,
        ece=_figure(lambda weights: ece(given, labels, weights), draws),
        curves=curves(entries, scores),
    )


def auc(
    scores: NDArray[np.float64], labels: NDArray[np.float64], weights: NDArray[np.float64]
) -> float | None:
    """Area under the ROC curve, each of n episodes counting as often as its weight says, ties half."""
    import numpy as np

    _, ranks = np.unique(scores, return_inverse=True)
    right = np.bincount(ranks, weights * labels)
    wrong = np.bincount(ranks, weights * (1 - labels))
    pairs = right.sum() * wrong.sum()
    below = np.cumsum(wrong) - wrong
    return float((right * (below + wrong / 2)).sum() / pairs) if pairs else None


def ece(scores: NDArray[np.float64], labels: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """Mean distance of score and share of successes over the bins, weighted by their episodes."""
    import numpy as np

    bins = np.minimum((scores * BINS).astype(int), BINS - 1)
    return float(np.abs(np.bincount(bins, weights * (scores - labels))).sum() / weights.sum())


def _draws(tasks: int, groups: NDArray[np.intp], seed: int) -> list[NDArray[np.float64]]:
    """Weights of the episodes: all alike first, then as often as their task is drawn."""
    import numpy as np

    generator = np.random.default_rng(seed)
    drawn = generator.multinomial(tasks, np.full(tasks, 1 / tasks), size=DRAWS).astype(float)
    return [np.ones(len(groups)), *(counts[groups] for counts in drawn)]


def _figure(
    measure: Callable[[NDArray[np.float64]], float | None], draws: Sequence[NDArray[np.float64]]
) -> Figure:
    import numpy as np

    value, *others = (found for weights in draws if (found := measure(weights)) is not None)
    low, high = np.percentile(others or [value], [2.5, 97.5])
    return Figure(value=value, interval=(float(low), float(high)))
