"""Digest a protein with a protease."""

AFTER = "KR"
UNLESS_BEFORE = "P"
MISSED = 1
MIN_LENGTH = 4


def cuts(residue: str, following: str) -> bool:
    """Whether the protease cuts between two residues."""
    return residue in AFTER and following not in UNLESS_BEFORE


def digest(protein: str) -> list[list[str | int]]:
    """Peptides with start (from 1) and number of missed cleavages."""
    inner = [i for i in range(1, len(protein)) if cuts(protein[i - 1], protein[i])]
    ends = [0, *inner, len(protein)]
    peptides: list[list[str | int]] = []
    for first in range(len(ends) - 1):
        for missed in range(min(MISSED + 1, len(ends) - 1 - first)):
            peptide = protein[ends[first] : ends[first + missed + 1]]
            if len(peptide) >= MIN_LENGTH:
                peptides.append([peptide, ends[first] + 1, missed])
    return peptides
