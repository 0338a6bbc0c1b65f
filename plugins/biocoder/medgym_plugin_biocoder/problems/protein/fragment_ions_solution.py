"""Mass-to-charge ratios of a peptide's fragment ions."""

SERIES = "b"
CHARGE = 1
CYSTEINE = 0.0
LOSS = 0.0
PROTON = 1.007276
OFFSETS = {"a": -27.994915, "b": 0.0, "c": 17.026549, "x": 43.989829, "y": 18.010565, "z": 1.991841}
MASSES = {
    "G": 57.021464,
    "A": 71.037114,
    "S": 87.032028,
    "P": 97.052764,
    "V": 99.068414,
    "T": 101.047678,
    "C": 103.009185,
    "L": 113.084064,
    "I": 113.084064,
    "N": 114.042927,
    "D": 115.026943,
    "Q": 128.058578,
    "K": 128.094963,
    "E": 129.042593,
    "M": 131.040485,
    "H": 137.058912,
    "F": 147.068414,
    "R": 156.101111,
    "Y": 163.063329,
    "W": 186.079313,
}


def residue_mass(residue: str) -> float | None:
    """Monoisotopic mass of a residue, or None if it has none."""
    mass = MASSES.get(residue)
    return mass + CYSTEINE if mass is not None and residue == "C" else mass


def fragments(peptide: str, modifications: list[list[float]]) -> list[float] | None:
    """Ratios of the series, shortest fragment first."""
    masses = []
    for residue in peptide:
        mass = residue_mass(residue)
        if mass is None:
            return None
        masses.append(mass)
    if not masses:
        return []
    for position, delta in modifications:
        masses[max(int(position) - 1, 0)] += delta
    if SERIES in "xyz":
        masses.reverse()
    ratios = []
    total = OFFSETS[SERIES] - LOSS + CHARGE * PROTON
    for mass in masses[:-1]:
        total += mass
        ratios.append(total / CHARGE)
    return ratios
