"""Faults of trees: corrections, means over tips, branch lengths, ways."""

from __future__ import annotations

from random import Random

from medgym_plugin_biocoder.repair.contract import Args, Bug, Project
from medgym_plugin_biocoder.repair.packages import distancetrees
from medgym_plugin_biocoder.repair.second import distancetrees as second

ROWS = [[0, 3, 14, 12.5], [3, 0, 13, 11], [14, 13, 0, 9], [12.5, 11, 9, 0]]
EDGES = [[4, 0, 1.5], [4, 1, 1.5], [5, 2, 4.5], [5, 3, 4.5], [6, 4, 4.0], [6, 5, 1.25]]


def _rows(rng: Random) -> Args:
    size = rng.randint(0, 7)
    rows = [[0.0] * size for _ in range(size)]
    for one in range(size):
        for other in range(one):
            rows[one][other] = rows[other][one] = float(rng.randint(2, 20))
    return [rows]


def _sequences(rng: Random) -> Args:
    base = "".join(rng.choice("ACGT") for _ in range(14))
    change = rng.choice((0.1, 0.4, 0.7))
    texts = ["".join(rng.choice("ACGTN-a") if rng.random() < change else b for b in base) for _ in range(4)]
    return [texts, rng.choice(("p", "jc", "jc"))]


def _edges(rng: Random) -> list[list[float]]:
    (rows,) = _rows(rng)
    return distancetrees.upgma(rows)


def _depths(rng: Random) -> Args:
    edges = _edges(rng)
    return [edges, int(rng.choice(edges)[0]) if edges else 0]


def _way(rng: Random) -> Args:
    edges = _edges(rng)
    nodes = sorted({int(node) for edge in edges for node in edge[:2]}) or [0, 1]
    return [edges, rng.choice(nodes), rng.choice(nodes)]


PROJECT = Project(
    package=distancetrees,
    category="phylogeny",
    title="measures distances of aligned sequences, builds trees from them, and walks over trees",
    second=second,
    edges={
        "matrix": [[["ACGT", "ACGA", "A-GT"], "jc"], [["AAAA", "CCCC"], "jc"], [[], "p"], [["A", "AC"], "p"]],
        "upgma": [[[]], [[[0]]], [ROWS], [[[0, 2, 2], [2, 0, 2], [2, 2, 0]]]],
        "neighbor_joining": [[[]], [[[0]]], [ROWS], [[[0, 4], [4, 0]]], [[[0, 2, 2], [2, 0, 2], [2, 2, 0]]]],
        "depths": [[EDGES, 6], [EDGES, 4], [[], 0]],
        "patristic": [[EDGES, 0, 3], [EDGES, 0, 1], [EDGES, 2, 2], [EDGES, 0, 6], [EDGES, 0, 9]],
    },
    draws={
        "matrix": _sequences,
        "upgma": _rows,
        "neighbor_joining": _rows,
        "depths": _depths,
        "patristic": _way,
    },
    bugs=[
        Bug(
            name="gaps-as-columns",
            file="distances.py",
            right="return sum(a != b for a, b in columns) / len(columns) if columns else 0.0",
            wrong="return sum(a != b for a, b in columns) / len(one) if columns else 0.0",
            symptom="Sequences with many gaps or unknown bases come out too close to everything else, and "
            "the more gaps, the closer. Distances between complete sequences are what we compute "
            "by hand.",
            call=("matrix", [["ACGT", "A-GA"], "p"]),
        ),
        Bug(
            name="clusters-alike",
            file="build.py",
            right="(ours * near + theirs * far) / (ours + theirs)",
            wrong="(near + far) / 2",
            symptom="UPGMA trees have wrong heights as soon as a cluster of three or more tips is built "
            "up step by step: a tip that joined late weighs as much as all that were there before "
            "it. Trees of three tips are right.",
            call=("upgma", [[[0, 2, 4, 8], [2, 0, 4, 8], [4, 4, 0, 11], [8, 8, 11, 0]]]),
        ),
        Bug(
            name="branch-of-the-farther",
            file="build.py",
            right="between / 2 + (sums[one] - sums[other]) / (2 * many)",
            wrong="between / 2 + (sums[other] - sums[one]) / (2 * many)",
            symptom="In neighbour-joining trees the lengths of sister branches are exchanged: the "
            "sequence that evolved faster sits on the short branch. Which tips are joined, and "
            "the sum of both branches, is right.",
            call=("neighbor_joining", [ROWS]),
        ),
        Bug(
            name="one-step-only",
            file="tree.py",
            right="found[str(int(child))] = found[str(node)] + length",
            wrong="found[str(int(child))] = found.get(str(parent), 0.0) * (parent == root) + length",
            symptom="Depths of tips are too small in trees of more than two levels: in an ultrametric "
            "tree tips should all be equally deep, and they are not. The depths of the root's own "
            "children are right.",
            call=("depths", [EDGES, 6]),
        ),
    ],
)
"""Package, bugs and calls."""
