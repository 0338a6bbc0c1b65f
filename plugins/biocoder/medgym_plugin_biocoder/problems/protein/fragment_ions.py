"""Fragment ions of a peptide: six series, charges, modifications, a neutral loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import isclose
from random import Random

from medgym_core import ListOf, Number
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.protein import fragment_ions_solution
from medgym_plugin_biocoder.problems.protein.fragment_ions_solution import MASSES, OFFSETS, PROTON


@dataclass(frozen=True)
class Parameters:
    """Which ions are asked for."""

    series: str
    """Letter of the series: a, b, c from the N-terminus, x, y, z from the C-terminus."""
    charge: int
    """Charge of every ion."""
    cysteine: float
    """Fixed modification of cysteine, Da."""
    loss: float
    """Mass that every ion has lost, Da."""


RESIDUES = "".join(MASSES)


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    table = ", ".join(f"{residue} {mass}" for residue, mass in MASSES.items())
    start = "first" if p.series in "abc" else "last"
    fixed = f"Every C is {p.cysteine} heavier than in the table. " if p.cysteine else ""
    loss = f", minus {p.loss} for the neutral loss" if p.loss else ""
    return [
        say(
            "peptide is a sequence in one-letter code. modifications is a list of [position, mass "
            "difference]; position 1 is the first residue, 0 the N-terminus, which goes with the first "
            "residue.",
            "The arguments are a peptide in one-letter code and a list of its modifications, each a list "
            "[position, mass difference in Da]: residues are counted from 1, and 0, the N-terminus, "
            "belongs to the first residue.",
        )
        + " Several modifications of one residue add up.",
        f"Residue masses in Da: {table}. {fixed}If the peptide has another letter, the result is None.",
        f"The {p.series} ion of length i has the {start} i residues. Its mass is the sum of their masses "
        f"with modifications, plus {OFFSETS[p.series]}{loss}.",
        f"Ions have the charge {p.charge}: m/z is (mass + {p.charge} * {PROTON}) / {p.charge}.",
        say("Returned is the list of m/z", "The result is a list of m/z, unrounded,")
        + " for i = 1 up to the peptide's length minus one; an empty list for peptides of fewer than two "
        "residues.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    return {
        "empty peptide": ("", []),
        "empty peptide, modified": ("", [[0, 42.010565]]),
        "one residue": ("K", []),
        "two residues": ("GK", []),
        "all residues": (RESIDUES, []),
        "all residues backwards": (RESIDUES[::-1], []),
        "both ends modified": ("CAST", [[0, 42.010565], [4, 79.966331]]),
        "one residue modified twice": ("MKCH", [[1, 15.994915], [0, 42.010565], [1, 0.984016]]),
        "unknown residue": ("PEPTXDE", []),
        "unknown last residue": ("PEPTIDEB", []),
        "all cysteine": ("CCCC", [[2, -17.026549]]),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Two to 14 residues, up to three modifications."""
    peptide = "".join(rng.choice(RESIDUES + "CCKR") for _ in range(rng.randint(2, 14)))
    if rng.random() < 0.04:
        peptide += rng.choice("XBZU")
    positions = [
        rng.choice((0, 1, len(peptide), rng.randint(1, len(peptide)))) for _ in range(rng.randint(0, 3))
    ]
    return (peptide, [[place, rng.choice((15.994915, 79.966331, -17.026549))] for place in positions])


def differences_are_residues(entry: Entry, args: Args, p: Parameters) -> bool:
    """Neighbouring ions of an unmodified peptide are one residue apart, and rise."""
    (peptide, _) = args
    ratios = entry(peptide, [])
    if ratios is None:
        return any(residue not in RESIDUES for residue in peptide)
    order = peptide if p.series in "abc" else peptide[::-1]
    steps = [(after - before) * p.charge for before, after in pairwise(ratios)]
    masses = [MASSES[residue] + (p.cysteine if residue == "C" else 0) for residue in order[1:-1]]
    return len(steps) == len(masses) and all(map(_equal, steps, masses))


def _equal(one: float, other: float) -> bool:
    return isclose(one, other, abs_tol=1e-6)


def order_of_modifications(entry: Entry, args: Args, p: Parameters) -> bool:
    """Modifications may be listed in any order."""
    peptide, modifications = args
    one, other = entry(peptide, modifications), entry(peptide, modifications[::-1])
    return one is other is None or all(map(_equal, one, other))


def invented_mass(residue: str) -> float | None:
    """Mass of a residue in another world."""
    return None if residue in "BUXZ" else 20.0 + 3 * (ord(residue) % 11)


PROBLEM = Problem(
    name="fragment-ions",
    category="protein",
    source="Roepstorff P, Fohlman J 1984; Biemann K 1988; monoisotopic masses of Unimod",
    solution=fragment_ions_solution,
    entry="fragments",
    cells=[Parameters(*values) for values in product("byaz", (1, 2), (0.0, 57.021464), (0.0, 18.010565))],
    beyond=[
        Parameters("c", 3, 57.021464, 0.0),
        Parameters("x", 1, 0.0, 17.026549),
        Parameters("y", 4, 45.987721, 97.976896),
    ],
    wordings=(
        "{entry}(peptide, modifications) computes the fragment ions of a peptide in a tandem mass spectrum.",
        "{entry}(peptide, modifications) lists the m/z of one series of fragment ions.",
        "{entry}(peptide, modifications) predicts where the fragments of a peptide lie in its spectrum.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={
        "differences are residues": differences_are_residues,
        "order of modifications": order_of_modifications,
    },
    returns=ListOf(items=Number(rel_tol=1e-7, abs_tol=1e-6), nullable=True),
    holder=Holder("Peptide", "A peptide in one-letter code."),
    helper=Helper("residue_mass", invented_mass),
)
