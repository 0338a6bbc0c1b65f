"""Which codons a sequence prefers."""

from .tables import CODES, amino_acid


def counted(sequence: str) -> dict[str, int]:
    """How often each codon of known bases occurs, from the first base on."""
    counts: dict[str, int] = {}
    text = sequence.upper().replace("U", "T")
    for start in range(0, len(text) - 2, 3):
        codon = text[start : start + 3]
        if amino_acid(codon) != "X":
            counts[codon] = counts.get(codon, 0) + 1
    return counts


def rscu(sequence: str, code: int = 1) -> dict[str, float]:
    """Relative synonymous codon usage (Sharp 1986): a codon's count over the mean of its amino acid's codons.

    For every codon of an amino acid that occurs, in any order; stops, and amino acids of a single codon, are
    left out.
    """
    counts = counted(sequence)
    values = {}
    for codon, letter in CODES[code].items():
        family = [other for other, same in CODES[code].items() if same == letter]
        total = sum(counts.get(other, 0) for other in family)
        if letter != "*" and total and len(family) > 1:
            values[codon] = counts.get(codon, 0) * len(family) / total
    return values


def gc3(sequence: str) -> float:
    """Share of codons that end in G or C, among codons of known bases that are no stop of the standard code.

    0 without such a codon.
    """
    counts = {codon: n for codon, n in counted(sequence).items() if amino_acid(codon) != "*"}
    total = sum(counts.values())
    return sum(n for codon, n in counts.items() if codon[2] in "GC") / total if total else 0.0
