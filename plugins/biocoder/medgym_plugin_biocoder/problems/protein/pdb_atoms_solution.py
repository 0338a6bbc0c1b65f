"""Read the atoms of one model from the lines of a PDB file."""

from typing import Any

MODEL = 1
HETERO = False
HYDROGENS = False
PREFERRED = "occupancy"


def angstroms(text: str) -> float:
    """A coordinate from its columns."""
    return float(text)


def precedence(line: str) -> tuple[float, str]:
    """Sorts alternate locations of one atom: the smallest is taken."""
    if PREFERRED == "occupancy":
        return -float(line[54:60]), ""
    if PREFERRED == "letter":
        return 0.0, line[16]
    return 0.0, ""


def read_atoms(text: str) -> list[list[Any]]:
    """Chain, residue number, insertion code, residue name, atom name and x, y, z of each atom."""
    model = 1
    chosen: dict[tuple[str, str, str], str] = {}
    for line in text.split("\n"):
        record = line[:6].strip()
        if record == "MODEL":
            model = int(line[10:14])
        if model != MODEL or record not in (("ATOM", "HETATM") if HETERO else ("ATOM",)):
            continue
        if line[76:78].strip() == "H" and not HYDROGENS:
            continue
        key = (line[21], line[22:27], line[12:16])
        if key not in chosen or precedence(line) < precedence(chosen[key]):
            chosen[key] = line
    return [
        [
            line[21].strip(),
            int(line[22:26]),
            line[26].strip(),
            line[17:20].strip(),
            line[12:16].strip(),
            *(angstroms(line[first : first + 8]) for first in (30, 38, 46)),
        ]
        for line in chosen.values()
    ]
