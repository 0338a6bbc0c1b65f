"""Compute identities of the rows of a multiple alignment."""

DENOMINATOR = "columns"
END_GAPS = True
UNKNOWN_SKIPPED = True
MIN_COLUMNS = 1


def compared(one: str, other: str) -> list[tuple[str, str]]:
    """Columns of two rows that are looked at."""
    columns = [pair for pair in zip(one, other, strict=True) if pair != ("-", "-")]
    if UNKNOWN_SKIPPED:
        columns = [pair for pair in columns if "N" not in pair]
    if not END_GAPS:
        while columns and "-" in columns[0]:
            columns = columns[1:]
        while columns and "-" in columns[-1]:
            columns = columns[:-1]
    return columns


def identities(rows: list[str]) -> list[float | None]:
    """Percent identity of every pair of rows."""
    found: list[float | None] = []
    for number, one in enumerate(rows):
        for other in rows[number + 1 :]:
            columns = compared(one, other)
            same = sum(first == second != "N" for first, second in columns)
            if DENOMINATOR == "columns":
                size = len(columns)
            elif DENOMINATOR == "pairs":
                size = sum("-" not in pair for pair in columns)
            else:
                lengths = [sum(letter != "-" for letter in row) for row in zip(*columns, strict=True)]
                size = min(lengths, default=0)
            found.append(100 * same / size if size >= MIN_COLUMNS else None)
    return found
