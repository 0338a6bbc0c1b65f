"""Atoms from the fixed columns of a PDB file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.protein import pdb_atoms_solution


@dataclass(frozen=True)
class Parameters:
    """Which atoms are read."""

    model: int
    """Number of the model."""
    hetero: bool
    """Whether HETATM records are read."""
    hydrogens: bool
    """Whether hydrogens are read."""
    preferred: str
    """Which alternate location is taken: by occupancy, by letter, or the first in the file."""


PREFERENCES = {
    "occupancy": "the one of the highest occupancy, and of several such the first in the file",
    "letter": "the one whose indicator comes first in the alphabet, a blank before all letters, and of "
    "several such the first in the file",
    "first": "the first in the file",
}
COLUMNS = (
    "Columns are fixed and counted from 1: record name 1-6, atom name 13-16, alternate location indicator "
    "17, residue name 18-20, chain 22, residue number 23-26, insertion code 27, x 31-38, y 39-46, z 47-54, "
    "occupancy 55-60, element 77-78. Neighbouring columns may touch without a blank."
)


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    records = "ATOM and HETATM records" if p.hetero else "ATOM records, but no HETATM records,"
    hydrogens = (
        "Hydrogens are read like other atoms."
        if p.hydrogens
        else "Atoms whose element is H are left out; D, deuterium, is not H."
    )
    return [
        say("text is a PDB file, lines end with a newline.", "The argument is the whole text of a PDB file."),
        COLUMNS,
        f"Read {records} of model {p.model}. A line MODEL has the model's number in columns 11-14; what "
        "follows belongs to that model, up to the next such line. Lines before the first MODEL line, or "
        "all lines where there is none, belong to model 1. All other records are ignored.",
        hydrogens,
        say(
            "Lines of the same chain, residue number, insertion code and atom name",
            "Lines that agree in chain, residue number, insertion code and atom name (columns 13-16)",
        )
        + f" are alternate locations of one atom, whatever their residue names: take "
        f"{PREFERENCES[p.preferred]}.",
        "Returned is a list of [chain, residue number, insertion code, residue name, atom name, x, y, z]: "
        "texts without blanks around them (an empty string where there is only blank), a whole number, "
        "three numbers in ångströms. An atom stands where its first location stood in the file.",
    ]


def atom_line(record: str, atom: Sequence[object]) -> str:
    """One line; the atom is given in the order of its columns, coordinates, occupancy and element last."""
    name, alternate, residue, chain, number, insertion, x, y, z, occupancy, element = atom
    return (
        f"{record:<6}{1:>5} {name:<4}{alternate}{residue:>3} {chain}{number:>4}{insertion}   "
        f"{x:8.3f}{y:8.3f}{z:8.3f}{occupancy:6.2f}{20:6.2f}          {element:>2}"
    )


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    plain = atom_line("ATOM", (" CA ", " ", "GLY", "A", 1, " ", 1.5, -2.25, 3.0, 1.0, "C"))
    heads = [f"MODEL     {number:>4}" for number in (1, 2, 3)]
    return {
        "no text": ("",),
        "no models": ("\n".join(["HEADER    HYDROLASE", plain, "END"]),),
        "atoms before the first model": ("\n".join([plain, heads[2], plain, heads[1], plain]),),
        "three models": ("\n".join(line for i in range(3) for line in (heads[i], several(i), "ENDMDL")),),
        "columns that touch": (
            heads[p.model - 1]
            + "\n"
            + atom_line("ATOM", ("HG11", "A", "VAL", "B", -999, "C", -999.125, -100.5, -999.875, 1.0, "H"))
            + "\n"
            + atom_line("HETATM", (" O  ", " ", "HOH", "B", 2001, " ", -999.125, 1000.25, -1.0, 1.0, "O")),
        ),
        "calcium and alpha carbon": (
            "\n".join(
                [
                    heads[p.model - 1],
                    atom_line("HETATM", ("CA  ", " ", " CA", "A", 5, " ", 1.0, 2.0, 3.0, 1.0, "CA")),
                    atom_line("HETATM", (" CA ", " ", "MSE", "A", 5, " ", 4.0, 5.0, 6.0, 1.0, "C")),
                    atom_line("ATOM", ("CA  ", " ", "ASP", "A", 5, " ", 7.0, 8.0, 9.0, 0.5, "C")),
                ]
            ),
        ),
        "equal occupancies": (
            "\n".join(
                [
                    heads[p.model - 1],
                    *(
                        atom_line("ATOM", (" CB ", letter, "SER", " ", 0, " ", x, 0.0, 0.5, share, "C"))
                        for letter, x, share in (("B", 1.0, 0.25), ("C", 2.0, 0.5), ("A", 3.0, 0.5))
                    ),
                ]
            ),
        ),
        "apart in one column": (
            "\n".join(
                [
                    heads[p.model - 1],
                    *(
                        atom_line("ATOM", (name, " ", "GLY", chain, number, code, 1.0, 2.0, number, 0.5, "C"))
                        for name, chain, number, code in (
                            (" CA ", "A", 7, " "),
                            (" CA ", "B", 7, " "),
                            (" CA ", "A", 7, "A"),
                            (" CA ", "A", 8, " "),
                            (" CA ", "A", 17, " "),
                            (" CB ", "A", 7, " "),
                            (" CG ", "A", 7, " "),
                        )
                    ),
                ]
            ),
        ),
        "same location twice": (
            "\n".join(
                [
                    heads[p.model - 1],
                    *(
                        atom_line("ATOM", (" CB ", letter, residue, "A", 4, "D", x, 0.0, 0.5, share, "C"))
                        for letter, residue, x, share in (
                            ("B", "SER", 1.0, 0.5),
                            ("A", "SER", 2.0, 0.25),
                            ("A", "THR", 3.0, 0.25),
                            ("B", "SER", 4.0, 0.5),
                        )
                    ),
                ]
            ),
        ),
        "hydrogen and deuterium": (
            "\n".join(
                [
                    heads[p.model - 1],
                    atom_line("ATOM", (" H  ", " ", "ALA", "A", 1, " ", 0.0, 0.0, 1.0, 1.0, "H")),
                    atom_line("ATOM", (" D  ", " ", "ALA", "A", 1, " ", 0.0, 1.0, 0.0, 1.0, "D")),
                    atom_line("ATOM", (" N  ", " ", "ALA", "A", 1, "A", 0.0, 1.0, 1.0, 1.0, "N")),
                ]
            ),
        ),
    }


def several(seed: int) -> str:
    """Lines of some residues, with alternate locations, hydrogens and hetero atoms."""
    rng = Random(seed)
    lines = []
    for number in range(rng.randint(1, 4)):
        chain, insertion = rng.choice("AAB "), rng.choice(("  ", "A ", " ", "B"))[0]
        residue = rng.choice(("GLY", "SER", "HOH", "LYS"))
        record = "HETATM" if residue == "HOH" else "ATOM"
        for name, element in rng.sample(((" CA ", "C"), (" N  ", "N"), (" O  ", "O"), ("HG11", "H")), 3):
            letters = rng.choice((" ", " ", "AB", "BA", "BAC"))
            for letter in letters:
                where = [rng.randint(-99999, 99999) / 1000 for _ in range(3)]
                share = rng.choice((0.25, 0.5, 0.33))
                atom = (
                    name,
                    letter,
                    residue,
                    chain,
                    number + seed % 7 - 3,
                    insertion,
                    *where,
                    share,
                    element,
                )
                lines.append(atom_line(record, atom))
    if len(lines) > 1 and rng.random() < 0.3:
        lines.insert(1, "ANISOU" + lines[0][6:])
    return "\n".join(lines)


def draw(rng: Random, p: Parameters) -> Args:
    """A file of one to three models in any order; the one that is asked for is mostly there."""
    numbers = rng.sample((1, 2, 3), rng.randint(1, 2))
    parts = ["REMARK   2 RESOLUTION.    1.80 ANGSTROMS."] if rng.random() < 0.3 else []
    if p.model == 1 and rng.random() < 0.5:
        parts.append(several(rng.randrange(10**6)))
    elif p.model not in numbers and rng.random() < 0.9:
        numbers.append(p.model)
    for number in numbers:
        parts += [f"MODEL     {number:>4}", several(rng.randrange(10**6)), "ENDMDL"]
    return ("\n".join([*parts, "END"]),)


def ignores_remarks(entry: Entry, args: Args, p: Parameters) -> bool:
    """Remarks before every line change nothing."""
    (text,) = args
    remarked = "\n".join(f"REMARK 500 ATOM\n{line}" for line in text.split("\n"))
    return bool(entry(text) == entry(remarked))


def names_each_atom_once(entry: Entry, args: Args, p: Parameters) -> bool:
    """No two atoms have the same chain, number, insertion code, residue and name, and places are kept."""
    rows = entry(*args)
    (text,) = args
    return all(f"{row[5]:8.3f}{row[6]:8.3f}{row[7]:8.3f}" in text for row in rows) and len(rows) == len(
        {tuple(row[:5]) for row in rows}
    )


def nanometres(text: str) -> float:
    """A coordinate in another unit."""
    return float(text) / 8 + 1


PROBLEM = Problem(
    name="pdb-atoms",
    category="protein",
    source="wwPDB. Protein Data Bank Contents Guide: Atomic Coordinate Entry Format 3.3, 2012",
    solution=pdb_atoms_solution,
    entry="read_atoms",
    cells=[Parameters(*values) for values in product((1, 2), (False, True), (False, True), PREFERENCES)],
    beyond=[Parameters(3, True, False, "occupancy"), Parameters(3, False, True, "letter")],
    wordings=(
        "{entry}(text) reads the atoms of one model from a PDB file.",
        "{entry}(text) takes names and coordinates of atoms from the text of a PDB entry.",
        "{entry}(text) parses coordinate records in PDB format, one location per atom.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"ignores remarks": ignores_remarks, "names each atom once": names_each_atom_once},
    returns=None,
    holder=Holder("Entry", "The text of one entry of the Protein Data Bank."),
    helper=Helper("angstroms", nanometres),
)
