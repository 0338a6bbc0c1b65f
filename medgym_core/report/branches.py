"""A tree of episodes on a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from medgym_core.metrics.tree import Limb
from medgym_core.report.escape import escape

if TYPE_CHECKING:
    from rich.tree import Tree


def branches(task: str, limbs: Iterable[Limb]) -> Tree:
    """The tree of ``task``: on each line the actions that were played once, and what they are worth."""
    from rich.tree import Tree

    limbs = tuple(limbs)
    top = Tree(escape(f"{task}: {sum(len(limb.leaves) for limb in limbs)} leaves"), highlight=False)
    _grow(top, limbs)
    return top


def _grow(above: Tree, limbs: Iterable[Limb]) -> None:
    for limb in limbs:
        _grow(above.add(escape(line(limb))), limb.limbs)


def line(limb: Limb) -> str:
    """A limb in one line: its steps, and the value of what goes on or how the episode ended."""
    done = ", ".join(_action(step.call.name if step.call else "text", step.ok) for step in limb.steps)
    numbers = f"{limb.begin + 1}" if limb.end == limb.begin + 1 else f"{limb.begin + 1}-{limb.end}"
    said = f"{numbers}. {done}" if limb.steps else "no further action"
    if limb.limbs:
        value = "no reward" if limb.value is None else f"value {limb.value:.2f}"
        return f"{said}: {value} of {len(limb.leaves)} leaves"
    verdict = limb.episode.verdict
    reward = "" if verdict.reward is None else f", reward {verdict.reward:g}"
    return f"{said}: sample {limb.episode.key.replica}, {verdict.status.value.replace('_', ' ')}{reward}"


def _action(name: str, ok: bool) -> str:
    return name if ok else f"{name} (failed)"
