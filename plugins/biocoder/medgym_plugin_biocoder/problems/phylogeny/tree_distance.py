"""Robinson-Foulds distance of two trees, rooted or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from medgym_core import ListOf, Number
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.phylogeny import tree_distance_solution


@dataclass(frozen=True)
class Parameters:
    """How trees are compared."""

    rooted: bool
    """Whether the root counts."""
    unshared: str
    """What happens if the trees have different tips: they are pruned, or there is no distance."""
    scale: str
    """What the value is: a count, a share, or one minus that."""
    min_size: int
    """Least tips of a group."""


SCALES = {
    "count": "value is d, the number of groups that exactly one of the trees has.",
    "share": "value is d / (a + b), d being the number of groups that exactly one of the trees has; it is "
    "0 if neither has a group.",
    "similarity": "value is 1 - d / (a + b), d being the number of groups that exactly one of the trees "
    "has; it is 1 if neither has a group.",
}


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    unshared = (
        "Tips that only one of the trees has are removed first; nodes left without tips vanish, and groups "
        "are made of the other tips."
        if p.unshared == "prune"
        else "If one of the trees has a tip that the other has not, the result is None."
    )
    groups = (
        "Both trees are rooted. A node's group is the set of all tips below it. Groups count that have at "
        f"least {p.min_size} tips, but not all tips of the tree."
        if p.rooted
        else "Both trees are unrooted: where the root stands does not matter. A branch parts the tips into "
        "two sets, and this split is its group. Splits count of which both sides have at least "
        f"{p.min_size} tips."
    )
    return [
        say(
            "A tree is given as nested lists: a tip is a string, its name; an inner node is the list of "
            "its children, one or more of either kind.",
            "Trees are nested lists of strings: each string is a tip, each list a node with its children, "
            "of which there may be one or many.",
        )
        + " A tip alone is a tree, too. Names are unique within a tree.",
        unshared,
        groups,
        say(
            "A group that several nodes or branches of one tree give counts once.",
            "Each group counts once in a tree, even if several of its nodes or branches give it.",
        ),
        "Returned is [value, a, b], a and b being the numbers of groups of the two trees; " + SCALES[p.scale],
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    comb = ["a", ["b", ["c", ["d", ["e", "f"]]]]]
    balanced = [[["a", "b"], "c"], ["d", ["e", "f"]]]
    six = [["a", "b", "c"], ["d", "e", "f"]]
    return {
        "one tip": ("a", "a"),
        "no shared tip": (["a", "b"], ["c", "d"]),
        "stars": (["a", "b", "c", "d"], ["d", "c", "b", "a"]),
        "same tree turned": (comb, [[[[["f", "e"], "d"], "c"], "b"], "a"]),
        "rooted elsewhere": (comb, [["f", "e"], ["d", ["c", ["b", "a"]]]]),
        "comb and balanced": (comb, balanced),
        "star and resolved": (list("abcdef"), balanced),
        "nodes with one child": (
            [[["a", ["b"]]], [[["c", "d"]]], "e", "f"],
            [["a", "b"], ["c", "d", "e", "f"]],
        ),
        "groups of three": (six, [["a", "b", "d"], ["c", "e", "f"]]),
        "tips of one tree only": ([comb, "x", ["y", "z"]], [balanced, [["w"], "v"]]),
        "one group vanishes": ([["a", "x"], ["b", "c", "d"], "e"], [["a", "b"], ["c", "d", "e"]]),
        "pair, and the rest": ([["a", "b"], "c", "d", "e"], [["c", "d", "e"], "a", "b"]),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Two trees of six to twelve tips: one changed into the other, sometimes with tips of their own."""

    def joined(nodes: list[Any]) -> Any:
        nodes = list(nodes)
        while len(nodes) > rng.choice((1, 2, 2, 3)):
            size = rng.choice((2, 2, 2, 2, 3))
            picked = [nodes.pop(rng.randrange(len(nodes))) for _ in range(min(size, len(nodes)))]
            nodes.append(picked)
        return nodes

    def changed(tree: Any, names: Mapping[str, str]) -> Any:
        if isinstance(tree, str):
            return names.get(tree, tree)
        children = [changed(child, names) for child in tree]
        rng.shuffle(children)
        if isinstance(children[0], list) and rng.random() < 0.2:
            children[:1] = children[0]
        return children

    tips = rng.sample("abcdefghijklmnop", rng.randint(6, 12))
    first = joined(tips)
    swapped = rng.sample(tips, 2)
    names = dict(zip(swapped, swapped[::-1], strict=True)) if rng.random() < 0.7 else {}
    if rng.random() < (0.3 if p.unshared == "prune" else 0.05):
        names[tips[0]] = "z"
    return (first, changed(first, names) if rng.random() < 0.7 else joined(tips))


def symmetric(entry: Entry, args: Args, p: Parameters) -> bool:
    """The order of the trees does not matter."""
    first, second = args
    there, back = entry(first, second), entry(second, first)
    if there is None:
        return back is None
    return bool(there == [back[0], back[2], back[1]])


def same_tree(entry: Entry, args: Args, p: Parameters) -> bool:
    """A tree is no distance from itself and from itself turned around."""
    first, _ = args
    value, one, other = entry(first, _turned(first))
    return bool(value == (1 if p.scale == "similarity" else 0) and one == other)


def _turned(tree: Any) -> Any:
    return tree if isinstance(tree, str) else [_turned(child) for child in tree[::-1]]


def crowns(tree: Any) -> list[list[str]]:
    """Tips below every node but its first child's, and last those of the whole tree."""

    def tips(node: Any) -> list[str]:
        return [node] if isinstance(node, str) else [tip for child in node for tip in tips(child)]

    def below(node: Any) -> list[list[str]]:
        if isinstance(node, str):
            return [[node]]
        parts = [tips(child) for child in node[1:]]
        return [clade for child in node for clade in below(child)] + [[tip for part in parts for tip in part]]

    return [*below(tree), tips(tree)]


PROBLEM = Problem(
    name="tree-distance",
    category="phylogeny",
    source="Robinson DF, Foulds LR. Comparison of phylogenetic trees, Mathematical Biosciences 1981",
    solution=tree_distance_solution,
    entry="tree_distance",
    cells=[
        Parameters(*values) for values in product((True, False), ("prune", "none"), tuple(SCALES), (2, 3))
    ],
    beyond=[Parameters(True, "prune", "share", 4), Parameters(True, "none", "count", 1)],
    wordings=(
        "{entry}(first, second) measures how different two phylogenetic trees are.",
        "{entry}(first, second) compares the branching orders of two trees on the same tips.",
        "{entry}(first, second) computes the Robinson-Foulds distance of two trees.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"symmetric": symmetric, "same tree": same_tree},
    returns=ListOf(items=Number(rel_tol=1e-9, abs_tol=1e-9), nullable=True),
    holder=Holder("Tree", "A phylogenetic tree as nested lists."),
    helper=Helper("clades", crowns),
)
