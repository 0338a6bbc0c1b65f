"""Allele frequencies within and between populations."""

from .genotypes import counts, dosages


def frequency(calls: list[str]) -> float:
    """Share of alternative alleles among known ones; 0 without a known call."""
    none, one, two = counts(calls)
    called = none + one + two
    return (one + 2 * two) / (2 * called) if called else 0.0


def minor(sites: list[list[str]], least: float) -> list[int]:
    """Places of the sites whose minor allele has a frequency of ``least`` or more."""
    chosen = []
    for place, calls in enumerate(sites):
        share = frequency(calls)
        if min(share, 1 - share) >= least:
            chosen.append(place)
    return chosen


def diversity(sites: list[list[str]], length: int) -> float:
    """Nucleotide diversity: mean number of differences of two sequences, for each of ``length`` bases.

    At a site with n known alleles, a of them alternative, that is a (n - a) over the number of pairs (Nei and
    Li 1979). Sites with fewer than two known alleles count 0.
    """
    total = 0.0
    for calls in sites:
        known = [dosage for dosage in dosages(calls) if dosage is not None]
        alleles, alternative = 2 * len(known), sum(known)
        if alleles >= 2:
            total += alternative * (alleles - alternative) / (alleles * (alleles - 1) / 2)
    return total / length


def fixation(one: list[list[str]], other: list[list[str]]) -> float:
    """Hudson's F_ST of two populations over the same sites, as a ratio of sums (Bhatia 2013).

    A site's numerator is (p1 - p2)^2 - p1 (1 - p1) / (n1 - 1) - p2 (1 - p2) / (n2 - 1), its denominator
    p1 (1 - p2) + p2 (1 - p1), with n known alleles. Sites where a population has fewer than two known alleles
    are left out; 0 if the denominators sum to 0.
    """
    above = below = 0.0
    for ours, theirs in zip(one, other, strict=True):
        sizes = [2 * sum(counts(calls)) for calls in (ours, theirs)]
        if min(sizes) < 2:
            continue
        p, q = frequency(ours), frequency(theirs)
        above += (p - q) ** 2 - p * (1 - p) / (sizes[0] - 1) - q * (1 - q) / (sizes[1] - 1)
        below += p * (1 - q) + q * (1 - p)
    return above / below if below else 0.0
