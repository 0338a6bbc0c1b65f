"""Robinson-Foulds distance of two trees."""

from typing import Any

ROOTED = False
UNSHARED = "prune"
SCALE = "count"
MIN_SIZE = 2


def clades(tree: Any) -> list[list[str]]:
    """Tips below every node; the last are those of the whole tree."""
    if isinstance(tree, str):
        return [[tree]]
    below = [clades(child) for child in tree]
    tips = [tip for child in below for tip in child[-1]]
    return [clade for child in below for clade in child] + [tips]


def splits(tree: Any, kept: set[str]) -> set[frozenset[str]]:
    """Groups of tips that a tree sets apart from all others."""
    found = set()
    for clade in clades(tree):
        inside = frozenset(clade) & kept
        outside = kept - inside
        if not ROOTED and min(kept, default="") in inside:
            inside, outside = frozenset(outside), set(inside)
        if len(inside) >= MIN_SIZE and len(outside) >= (1 if ROOTED else MIN_SIZE):
            found.add(inside)
    return found


def tree_distance(first: Any, second: Any) -> list[float] | None:
    """Number or share of the groups that only one of two trees has, and the number of either's groups."""
    one, other = set(clades(first)[-1]), set(clades(second)[-1])
    if one != other and UNSHARED == "none":
        return None
    left, right = splits(first, one & other), splits(second, one & other)
    distance: float = len(left ^ right)
    if SCALE != "count":
        distance /= max(len(left) + len(right), 1)
    return [1 - distance if SCALE == "similarity" else distance, len(left), len(right)]
