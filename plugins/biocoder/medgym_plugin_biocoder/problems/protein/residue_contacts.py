"""Residue contacts of a protein structure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.protein import residue_contacts_solution


@dataclass(frozen=True)
class Parameters:
    """What a contact is."""

    cutoff: float
    """Largest distance, ångströms."""
    atom: str
    """Which atoms count: CA, CB, or any."""
    separation: int
    """Least difference of residue numbers within a chain."""
    across: bool
    """Whether residues of different chains can be in contact."""


ATOMS = {
    "any": "The distance of two residues is that of their nearest atoms; an atom of one and one of the "
    "other.",
    "CA": "The distance of two residues is that of their atoms named CA.",
    "CB": "The distance of two residues is that of their atoms named CB; a residue without CB is "
    "represented by its CA instead.",
}


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    chains = (
        "Residues of different chains can be in contact, whatever their numbers."
        if p.across
        else "Residues of different chains are never in contact."
    )
    return [
        say(
            "A residue is a list [chain, number, atoms], and each of its atoms a list [name, x, y, z] in "
            "ångströms; names are unique in a residue.",
            "residues is a list of [chain, number, atoms]: a string, a whole number (it may be negative, "
            "and numbers need not be sorted) and a list of [name, x, y, z] with coordinates in ångströms.",
        ),
        ATOMS[p.atom] + " A residue without such an atom has no contacts.",
        f"Two residues are in contact if their distance is at most {p.cutoff} ångströms, exactly {p.cutoff} "
        "included.",
        f"Residues of one chain must differ by at least {p.separation} in their numbers. " + chains,
        say(
            "Returned is the list of contacts [i, j], i < j: places of the residues in the argument "
            "counted from 0.",
            "The result lists each contact once as [i, j] with i < j, places in the argument from 0.",
        )
        + " It is sorted by i, then by j.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    near, apart = p.cutoff, p.separation

    def at(chain: str, number: int, x: float, *names: str) -> list[Any]:
        return [chain, number, [[name, x, 1.0, -1.0] for name in names]]

    both = ("CA", "CB")
    return {
        "no residues": ([],),
        "one residue": ([at("A", 1, 0.0, *both)],),
        "exactly at the cutoff": ([at("A", 1, 0.0, *both), at("A", 1 + apart, near, *both)],),
        "just beyond it": ([at("A", 1, 0.0, *both), at("A", 1 + apart, near + 0.125, *both)],),
        "numbers fall": ([at("A", 9, 0.0, *both), at("A", 9 - apart, 2.0, *both), at("A", -9, 1.0, *both)],),
        "numbers too close": ([at("A", 5, 0.0, *both), at("A", 4 + apart, 2.0, *both)],),
        "two chains": ([at("A", 5, 0.0, *both), at("B", 5, 2.0, *both), at("C", 5, near + 1, *both)],),
        "without beta carbon": ([at("A", 1, 0.0, "CA"), at("A", 50, 3.0, *both), at("A", 90, 6.0, "CA")],),
        "without atoms": ([at("A", 1, 0.0), at("A", 50, 0.5, *both), at("A", 90, 0.0, "O", "N")],),
        "carbons apart": (
            [
                ["A", 1, [["CA", 0.0, 0.0, 0.0], ["CB", near, 0.0, 0.0], ["OG", 0.0, near, near]]],
                ["A", 20, [["CB", 2.0, 0.0, 0.0], ["CA", 2 * near, 0.0, 0.0]]],
                ["A", 40, [["CB", 0.0, near, 2 * near], ["CA", 0.0, 0.0, -near]]],
            ],
        ),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Up to nine residues in two chains, atoms on a grid of halves."""
    reach = round(1.25 * p.cutoff)
    residues = []
    for _ in range(rng.randint(5, 9)):
        middle = [rng.randint(-reach, reach) for _ in range(3)]
        atoms = [
            [name, *((x + rng.randint(-3, 3)) / 2 for x in middle)]
            for name in rng.sample(("CA", "CB", "N", "OG"), rng.choice((1, 2, 3, 4, 4, 4, 4)))
        ]
        residues.append([rng.choice("AAAB"), rng.randint(-4, 5 * p.separation + 5), atoms])
    return (residues,)


def mirrored_and_shifted(entry: Entry, args: Args, p: Parameters) -> bool:
    """The mirror image of a structure, shifted, has the same contacts."""
    (residues,) = args
    moved = [
        [chain, number, [[name, 4 - x, y + 2, z] for name, x, y, z in atoms]]
        for chain, number, atoms in residues
    ]
    return bool(entry(residues) == entry(moved))


def backwards(entry: Entry, args: Args, p: Parameters) -> bool:
    """Residues in reverse order have the same contacts, at their new places."""
    (residues,) = args
    last = len(residues) - 1
    return bool(entry(residues) == sorted([last - j, last - i] for i, j in entry(residues[::-1])))


def outermost(atoms: list[list[Any]]) -> list[list[float]]:
    """Coordinates of the last atom."""
    return [atoms[-1][1:]] if atoms else []


PROBLEM = Problem(
    name="residue-contacts",
    category="protein",
    source="Vendruscolo M, Kussell E, Domany E. Recovery of protein structure from contact maps, 1997",
    solution=residue_contacts_solution,
    entry="contacts",
    cells=[
        Parameters(*values) for values in product((4.5, 6.0, 8.0), ("CA", "CB", "any"), (1, 3), (True, False))
    ],
    beyond=[
        Parameters(12.0, "CB", 6, True),
        Parameters(3.5, "any", 2, True),
        Parameters(10.0, "CA", 4, False),
    ],
    wordings=(
        "{entry}(residues) finds the pairs of residues of a protein structure that touch.",
        "{entry}(residues) makes the contact map of a protein structure, as a list of pairs.",
        "{entry}(residues) lists the contacts between the residues of a protein.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"mirrored and shifted": mirrored_and_shifted, "backwards": backwards},
    returns=None,
    holder=Holder("Structure", "Residues of a protein structure."),
    helper=Helper("positions", outermost),
)
