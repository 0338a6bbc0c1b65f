"""Tree distance with bit masks, in one walk over each tree."""

from fractions import Fraction


def names(tree):
    return {tree} if isinstance(tree, str) else set().union(*map(names, tree))


def masks(p, tree, bits, found):
    """The mask of a node; those of all nodes that count are added to what is found."""
    if isinstance(tree, str):
        mask = bits.get(tree, 0)
    else:
        mask = 0
        for child in tree:
            mask |= masks(p, child, bits, found)
    whole = (1 << len(bits)) - 1
    size, rest = mask.bit_count(), (whole ^ mask).bit_count()
    if p.rooted and p.min_size <= size < len(bits):
        found.add(mask)
    if not p.rooted and min(size, rest) >= p.min_size:
        found.add(min(mask, whole ^ mask))
    return mask


def solve(p, first, second):
    mine, theirs = names(first), names(second)
    if p.unshared == "none" and mine != theirs:
        return None
    bits = {name: 1 << place for place, name in enumerate(sorted(mine & theirs))}
    left, right = set(), set()
    masks(p, first, bits, left)
    masks(p, second, bits, right)
    different = len(left - right) + len(right - left)
    groups = len(left) + len(right)
    if p.scale == "count":
        return [different, len(left), len(right)]
    share = Fraction(different, groups or 1)
    return [float(1 - share if p.scale == "similarity" else share), len(left), len(right)]
