"""Normalise read counts of transcripts for length and depth."""

from math import log2

METHOD = "tpm"
FRAGMENT = 200
PRIOR = 0.0
MIN_TOTAL = 1


def effective_length(length: int) -> float:
    """Number of places at which a fragment can begin, in bases."""
    return max(length - FRAGMENT + 1, 1)


def abundances(counts: list[list[int]], lengths: list[int]) -> list[list[float | None]]:
    """Table of abundances, of the shape of the counts; rows of transcripts that are left out hold None."""
    depths: dict[int, float] = {}
    for row, length in zip(counts, lengths, strict=True):
        if sum(row) < MIN_TOTAL:
            continue
        for sample, count in enumerate(row):
            weight = count if METHOD == "rpkm" else count / effective_length(length)
            depths[sample] = depths.get(sample, 0.0) + weight
    table: list[list[float | None]] = []
    for row, length in zip(counts, lengths, strict=True):
        values: list[float | None] = []
        for sample, count in enumerate(row):
            if sum(row) < MIN_TOTAL:
                values.append(None)
                continue
            value = count / effective_length(length) * (10**9 if METHOD == "rpkm" else 10**6)
            value = value / depths[sample] if depths[sample] else 0.0
            values.append(log2(value + PRIOR) if PRIOR else value)
        table.append(values)
    return table
