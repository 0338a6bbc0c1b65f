"""Coordinates of regions: BED is 0-based and leaves the end out, GFF is 1-based and includes it."""

from .gff import parse_gff


def to_bed(gff: str, kind: str) -> list[str]:
    """BED lines (contig, start, end, name, score 0, strand; tabs) of the features of type ``kind``.

    They are sorted by contig, start and end. The name is the id, or "." without one.
    """
    rows = [
        (str(contig), int(str(start)) - 1, int(str(end)), str(identity) or ".", str(strand))
        for contig, type_, start, end, strand, identity, _ in parse_gff(gff)
        if type_ == kind
    ]
    rows.sort(key=lambda row: row[:3])
    return ["\t".join(map(str, (*row[:4], 0, row[4]))) for row in rows]


def gaps(regions: list[list[int]], length: int) -> list[list[int]]:
    """What regions leave free of a contig of ``length`` bases; all 1-based, both ends included.

    Regions may overlap, contain each other, and come in any order. A free stretch has one base or more.
    """
    free = []
    reached = 0
    for start, end in sorted(regions):
        if start > reached + 1:
            free.append([reached + 1, start - 1])
        reached = max(reached, end)
    if reached < length:
        free.append([reached + 1, length])
    return free


def window(start: int, end: int, strand: str, flank: int, length: int) -> list[int]:
    """The ``flank`` bases upstream of a region, as [start, end]; 1-based, both ends included.

    Upstream is before the start on "+", and after the end on "-". It is cut off at the ends of the contig;
    [] if no base is left.
    """
    first, last = (start - flank, start - 1) if strand == "+" else (end + 1, end + flank)
    first, last = max(first, 1), min(last, length)
    return [first, last] if first <= last else []
