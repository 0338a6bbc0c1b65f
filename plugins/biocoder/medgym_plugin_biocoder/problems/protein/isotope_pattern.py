"""Isotope patterns of molecular formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import isclose
from random import Random

from medgym_core import ListOf, Number
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.protein import isotope_pattern_solution
from medgym_plugin_biocoder.problems.protein.isotope_pattern_solution import ISOTOPES


@dataclass(frozen=True)
class Parameters:
    """Which pattern is asked for."""

    peaks: int
    """Number of peaks."""
    scale: str
    """What the abundances are divided by: nothing, their sum, the highest."""
    carbon13: float
    """Share of carbon-13."""


SCALES = {
    "none": "Abundances are probabilities of the whole pattern; they are not scaled.",
    "sum": "The abundances that are returned are divided by their sum, so that they add up to 1.",
    "highest": "The abundances that are returned are divided by the highest of them, which becomes 1.",
}


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    shares = {**ISOTOPES, "C": [round(1 - p.carbon13, 6), p.carbon13]}
    table = "; ".join(f"{element} {', '.join(map(str, share))}" for element, share in shares.items())
    return [
        say(
            "formula is a molecular formula such as 'C6H12O6': element symbols, each with a number of "
            "atoms, which is left out where it is 1.",
            "The argument is a string such as 'CH4N2O', in which the number after an element's symbol "
            "counts its atoms, and no number means one.",
        )
        + " An element may occur several times. A group in parentheses, also within another, may have a "
        "number, which multiplies all in it: 'N(CH2(CH3))3'. An empty formula has no atoms.",
        f"Shares of the isotopes with 0, 1, 2, ... neutrons more than the lightest: {table}. If the "
        "formula has another element, the result is None.",
        say(
            "Atoms are independent of each other. Peak k holds the molecules with k more neutrons in all "
            "than the lightest has.",
            "The abundance of peak k is the probability that the atoms, each drawn by these shares, have k "
            "extra neutrons together.",
        ),
        f"Returned is the list of abundances of the peaks 0 to {p.peaks - 1}, also where they are 0. "
        + SCALES[p.scale],
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    return {
        "no atoms": ("",),
        "one atom": ("C",),
        "one isotope": ("P2",),
        "element twice": ("CH3COOH",),
        "group": ("N(CH3)3",),
        "group in a group": ("C(CH2(OC2H5)2)2SO4",),
        "group without number": ("(CH3)(NH2)S",),
        "sulphur": ("S5",),
        "unknown element": ("C6H5Cl",),
        "unknown element in a group": ("(NaO)2S",),
        "larger molecule": ("C43H66N12O12S2",),
        "zero atoms": ("C2H0O10",),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """One or two parts, some in parentheses, sometimes both in others; numbers up to nine."""

    def part() -> str:
        symbols = rng.choices(("C", "H", "N", "O", "S", "P"), (5, 4, 3, 4, 3, 1), k=rng.randint(1, 3))
        return "".join(symbol + rng.choice(("", "", str(rng.randint(2, 9)))) for symbol in symbols)

    formula = part()
    if rng.random() < 0.6:
        formula += f"({part()}){rng.choice(('', '2', '3'))}" + part()
    if rng.random() < 0.2:
        formula = f"S({formula})2"
    return (formula + ("Na" if rng.random() < 0.03 else ""),)


def parentheses_repeat(entry: Entry, args: Args, p: Parameters) -> bool:
    """A formula in parentheses twice is the formula written twice."""
    (formula,) = args
    return _alike(entry(f"({formula})2"), entry(formula + formula))


def phosphorus_changes_nothing(entry: Entry, args: Args, p: Parameters) -> bool:
    """An element of one isotope leaves the pattern; abundances are shares."""
    (formula,) = args
    pattern = entry(formula)
    bounded = pattern is None or all(0 <= share <= 1 + 1e-9 for share in pattern)
    return bounded and _alike(entry("P3" + formula), pattern)


def _alike(one: list[float] | None, other: list[float] | None) -> bool:
    if one is None or other is None:
        return one is other
    return len(one) == len(other) and all(map(_equal, one, other))


def _equal(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=1e-6, abs_tol=1e-15)


def letters(formula: str) -> dict[str, int]:
    """Atoms of a formula without numbers."""
    return {letter: 2 + formula.count(letter) for letter in "CHNOPS" if letter in formula}


PROBLEM = Problem(
    name="isotope-pattern",
    category="protein",
    source="Kubinyi H 1991; isotopic compositions of the elements, IUPAC 2009",
    solution=isotope_pattern_solution,
    entry="isotope_pattern",
    cells=[Parameters(*values) for values in product((2, 3, 5), tuple(SCALES), (0.0107, 0.1, 0.25))],
    beyond=[Parameters(4, "sum", 0.4), Parameters(7, "highest", 0.0107), Parameters(6, "none", 0.125)],
    wordings=(
        "{entry}(formula) computes the isotope pattern of a molecule.",
        "{entry}(formula) predicts the isotope peaks of a molecular formula in a mass spectrum.",
        "{entry}(formula) gives the abundances of a molecule's isotopologues by their extra neutrons.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={
        "parentheses repeat": parentheses_repeat,
        "phosphorus changes nothing": phosphorus_changes_nothing,
    },
    returns=ListOf(items=Number(rel_tol=1e-6, abs_tol=1e-12), nullable=True),
    holder=Holder("Molecule", "A molecule, by its formula."),
    helper=Helper("composition", letters),
)
