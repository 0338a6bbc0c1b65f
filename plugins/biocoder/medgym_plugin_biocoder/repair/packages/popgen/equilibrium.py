"""Hardy-Weinberg equilibrium, from the numbers of the three genotypes."""


def expected(none: int, one: int, two: int) -> list[float]:
    """Numbers of genotypes in equilibrium, with the same alleles."""
    total = none + one + two
    share = (one + 2 * two) / (2 * total)
    return [total * (1 - share) ** 2, 2 * total * share * (1 - share), total * share**2]


def chi_squared(none: int, one: int, two: int) -> float:
    """Pearson's statistic against equilibrium; 0 without genotypes, and with one allele only."""
    if not none + one + two:
        return 0.0
    pairs = zip((none, one, two), expected(none, one, two), strict=True)
    return sum((seen - theory) ** 2 / theory for seen, theory in pairs if theory)


def inbreeding(none: int, one: int, two: int) -> float:
    """Inbreeding coefficient: 1 less observed over expected heterozygotes; 0 if none is expected."""
    if not none + one + two:
        return 0.0
    theory = expected(none, one, two)[1]
    return 1 - one / theory if theory else 0.0


def exact_p(none: int, one: int, two: int) -> float:
    """Exact P value (Wigginton 2005): the sum over all numbers of heterozygotes that are no more probable.

    Given the alleles. What is as probable as the observed number, but for rounding, counts. 1 without
    genotypes.
    """
    total = none + one + two
    if not total:
        return 1.0
    rare = min(2 * none, 2 * two) + one
    weights = {rare % 2: 1.0}
    for hets in range(rare % 2, rare - 1, 2):
        homs = (rare - hets) // 2
        others = total - hets - homs
        weights[hets + 2] = weights[hets] * 4 * homs * others / ((hets + 2) * (hets + 1))
    seen = weights[one] * (1 + 1e-9)
    return min(1.0, sum(w for w in weights.values() if w <= seen) / sum(weights.values()))
