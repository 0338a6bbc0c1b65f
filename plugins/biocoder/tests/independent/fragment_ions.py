"""Fragment ions from elemental compositions, by complement: what is not in the fragment is taken away."""

ATOMS = {"C": 12.0, "H": 1.00782503, "N": 14.00307401, "O": 15.99491462, "S": 31.97207117}
RESIDUES = {
    residue: dict(zip("CHNOS", counts, strict=True))
    for residue, counts in {
        "G": (2, 3, 1, 1, 0),
        "A": (3, 5, 1, 1, 0),
        "S": (3, 5, 1, 2, 0),
        "P": (5, 7, 1, 1, 0),
        "V": (5, 9, 1, 1, 0),
        "T": (4, 7, 1, 2, 0),
        "C": (3, 5, 1, 1, 1),
        "L": (6, 11, 1, 1, 0),
        "I": (6, 11, 1, 1, 0),
        "N": (4, 6, 2, 2, 0),
        "D": (4, 5, 1, 3, 0),
        "Q": (5, 8, 2, 2, 0),
        "K": (6, 12, 2, 1, 0),
        "E": (5, 7, 1, 3, 0),
        "M": (5, 9, 1, 1, 1),
        "H": (6, 7, 3, 1, 0),
        "F": (9, 9, 1, 1, 0),
        "R": (6, 12, 4, 1, 0),
        "Y": (9, 9, 1, 2, 0),
        "W": (11, 10, 2, 1, 0),
    }.items()
}
ENDS = {"a": {"C": -1, "O": -1}, "b": {}, "c": {"N": 1, "H": 3}}
ENDS |= {"x": {"C": 1, "O": 2}, "y": {"H": 2, "O": 1}, "z": {"O": 1, "N": -1}}


def weight(composition):
    return sum(ATOMS[atom] * count for atom, count in composition.items())


def solve(p, peptide, modifications):
    if not set(peptide) <= set(RESIDUES):
        return None
    n = len(peptide)
    base = weight(ENDS[p.series]) - p.loss

    def part(first, last):
        """Mass of residues first..last, counted from 1."""
        own = sum(
            weight(RESIDUES[one]) + (p.cysteine if one == "C" else 0) for one in peptide[first - 1 : last]
        )
        return own + sum(delta for place, delta in modifications if first <= max(place, 1) <= last)

    proton = ATOMS["H"] - 0.00054858
    whole = part(1, n)
    ratios = []
    for length in range(1, n):
        rest = part(length + 1, n) if p.series in "abc" else part(1, n - length)
        ratios.append((whole - rest + base) / p.charge + proton)
    return ratios
