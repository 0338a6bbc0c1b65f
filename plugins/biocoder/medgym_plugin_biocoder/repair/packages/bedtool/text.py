"""BED text, and intervals that grow."""


def parse_bed(text: str) -> list[list[object]]:
    """Intervals as [contig, start, end, name, strand], in order.

    Columns are separated by tabs or blanks. Lines that are empty or begin with "#", "track" or "browser" are
    left out. Without a name it is ".", and so is the strand. Fewer than three columns, a start below 0 or a
    start after the end raise ValueError.
    """
    found: list[list[object]] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith(("#", "track", "browser")):
            continue
        columns = line.split()
        if len(columns) < 3:
            raise ValueError("a line has three columns or more")
        start, end = int(columns[1]), int(columns[2])
        if start < 0 or start > end:
            raise ValueError("no such interval")
        name = columns[3] if len(columns) > 3 else "."
        strand = columns[5] if len(columns) > 5 else "."
        found.append([columns[0], start, end, name, strand])
    return found


def slop(text: str, before: int, after: int, sizes: dict[str, int]) -> list[list[object]]:
    """Intervals of BED text that grow ``before`` bases at their 5' end and ``after`` at their 3' end.

    On the strand "-" the 5' end is the right one. They stay within their contig's size.
    """
    grown: list[list[object]] = []
    for contig, start, end, name, strand in parse_bed(text):
        left, right = (after, before) if strand == "-" else (before, after)
        low, high = int(str(start)) - left, int(str(end)) + right
        grown.append([contig, max(0, low), min(sizes[str(contig)], high), name, strand])
    return grown
