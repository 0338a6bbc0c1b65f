"""Test genotype counts for Hardy-Weinberg equilibrium."""

from math import factorial

MID_P = False
MIN_MAF = 5
MIN_CALLED = 90
ONE_SIDED = False


def weight(common: int, heterozygous: int, rare: int) -> int:
    """Number to which the probability of genotype counts is proportional."""
    orders = factorial(common + heterozygous + rare)
    ways = orders // (factorial(common) * factorial(heterozygous) * factorial(rare))
    return int(ways * 2**heterozygous)


def equilibrium(counts: list[list[int]]) -> list[list[float] | None]:
    """Minor allele frequency and exact p-value of every variant that passes."""
    found: list[list[float] | None] = []
    for first, heterozygous, second, missing in counts:
        called = first + heterozygous + second
        minor = 2 * min(first, second) + heterozygous
        if (
            called == 0
            or called * 100 < MIN_CALLED * (called + missing)
            or minor * 100 < MIN_MAF * 2 * called
        ):
            found.append(None)
            continue
        weights = {}
        for number in range(minor % 2, minor + 1, 2):
            rare = (minor - number) // 2
            weights[number] = weight(called - number - rare, number, rare)
        observed = weights[heterozygous]
        if ONE_SIDED:
            extreme = sum(value for number, value in weights.items() if number <= heterozygous)
        else:
            extreme = sum(value for value in weights.values() if value <= observed)
        doubled = 2 * extreme - observed if MID_P else 2 * extreme
        found.append([minor / (2 * called), doubled / (2 * sum(weights.values()))])
    return found
