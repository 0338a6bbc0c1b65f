"""Peptides of a protein's digestion, with missed cleavages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.protein import digestion_solution


@dataclass(frozen=True)
class Parameters:
    """How the protease cuts, and which peptides are kept."""

    after: str
    """Residues after which it cuts."""
    unless_before: str
    """Residues before which it does not."""
    missed: int
    """Most missed cleavages."""
    min_length: int
    """Least residues of a peptide."""


PROTEASES = (("KR", "P"), ("KR", ""), ("K", "P"), ("R", "P"), ("DE", ""), ("FWYL", "P"))


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    after = " or ".join(p.after)
    unless = f", unless the next residue is {p.unless_before}" if p.unless_before else ", whatever comes next"
    return [
        say(
            "protein is a sequence in one-letter code, capitals; it may be empty and may hold any letter.",
            "The argument is a protein sequence as a string of capital letters, possibly empty.",
        ),
        f"The protease cuts after {after}{unless}.",
        say(
            f"Up to {p.missed} cleavages may be missed: a peptide runs from one cut, or the start of the "
            f"protein, to a later cut or the end, over at most {p.missed} other cuts.",
            "A peptide begins at the protein's start or a cut, ends at its end or a cut, and has between "
            f"them at most {p.missed} cuts that were missed.",
        ),
        f"Peptides of fewer than {p.min_length} residues are left out.",
        "Returned is a list of [peptide, start, missed cleavages], start counted from 1, ordered by start "
        "and then by missed cleavages. A peptide that occurs at several places is listed for each.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    cut, spare = p.after[0], "AGNSTVQ"
    long = (spare * 3)[: p.min_length]
    return {
        "empty protein": ("",),
        "no site": ((spare * 3)[: p.min_length + 3],),
        "exactly long enough": (long,),
        "one residue too short": (long[1:],),
        "site at the end": (spare + cut,),
        "sites only": (cut * (p.min_length + p.missed + 2),),
        "site before proline": (spare + cut + "P" + spare + cut + spare + p.after[-1] + "P",),
        "site at the start": (cut + spare + cut + "P" + cut + spare,),
        "same peptide twice": ((long + cut) * 3,),
        "short and long": (long[2:] + cut + long[1:] + cut + long + cut + long[3:] + cut + spare,),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Up to 40 residues, rich in sites and prolines, at peptide lengths about the least."""
    letters = p.after * 2 + "PP" + "AGNSTVQM" + "KRDEFWYL"
    return ("".join(rng.choice(letters) for _ in range(rng.randint(p.min_length, 40))),)


def peptides_lie_in_the_protein(entry: Entry, args: Args, p: Parameters) -> bool:
    """Every peptide is found at its start, and the order is by start and missed cleavages."""
    (protein,) = args
    rows = entry(protein)
    keys = [(start, missed) for _, start, missed in rows]
    return keys == sorted(keys) and all(
        protein[start - 1 : start - 1 + len(peptide)] == peptide and 0 <= missed <= p.missed
        for peptide, start, missed in rows
    )


def two_proteins(entry: Entry, args: Args, p: Parameters) -> bool:
    """Peptides without missed cleavage of two proteins joined at a cut are those of both."""
    (protein,) = args
    first = protein + p.after[0]
    whole = entry(first + "A" + protein)
    parts = entry(first) + entry("A" + protein)
    return [row[0] for row in whole if row[2] == 0] == [row[0] for row in parts if row[2] == 0]


def other_cuts(residue: str, following: str) -> bool:
    """A protease of another taste."""
    return residue in "AGDKL" and following not in "NR"


PROBLEM = Problem(
    name="digestion",
    category="protein",
    source="Keil B. Specificity of Proteolysis, 1992",
    solution=digestion_solution,
    entry="digest",
    cells=[
        Parameters(*protease, missed, length)
        for protease, missed, length in product(PROTEASES, (0, 1, 2), (1, 4))
    ],
    beyond=[Parameters("M", "", 3, 2), Parameters("KDE", "PK", 2, 6), Parameters("R", "", 4, 3)],
    wordings=(
        "{entry}(protein) digests a protein in silico.",
        "{entry}(protein) lists the peptides that a protease makes of a protein.",
        "{entry}(protein) cuts a protein sequence into peptides, with missed cleavages.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"peptides lie in the protein": peptides_lie_in_the_protein, "two proteins": two_proteins},
    returns=None,
    holder=Holder("Protein", "One protein sequence."),
    helper=Helper("cuts", other_cuts),
)
