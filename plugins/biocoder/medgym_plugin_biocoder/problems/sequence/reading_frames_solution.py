"""Find open reading frames."""

CODE = 1
MIN_CODONS = 3
NESTED = False
BOTH_STRANDS = True

STARTS = {1: ("ATG",), 2: ("ATA", "ATG"), 3: ("ATA", "ATG"), 6: ("ATG",), 11: ("ATG", "GTG", "TTG")}
STOPS = {
    1: ("TAA", "TAG", "TGA"),
    2: ("AGA", "AGG", "TAA", "TAG"),
    3: ("TAA", "TAG"),
    6: ("TGA",),
    11: ("TAA", "TAG", "TGA"),
}


def is_stop(codon: str) -> bool:
    """Whether a codon ends a reading frame."""
    return codon in STOPS[CODE]


def frames(sequence: str) -> list[tuple[int, int]]:
    """Start and end of the open reading frames of one strand, stop codon included."""
    found: list[tuple[int, int]] = []
    for phase in range(3):
        begun: list[int] = []
        for position in range(phase, len(sequence) - 2, 3):
            codon = sequence[position : position + 3]
            if is_stop(codon):
                chosen = begun if NESTED else begun[:1]
                found.extend((start, position + 3) for start in chosen)
                begun = []
            elif codon in STARTS[CODE]:
                begun.append(position)
    return [(start, end) for start, end in found if (end - start) // 3 - 1 >= MIN_CODONS]


def find_frames(sequence: str) -> list[list[object]]:
    """Open reading frames as start, end and strand."""
    found = [(start, end, "+") for start, end in frames(sequence)]
    if BOTH_STRANDS:
        reverse = sequence[::-1].translate(str.maketrans("ACGT", "TGCA"))
        length = len(sequence)
        found += [(length - end, length - start, "-") for start, end in frames(reverse)]
    return [[start, end, strand] for start, end, strand in sorted(found)]
