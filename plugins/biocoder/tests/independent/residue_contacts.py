"""Contacts from one flat table of atoms: every pair of atoms is asked whether it makes its residues touch."""

from fractions import Fraction
from itertools import combinations


def counted(p, atoms):
    names = [atom[0] for atom in atoms]
    if p.atom == "any":
        return names
    wanted = "CB" if p.atom == "CB" and "CB" in names else "CA"
    return [name for name in names if name == wanted]


def solve(p, residues):
    table = [
        (place, chain, number, [Fraction(x) for x in atom[1:]])
        for place, (chain, number, atoms) in enumerate(residues)
        for atom in atoms
        if atom[0] in counted(p, atoms)
    ]
    pairs = set()
    for (i, chain, number, here), (j, other_chain, other, there) in combinations(table, 2):
        allowed = abs(number - other) >= p.separation if chain == other_chain else p.across
        near = sum((a - b) * (a - b) for a, b in zip(here, there, strict=True)) <= Fraction(p.cutoff) ** 2
        if i != j and allowed and near:
            pairs.add((min(i, j), max(i, j)))
    return [list(pair) for pair in sorted(pairs)]
