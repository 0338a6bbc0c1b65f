"""Credit to steps beside credit to episodes: one learner that stumbles, and as many actions for either.

A learner that is fine-tuned already imitates the agent `fallible`, which before many a query runs a program
that fails, and submits another or a query without its conditions now and then. Episodes of four actions at
most, played as trees, say which step was the better one (`step-dpo`, `tree-grpo`); as many actions played as
samples apart say which episode was (`dpo`, and GRPO's advantage of whole episodes).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from benchmarks.training_value import dpo, play, sft
from benchmarks.training_value.advantage import Weighing, Weighted, by_episode, by_step, improve
from benchmarks.training_value.pipeline import Learner
from benchmarks.training_value.sft import Fitting
from medgym_core.journal.index import counting_episodes
from medgym_core.trajectory import Episode


@dataclass(frozen=True)
class Branching:
    """How episodes are played that are learned from."""

    steps: int = 4
    """Actions of an episode, at most."""
    tree: str = "4x2"
    """Its ways and places."""
    success: float = 0.6
    """Of the episodes that are imitated."""
    data_seed: int = 6
    """Whose training tasks those are."""
    limit: int = 2000
    """How many."""
    fitting: Fitting = field(default_factory=lambda: Fitting(epochs=2, batch=16, learning_rate=5e-4))
    """To them."""

    @property
    def imitated(self) -> tuple[object, ...]:
        """The agent, as options of ``medgym run``."""
        odds = ("--option", f"success={self.success}", "--option", 'failures=["careless","crashed"]')
        return ("--agent", "fallible", *odds, "--steps", self.steps)


class Lesson(NamedTuple):
    """What is learned from: a way of playing and an export of it."""

    run: str
    form: str
    rows: Callable[[Path], list[Weighted]] | None = None
    """Reads replies with advantages; without it, the export is of pairs."""


LESSONS = {
    "step-dpo": Lesson("trees", "step-dpo"),
    "episode-dpo": Lesson("chains", "dpo"),
    "step-grpo": Lesson("trees", "tree-grpo", by_step),
    "episode-grpo": Lesson("chains", "verl", by_episode),
}
"""Name to lesson; of those that differ in credit alone, the names do."""


TOKENS = ("--option", "token_ids=true", "--option", "logprobs=true")
"""What an advantage of a reply is learned by."""


class Stumbling(Learner):
    """One family and one seed, by whole episodes and by steps, from where :class:`Learner` fine-tuned it."""

    branching = Branching()
    weighing = Weighing()

    def train(self) -> dict[str, Path]:
        """The learner by imitation, and what it becomes by each lesson."""
        self._limit_threads()
        start = self._imitating(self._fitted())
        self._played_both_ways(start)
        found = {name: self._learned(start, name, lesson) for name, lesson in LESSONS.items()}
        return {"imitation": start} | {name: path for name, path in found.items() if path}

    def run(self) -> None:
        """All stages, each unless it is done."""
        trained = self.train()
        for name, samples in product(trained, self._samples()):
            self._evaluated(name, trained[name], "test", samples, ("--steps", self.branching.steps))
        for name, samples in product(list(trained)[1:], self._samples()):
            self._compared("imitation", name, samples)
        for kind, samples in product(("dpo", "grpo"), self._samples()):
            if {f"step-{kind}", f"episode-{kind}"} <= trained.keys():
                self._compared(f"episode-{kind}", f"step-{kind}", samples)

    def _imitating(self, start: Path) -> Path:
        """What it becomes by episodes of `fallible`, right or wrong."""
        how = self.branching
        wanted = self._demonstration(how.data_seed, how.limit)
        rows = self._demonstrated("stumbling", wanted, how.imitated, "--min-reward", 0)
        lessons = self._path("stumbling-lessons")
        settings = {"success": how.success, "seed": self._seed}
        self._stage("stumbling-lessons", settings, lambda made: sft.encode([rows], made, start))
        return self._tuned("imitation", lessons, start, how.fitting)

    def _played_both_ways(self, start: Path) -> None:
        """Training tasks as trees, then as so many samples apart as take about as many actions."""
        preset, steps = self._preset, self.branching.steps
        trees = self._exam("train", 1, preset.sampled, preset.played[0])
        grown = ("--tree", self.branching.tree, "--steps", steps)
        found = self._acted("trees", start, trees, grown)
        samples = max(2, round(found["actions"] / (found["tasks"] * found["actions_an_episode"])))
        chains = self._exam("train", samples, preset.sampled, preset.played[0])
        self._acted("chains", start, chains, ("--samples", samples, "--steps", steps))

    def _acted(self, name: str, start: Path, exam: play.Exam, how: Sequence[object]) -> Mapping[str, Any]:
        def work(made: Path) -> Mapping[str, Any]:
            asked = ("--temperature", 1.0, *TOKENS, *how)
            found = play.played(start, exam, made, self._sandbox, self._threads, asked)
            return found | acted(list(counting_episodes(made)))

        return self._stage(
            name, {**vars(exam), "steps": self.branching.steps, "tree": self.branching.tree}, work
        )

    def _learned(self, start: Path, name: str, lesson: Lesson) -> Path | None:
        """What it becomes by a lesson; nothing if there was nothing to compare."""
        seed, exported = self._seed, f"{name}-export"
        run, rows = self._path(lesson.run), self._path(exported)
        found = self._stage(exported, {"seed": seed}, lambda made: play.export(run, made, lesson.form))
        if not found["rows"]:
            return None
        preferring, weighing, read = self._preset.preferring, self.weighing, lesson.rows
        how = vars(weighing if read else preferring)
        self._stage(
            name,
            {"how": how, "seed": seed},
            lambda made: (
                improve(read(rows), start, made, weighing, seed)
                if read
                else dpo.prefer(rows, start, made, preferring, seed)
            ),
        )
        return self._path(name)


def acted(episodes: Sequence[Episode]) -> dict[str, Any]:
    """Actions that a run took, a shared beginning counted once; and those of an episode, in the mean.

    That is of episodes that parted from none: leaves of a tree are the longer for what they parted from.
    """
    shared = sum(episode.branch.step for episode in episodes if episode.branch)
    whole = [len(episode.steps) for episode in episodes if not episode.branch]
    actions = sum(len(episode.steps) for episode in episodes) - shared
    return {"actions": actions, "actions_an_episode": round(fmean(whole), 3)}
