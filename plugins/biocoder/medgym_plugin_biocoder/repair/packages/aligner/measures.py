"""What an alignment [top, bottom] of two texts with "-" says."""


def identity(top: str, bottom: str, ends: bool) -> float:
    """Share of columns with equal letters (whatever their case), among all columns; 0 without a column.

    Without ``ends``, columns before the first and after the last in which both have a letter are left out.
    """
    columns = list(zip(top.upper(), bottom.upper(), strict=True))
    if not ends:
        paired = [place for place, column in enumerate(columns) if "-" not in column]
        columns = columns[paired[0] : paired[-1] + 1] if paired else []
    return sum(a == b for a, b in columns) / len(columns) if columns else 0.0


def cigar(top: str, bottom: str) -> str:
    """The alignment of a read (``top``) to a reference (``bottom``) with "=", "X", "I" and "D"."""
    letters = []
    for a, b in zip(top.upper(), bottom.upper(), strict=True):
        letters.append("D" if a == "-" else "I" if b == "-" else "=" if a == b else "X")
    text, start = "", 0
    for place in range(1, len(letters) + 1):
        if place == len(letters) or letters[place] != letters[start]:
            text += f"{place - start}{letters[start]}"
            start = place
    return text
