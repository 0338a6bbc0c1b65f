"""Size factors on the scale of logarithms, with the statistics module."""

import statistics
from math import exp, log


def solve(p, counts):
    if not counts:
        return []
    kept = [row for row in counts if all(count >= p.min_count for count in row)]
    if len(kept) < p.min_genes:
        return [1.0 for _ in counts[0]]
    references = [statistics.geometric_mean(row) for row in kept]
    median = statistics.median if p.middle == "mean" else statistics.median_low
    factors = [
        median([row[sample] / reference for row, reference in zip(kept, references, strict=True)])
        for sample in range(len(counts[0]))
    ]
    shift = statistics.fmean(map(log, factors)) if p.centred else 0
    return [exp(log(factor) - shift) for factor in factors]
