"""Hierarchical clustering of taxa: UPGMA, single and complete linkage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_core import Column, ListOf, Number, Table, Text
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.phylogeny import clustering_solution


@dataclass(frozen=True)
class Parameters:
    """How taxa are clustered."""

    linkage: str
    """What the distance of two clusters is: average, single, complete."""
    halved: bool
    """Whether a height is half of the distance."""
    cutoff: float
    """Largest distance that is joined."""


LINKAGES = {
    "average": "The distance of two clusters is the mean of the distances of all pairs of taxa, one of "
    "each cluster (every pair has the same weight, however large the clusters are).",
    "single": "The distance of two clusters is the smallest distance of a taxon of one and a taxon of the "
    "other.",
    "complete": "The distance of two clusters is the largest distance of a taxon of one and a taxon of the "
    "other.",
}


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    height = (
        "half of the distance at which it was joined" if p.halved else "the distance at which it was joined"
    )
    return [
        say(
            "names are the taxa, unique strings in any order; distances is the symmetric matrix, a list of "
            "lists, in their order.",
            "The arguments are a list of different names and the symmetric matrix of their distances, "
            "whose rows and columns have the order of the names.",
        ),
        "At first every taxon is a cluster. Then, again and again, the two nearest clusters are joined. "
        + LINKAGES[p.linkage],
        "Distances are compared after rounding to nine decimals. Of several nearest pairs one is taken as "
        "follows: write each pair as the alphabetically first names of its two clusters, the smaller one "
        "first; take the pair that comes first when pairs are compared by their first name, then by their "
        "second.",
        f"It ends with one cluster, or when the nearest clusters are more than {p.cutoff} apart; a "
        f"distance of exactly {p.cutoff} is still joined.",
        say(
            "Returned is a list of [members, height] for the clusters that were made, in that order:",
            "The result has a list [members, height] for every join, the earliest first:",
        )
        + f" the sorted names of the new cluster and its height, {height}. With fewer than two names it is "
        f"empty.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    near, far = p.cutoff, p.cutoff + 0.125
    return {
        "no names": ([], []),
        "one name": (["x"], [[0]]),
        "exactly at the cutoff": (["x", "a"], [[0, near], [near, 0]]),
        "beyond the cutoff": (["x", "a"], [[0, far], [far, 0]]),
        "all equal": (["d", "b", "a", "c"], [[0 if i == j else 3 for j in range(4)] for i in range(4)]),
        "two pairs": (["p", "q", "a", "b"], [[0, 1, 5, 6], [1, 0, 7, 4], [5, 7, 0, 1], [6, 4, 1, 0]]),
        "large and small cluster": (
            ["e", "d", "c", "b", "a"],
            [[0, 1, 2, 6, 4], [1, 0, 2, 6, 7], [2, 2, 0, 5, 4], [6, 6, 5, 0, 3.5], [4, 7, 4, 3.5, 0]],
        ),
        "chain": (list("badc"), [[0, 1, 4, 2], [1, 0, 6, 3], [4, 6, 0, 2], [2, 3, 2, 0]]),
        "a height falls on the cutoff": (
            list("abc"),
            [[0, 1, near - 0.5], [1, 0, near + 0.5], [near - 0.5, near + 0.5, 0]],
        ),
        "zero distance": (list("zya"), [[0, 0, 2], [0, 0, 3], [2, 3, 0]]),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Three to seven taxa, distances in halves about the cutoff, many of them equal."""
    number = rng.randint(3, 7)
    names = rng.sample(("Ape", "Bat", "Cat", "Dog", "Eel", "Fox", "Gnu", "Hen", "Ibis"), number)
    top = min(round(2 * p.cutoff) + 4, rng.choice((12, 24, 40)))
    groups = [rng.randrange(3) for _ in names]
    matrix = [[0.0] * number for _ in names]
    for i in range(number):
        for j in range(i):
            low, high = (1, max(2, top // 3)) if groups[i] == groups[j] else (top // 3, top)
            matrix[i][j] = matrix[j][i] = rng.randint(low, high) / 2
    return (names, matrix)


def order_of_names(entry: Entry, args: Args, p: Parameters) -> bool:
    """Names may come in any order, if the matrix follows."""
    names, matrix = args
    made = entry(names, matrix)
    return bool(made == entry(names[::-1], [row[::-1] for row in matrix[::-1]])) and len(made) < max(
        len(names), 1
    )


def heights_rise(entry: Entry, args: Args, p: Parameters) -> bool:
    """Later clusters are not lower, and none is higher than the cutoff."""
    heights = [height for _, height in entry(*args)]
    return heights == sorted(heights) and all(height <= p.cutoff / (1 + p.halved) for height in heights)


def third_smallest(distances: list[float]) -> float:
    """A linkage of no name."""
    return (3 * max(distances) + min(distances)) / 4 + (len(distances) > 1)


PROBLEM = Problem(
    name="clustering",
    category="phylogeny",
    source="Sokal RR, Michener CD 1958; Sneath PHA, Sokal RR. Numerical Taxonomy, 1973",
    solution=clustering_solution,
    entry="cluster",
    cells=[Parameters(*values) for values in product(LINKAGES, (True, False), (5.0, 8.0, 11.0, 100.0))],
    beyond=[
        Parameters("average", False, 6.5),
        Parameters("complete", True, 9.5),
        Parameters("single", True, 3.0),
    ],
    wordings=(
        "{entry}(names, distances) clusters taxa hierarchically by their distances.",
        "{entry}(names, distances) builds a tree from a distance matrix by joining the nearest clusters.",
        "{entry}(names, distances) groups taxa step by step and tells at which height each group forms.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"order of names": order_of_names, "heights rise": heights_rise},
    returns=Table(
        columns=(
            Column(name="members", kind=ListOf(items=Text(casefold=False))),
            Column(name="height", kind=Number(rel_tol=1e-7, abs_tol=1e-7)),
        ),
        ordered=True,
    ),
    holder=Holder("TaxonSet", "The names of taxa."),
    helper=Helper("linked", third_smallest),
)
