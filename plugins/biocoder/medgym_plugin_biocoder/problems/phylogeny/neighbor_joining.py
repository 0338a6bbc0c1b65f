"""Trees by neighbour joining."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_core import Column, ListOf, Number, Table, Text
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.phylogeny import neighbor_joining_solution


@dataclass(frozen=True)
class Parameters:
    """How taxa are joined."""

    negative: str
    """What becomes of negative lengths: keep, zero, or shift to the sister branch."""
    tie: str
    """Which of several equally good pairs is joined: the first or the last."""
    update: str
    """Distances from a new node: reduced by that of its parts, or mean."""
    internal: bool
    """Whether branches between groups of several taxa are listed."""


LENGTHS = {
    "keep": "Lengths may be negative.",
    "zero": "A negative length becomes 0; the other length of the join stays as it is.",
    "shift": "If a length is negative it becomes 0, and the other length of the join becomes d, or 0 if d "
    "is negative.",
}


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    update = "(d(a, k) + d(b, k) - d(a, b)) / 2" if p.update == "reduced" else "(d(a, k) + d(b, k)) / 2"
    final = "." if p.negative == "keep" else ", 0 if that is negative."
    listed = (
        "All branches are listed."
        if p.internal
        else "Only branches that part one name from all others are listed."
    )
    return [
        say(
            "names are different strings in any order; distances is their symmetric matrix, a list of "
            "lists in the same order.",
            "The arguments are the taxa's names, all different, and the symmetric matrix of their "
            "distances as a list of lists.",
        ),
        "At first every name is a cluster. While there are m > 2 clusters, let R(a) be the sum of the "
        "distances of a to all other clusters, and join the pair with the smallest (m - 2) * d(a, b) - "
        "R(a) - R(b).",
        "If several pairs have the smallest value, write each as the alphabetically first names of its "
        f"clusters, the smaller first, and take the pair that comes {p.tie} in alphabetical order, by "
        "first and then by second name. Of the pair, a is the cluster with the smaller first name.",
        "With d = d(a, b), the branch from a to the new cluster has the length d / 2 + (R(a) - R(b)) / (2 "
        "* (m - 2)), "
        "that from b the length d - (length from a). " + LENGTHS[p.negative],
        f"The distance of the new cluster to another one, k, is {update}.",
        "Each join gives two branches, first [members of a, length], then [members of b, length]. The last "
        "two clusters give one branch, [members, length], with the members of the one that does not have "
        f"the alphabetically first of all names, and their distance as length{final}",
        say(
            "Returned is the list of branches in this order, members sorted. ",
            "The result lists the branches in the order in which they were made; members are sorted. ",
        )
        + listed
        + " With fewer than two names it is empty.",
    ]


TEXTBOOK = [[0, 5, 9, 9, 8], [5, 0, 10, 10, 9], [9, 10, 0, 8, 7], [9, 10, 8, 0, 3], [8, 9, 7, 3, 0]]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    return {
        "no names": ([], []),
        "one name": (["x"], [[0]]),
        "two names": (["y", "x"], [[0, 3.5], [3.5, 0]]),
        "three names": (list("bca"), [[0, 4, 7], [4, 0, 5], [7, 5, 0]]),
        "three names, one negative": (list("abc"), [[0, 1, 9], [1, 0, 3], [9, 3, 0]]),
        "three names, another negative": (list("abc"), [[0, 1, 3], [1, 0, 9], [3, 9, 0]]),
        "all equal": (list("dacb"), [[0 if i == j else 4 for j in range(4)] for i in range(4)]),
        "five, additive": (list("abcde"), TEXTBOOK),
        "five, other names": (list("ecbda"), TEXTBOOK),
        "short branches": (list("bdeac"), [[value / 16 for value in row] for row in TEXTBOOK]),
        "zero distances": (list("abcd"), [[0, 0, 6, 6], [0, 0, 6, 6], [6, 6, 0, 0], [6, 6, 0, 0]]),
        "no tree": (list("abcd"), [[0, 8, 1, 8], [8, 0, 8, 1], [1, 8, 0, 2], [8, 1, 2, 0]]),
        "negative at the end": (list("dcba"), [[0, 1, 20, 1], [1, 0, 1, 20], [20, 1, 0, 1], [1, 20, 1, 0]]),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Three to seven taxa in groups; distances in halves, with noise so that lengths become negative."""
    number = rng.randint(3, 7)
    names = rng.sample(("Ape", "Bat", "Cat", "Dog", "Eel", "Fox", "Gnu", "Hen", "Ibis"), number)
    noise, heights = rng.choice((0, 2, 8)), [rng.randint(1, 12) for _ in names]
    groups = [rng.randrange(3) for _ in names]
    matrix = [[0.0] * number for _ in names]
    for i in range(number):
        for j in range(i):
            apart = 0 if groups[i] == groups[j] else 6 + abs(groups[i] - groups[j])
            distance = heights[i] + heights[j] + apart + rng.randint(-noise, noise)
            matrix[i][j] = matrix[j][i] = max(0, distance) / 2
    return (names, matrix)


def order_of_names(entry: Entry, args: Args, p: Parameters) -> bool:
    """Names may come in any order, if the matrix follows."""
    names, matrix = args
    return bool(entry(names, matrix) == entry(names[::-1], [row[::-1] for row in matrix[::-1]]))


def scale(entry: Entry, args: Args, p: Parameters) -> bool:
    """Distances twice as large make branches twice as long, and as many as a binary tree has."""
    names, matrix = args
    branches = entry(names, matrix)
    doubled = entry(names, [[2 * value for value in row] for row in matrix])
    whole = len(branches) == 2 * len(names) - 3 or not p.internal or len(names) < 2
    return whole and doubled == [[members, 2 * length] for members, length in branches]


def quartered(distance: float, total: float, other_total: float, clusters: int) -> tuple[float, float]:
    """Lengths that depend on little."""
    return distance / 4, 3 * distance / 4 + clusters


PROBLEM = Problem(
    name="neighbor-joining",
    category="phylogeny",
    source="Saitou N, Nei M 1987; Studier JA, Keppler KJ 1988; Kuhner MK, Felsenstein J 1994",
    solution=neighbor_joining_solution,
    entry="neighbor_joining",
    cells=[
        Parameters(*values)
        for values in product(LENGTHS, ("first", "last"), ("reduced", "mean"), (True, False))
    ],
    beyond=[],
    wordings=(
        "{entry}(names, distances) builds a phylogenetic tree by neighbour joining.",
        "{entry}(names, distances) infers the branches of a tree and their lengths from a distance matrix.",
        "{entry}(names, distances) joins taxa pair by pair to an unrooted tree.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"order of names": order_of_names, "scale": scale},
    returns=Table(
        columns=(
            Column(name="members", kind=ListOf(items=Text(casefold=False))),
            Column(name="length", kind=Number(rel_tol=1e-7, abs_tol=1e-7)),
        ),
        ordered=True,
    ),
    holder=Holder("TaxonSet", "The names of taxa."),
    helper=Helper("branch_lengths", quartered),
)
