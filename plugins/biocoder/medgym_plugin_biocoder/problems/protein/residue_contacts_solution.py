"""Contacts between residues of a protein structure."""

from typing import Any

CUTOFF = 8.0
ATOM = "CB"
SEPARATION = 3
ACROSS = True


def positions(atoms: list[list[Any]]) -> list[list[float]]:
    """Coordinates of those atoms of a residue that count."""
    places = {name: place for name, *place in atoms}
    if ATOM == "any":
        return list(places.values())
    if ATOM == "CB" and "CB" in places:
        return [places["CB"]]
    return [places["CA"]] if "CA" in places else []


def contacts(residues: list[list[Any]]) -> list[list[int]]:
    """Pairs of residues in contact, by their places in the list."""
    found = []
    for second, (chain, number, atoms) in enumerate(residues):
        for first, (other_chain, other_number, other_atoms) in enumerate(residues[:second]):
            if chain == other_chain and abs(number - other_number) < SEPARATION:
                continue
            if chain != other_chain and not ACROSS:
                continue
            squares = [
                sum((one - other) ** 2 for one, other in zip(here, there, strict=True))
                for here in positions(atoms)
                for there in positions(other_atoms)
            ]
            if squares and min(squares) <= CUTOFF**2:
                found.append([first, second])
    return sorted(found)
