"""The figures of a run so far, by the names that trackers show them under."""

from __future__ import annotations

from collections import Counter, defaultdict

from medgym_core import Figures, Status


class Rate:
    """A success rate as reports have it: the mean over tasks of each task's mean over its samples."""

    def __init__(self) -> None:
        """Nothing was graded yet."""
        self._tasks: dict[str, tuple[int, int]] = {}
        self._sum = 0.0

    def add(self, task: str, success: bool) -> None:
        """An episode of ``task`` was graded."""
        successes, graded = self._tasks.get(task, (0, 0))
        self._sum -= successes / graded if graded else 0.0
        self._tasks[task] = successes, graded = successes + success, graded + 1
        self._sum += successes / graded

    @property
    def value(self) -> float:
        """From 0 to 1; 0 before anything was graded."""
        return self._sum / len(self._tasks) if self._tasks else 0.0


class Tally:
    """Counts episodes. One that ended in an error counts as such until it is played again."""

    def __init__(self) -> None:
        """Nothing was played yet."""
        self._whole = Rate()
        self._categories: defaultdict[str, Rate] = defaultdict(Rate)
        self._errors: dict[tuple[str, int], Status] = {}
        self._ever: set[Status] = set()
        self._read = self._written = self._graded = 0
        self._cost: float | None = None

    def count(self, figures: Figures) -> None:
        """An episode ended."""
        episode = figures.task, figures.replica
        self._errors.pop(episode, None)
        if figures.status.rewarded:
            success = figures.status is Status.SUCCESS
            self._graded += 1
            self._whole.add(figures.task, success)
            family = figures.task.partition("/")[0]
            self._categories[f"{family}/{figures.category}"].add(figures.task, success)
        else:
            self._errors[episode] = figures.status
            self._ever.add(figures.status)
        self._read += figures.prompt_tokens
        self._written += figures.completion_tokens
        if figures.cost_usd is not None:
            self._cost = (self._cost or 0.0) + figures.cost_usd

    def totals(self) -> dict[str, float]:
        """The figures so far; rates from 0 to 1, price in US dollars where it is known."""
        errors = Counter(self._errors.values())
        return {
            "episodes": self._graded + len(self._errors),
            "errors": len(self._errors),
            **{f"errors_by_status/{status.value}": errors[status] for status in sorted(self._ever)},
            **({"success_rate": self._whole.value} if self._graded else {}),
            **{f"success_by_category/{name}": rate.value for name, rate in sorted(self._categories.items())},
            "tokens/read": self._read,
            "tokens/written": self._written,
            **({} if self._cost is None else {"cost_usd": self._cost}),
        }


def of_episode(figures: Figures) -> dict[str, float]:
    """The figures of one episode, by their names."""
    values = {
        "episode/reward": figures.reward,
        "episode/steps": figures.steps,
        "episode/wall_s": figures.wall_s,
        "episode/tokens": figures.prompt_tokens + figures.completion_tokens,
        "episode/cost_usd": figures.cost_usd,
    }
    return {name: float(value) for name, value in values.items() if value is not None}
