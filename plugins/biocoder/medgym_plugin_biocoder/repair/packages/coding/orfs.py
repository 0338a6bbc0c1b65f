"""Open reading frames: from ATG to a stop, on both strands."""

from .tables import amino_acid, translate

COMPLEMENT = str.maketrans("ACGT", "TGCA")


def orfs(sequence: str, least: int, code: int = 1) -> list[list[object]]:
    """Reading frames as [strand, start, end, protein], sorted by start, then by end.

    A frame begins at the first ATG after a stop (or after the start of the sequence) and ends with the next
    stop in phase; without a stop it is none. Start is 0-based and end is left out, both on the forward
    strand; the stop belongs to the frame, not to its protein. ``least`` is the least length of the protein.
    """
    sequence = sequence.upper()
    length = len(sequence)
    found: list[list[object]] = []
    for strand, text in (("+", sequence), ("-", sequence.translate(COMPLEMENT)[::-1])):
        for start, end in stretches(text, code):
            protein = translate(text[start : end - 3], code)
            if len(protein) >= least:
                place = [start, end] if strand == "+" else [length - end, length - start]
                found.append([strand, *place, protein])
    return sorted(found, key=lambda frame: (frame[1], frame[2], frame[0]))


def stretches(text: str, code: int) -> list[tuple[int, int]]:
    """Start and end of the frames of one strand, the stop included."""
    found = []
    for frame in range(3):
        opened = -1
        for start in range(frame, len(text) - 2, 3):
            codon = text[start : start + 3]
            if opened < 0 and codon == "ATG":
                opened = start
            elif opened >= 0 and amino_acid(codon, code) == "*":
                found.append((opened, start + 3))
                opened = -1
    return found


def longest(sequence: str, code: int = 1) -> str:
    """Protein of the longest frame; of equals that of the first in the order of :func:`orfs`; "" if none."""
    return max((str(frame[3]) for frame in orfs(sequence, 1, code)), key=len, default="")
