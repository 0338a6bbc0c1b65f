"""The plots of docs/training-value.md, as small SVG files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.hospital.plots import figure_of, save, style
from benchmarks.training_value.reading import Results
from benchmarks.training_value.summary import SPLITS, Exam, exams

DRAWN = {
    "untrained": "random",
    "sft": "fine-tuned",
    "grpo-medgym": "GRPO",
    "grpo-published": "GRPO, published rule",
}
"""Checkpoints that are drawn, and how they are called."""
RULES = {"medgym": "#1f6f8b", "published": "#c8553d"}
"""Rewards to their colours."""
TEMPERATURES = {False: ("greedy", "#1f6f8b"), True: ("temperature 1", "#8fb8c7")}
"""Whether replies are drawn: what it is called, and its colour."""
ABREAST = 4
"""Plots of rewards in a row."""
WINDOW = 10
"""Steps over which a drawn reward is averaged."""


def draw(folder: Path, results: Results) -> None:
    """All plots; the same bytes for the same numbers."""
    folder.mkdir(parents=True, exist_ok=True)
    with style():
        _success(folder / "success.svg", results)
        _splits(folder / "splits.svg", results)
        _rewards(folder / "rewards.svg", results)


def _learners(results: Results) -> list[str]:
    return sorted({exam.learner for exam in exams(results) if exam.checkpoint == "sft"})


def _success(path: Path, results: Results) -> None:
    """Of each checkpoint every seed with its interval, greedily and at temperature 1."""
    known, learners = exams(results), _learners(results)
    figure, axes = figure_of(1, max(1, len(learners)), 2.4 * max(1, len(learners)), 3.2)
    for axis, learner in zip(axes[0], learners, strict=False):
        for place, checkpoint in enumerate(DRAWN):
            for is_sampled, (_, colour) in TEMPERATURES.items():
                own = known.get(Exam(learner, checkpoint, "test", is_sampled), {})
                _points(axis, place + (0.2 if is_sampled else -0.2), list(own.values()), colour)
        axis.set_xticks(range(len(DRAWN)), list(DRAWN.values()), rotation=30, ha="right")
        axis.set_ylim(-3, 103)
        axis.set_title(learner)
    axes[0, 0].set_ylabel("success on held-out tasks, %")
    for name, colour in TEMPERATURES.values():
        axes[0, 0].plot([], [], "o", color=colour, label=name)
    axes[0, 0].legend()
    save(figure, path)


def _points(axis: Any, place: float, found: Sequence[Mapping[str, Any]], colour: str) -> None:
    """A point with its interval for each seed, side by side."""
    for number, one in enumerate(found):
        at, value = place + 0.1 * (number - (len(found) - 1) / 2), 100 * one["success_rate"]
        low, high = (100 * bound for bound in one["interval"])
        error = [[max(0.0, value - low)], [max(0.0, high - value)]]
        axis.errorbar(at, value, yerr=error, fmt="o", color=colour, markersize=3, linewidth=0.8)


def _splits(path: Path, results: Results) -> None:
    """Success of the fine-tuned on held-out tasks, in other words, and of other templates."""
    known = exams(results)
    learners = [one for one in _learners(results) if Exam(one, "sft", "reworded", False) in known]
    figure, axes = figure_of(1, 1, 6, 2.8)
    for place, split in enumerate(SPLITS):
        for number, learner in enumerate(learners):
            own = known.get(Exam(learner, "sft", split, False), {})
            _points(axes[0, 0], number + 0.28 * (place - 1), list(own.values()), f"C{place}")
        axes[0, 0].plot([], [], "o", color=f"C{place}", label=split)
    axes[0, 0].set_xticks(range(len(learners)), learners)
    axes[0, 0].set_ylabel("success, %")
    axes[0, 0].legend()
    save(figure, path)


def _rewards(path: Path, results: Results) -> None:
    """Both rewards while one of them is learned from, every seed."""
    stages: dict[str, list[Mapping[str, Any]]] = {}
    for name, result in sorted(results.items()):
        if _is_played(result["found"]):
            stages.setdefault(re.sub(r"-\d+$", "", name), []).append(result["found"])
    rows = max(1, -(-len(stages) // ABREAST))
    figure, axes = figure_of(rows, ABREAST, 2.2 * ABREAST, 2.6 * rows)
    for axis in list(axes.flat)[len(stages) :]:
        axis.set_axis_off()
    for axis, (stage, seeds) in zip(axes.flat, stages.items(), strict=False):
        for found in seeds:
            for rule, colour in RULES.items():
                axis.plot(_smooth(found[rule]), color=colour, linewidth=0.9)
        axis.set_ylim(0, 1)
        axis.set_title(stage.replace("-grpo-", "\nby "), fontsize=7)
        axis.set_xlabel("step")
    axes[0, 0].set_ylabel(f"mean reward of {WINDOW} steps")
    for rule, colour in RULES.items():
        axes[0, 0].plot([], [], color=colour, label=rule)
    axes[0, 0].legend()
    save(figure, path)


def _is_played(found: Mapping[str, Any]) -> bool:
    return all(isinstance(found.get(rule), list) for rule in RULES)


def _smooth(rewards: Sequence[float]) -> list[float]:
    return [fmean(rewards[max(0, at - WINDOW + 1) : at + 1]) for at in range(len(rewards))]
