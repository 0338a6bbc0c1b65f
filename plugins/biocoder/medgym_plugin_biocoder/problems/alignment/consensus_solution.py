"""Derive the consensus of a multiple alignment."""

THRESHOLD = 50
GAPS_COUNT = True
MIN_BASES = 2
AMBIGUOUS = True

CODES = "A C G T AC:M AG:R AT:W CG:S CT:Y GT:K ACG:V ACT:H AGT:D CGT:B ACGT:N"


def code(bases: str) -> str:
    """The letter for several bases, which are given in alphabetical order."""
    return dict(entry.split(":") for entry in CODES.split() if ":" in entry)[bases]


def consensus(rows: list[str]) -> str:
    """One letter for each column that is kept."""
    letters = []
    for column in zip(*rows, strict=True):
        counts = {base: column.count(base) for base in "ACGT"}
        bases = sum(counts.values())
        gaps = column.count("-")
        if bases < MIN_BASES:
            continue
        total = bases + gaps if GAPS_COUNT else bases
        if GAPS_COUNT and gaps > max(counts.values()):
            continue
        present = "".join(base for base in "ACGT" if counts[base] > 0)
        leading = [base for base in present if counts[base] == max(counts.values())]
        if len(leading) == 1 and counts[leading[0]] * 100 >= THRESHOLD * total:
            letters.append(leading[0])
        elif len(present) == 1:
            letters.append(present.lower())
        else:
            letters.append(code(present) if AMBIGUOUS else "N")
    return "".join(letters)
