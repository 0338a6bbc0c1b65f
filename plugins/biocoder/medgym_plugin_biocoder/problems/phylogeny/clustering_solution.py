"""Cluster taxa by their distances, from the nearest pair on."""

from typing import Any

LINKAGE = "average"
HALVED = True
CUTOFF = 8.0


def linked(distances: list[float]) -> float:
    """Distance of two clusters, from those of every pair of their members."""
    if LINKAGE == "single":
        return min(distances)
    if LINKAGE == "complete":
        return max(distances)
    return sum(distances) / len(distances)


def cluster(names: list[str], distances: list[list[float]]) -> list[list[Any]]:
    """Members and height of each cluster, in the order in which they are made."""
    clusters = [[i] for i in sorted(range(len(names)), key=lambda i: names[i])]
    made: list[list[Any]] = []
    while len(clusters) > 1:
        nearest, first, second = min(
            (
                round(linked([distances[i][j] for i in clusters[first] for j in clusters[second]]), 9),
                first,
                second,
            )
            for second in range(len(clusters))
            for first in range(second)
        )
        if nearest > CUTOFF:
            break
        clusters[first] = clusters[first] + clusters.pop(second)
        made.append([sorted(names[i] for i in clusters[first]), nearest / 2 if HALVED else nearest])
    return made
