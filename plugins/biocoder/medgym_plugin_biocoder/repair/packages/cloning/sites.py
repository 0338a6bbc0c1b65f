"""Recognition sites in IUPAC letters."""

IUPAC = {
    **{"A": "A", "C": "C", "G": "G", "T": "T", "R": "AG", "Y": "CT", "S": "CG", "W": "AT"},
    **{"K": "GT", "M": "AC", "B": "CGT", "D": "AGT", "H": "ACT", "V": "ACG", "N": "ACGT"},
}
COMPLEMENT = str.maketrans("ACGTRYKMBDHVSWN", "TGCAYRMKVHDBSWN")


def reverse_complement(text: str) -> str:
    """The other strand, in IUPAC letters."""
    return text.translate(COMPLEMENT)[::-1]


def matches(sequence: str, site: str, circular: bool = False) -> list[int]:
    """Starts, from 0 and ascending, at which ``site`` matches; matches may overlap.

    A letter of the site matches each base that it stands for, N of the sequence matches nothing. In a
    circular sequence a match may run over the end; a site longer than the sequence has none.
    """
    if len(site) > len(sequence):
        return []
    text = sequence + (sequence[: len(site) - 1] if circular else "")
    return [
        start
        for start in range(len(text) - len(site) + 1)
        if all(base in IUPAC[letter] for base, letter in zip(text[start:], site, strict=False))
    ]


def cuts(sequence: str, site: str, offset: int, circular: bool = False) -> list[int]:
    """Places at which an enzyme cuts the forward strand, ascending and without repetition.

    It cuts ``offset`` bases after the start of its site. A site on the other strand counts, too, and is cut
    at the mirrored place. Cuts at the ends of a linear sequence, or beyond, are none; in a circular one
    places are taken modulo its length.
    """
    places = {start + offset for start in matches(sequence, site, circular)}
    other = reverse_complement(site)
    if other != site:
        places |= {start + len(site) - offset for start in matches(sequence, other, circular)}
    if circular:
        return sorted({place % len(sequence) for place in places})
    return sorted(place for place in places if 0 < place < len(sequence))
