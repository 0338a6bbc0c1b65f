"""Genetic codes, by their numbers at NCBI: 1 (standard) and 2 (vertebrate mitochondria)."""

from itertools import product

STANDARD = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG"
CODONS = ["".join(bases) for bases in product("TCAG", repeat=3)]
CODES = {
    1: dict(zip(CODONS, STANDARD, strict=True)),
    2: dict(zip(CODONS, STANDARD, strict=True)) | {"AGA": "*", "AGG": "*", "ATA": "M", "TGA": "W"},
}


def amino_acid(codon: str, code: int = 1) -> str:
    """Letter of a codon in upper or lower case, "*" for a stop, "X" if a base is unknown."""
    return CODES[code].get(codon.upper().replace("U", "T"), "X")


def translate(sequence: str, code: int = 1, to_stop: bool = False) -> str:
    """Protein of a sequence from its first base; bases after the last whole codon are left out.

    With ``to_stop`` it ends before the first stop, else stops are "*". RNA is taken, too.
    """
    letters = []
    for start in range(0, len(sequence) - 2, 3):
        letter = amino_acid(sequence[start : start + 3], code)
        if letter == "*" and to_stop:
            break
        letters.append(letter)
    return "".join(letters)
