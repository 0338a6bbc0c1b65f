"""Linkage disequilibrium: of genotypes by their correlation, of phased haplotypes by D."""

from .genotypes import dosages


def r_squared(one: list[str], other: list[str]) -> float:
    """Squared correlation of the dosages of two sites, over samples known at both.

    0 with fewer than two such samples, or where a site does not vary among them.
    """
    pairs = [
        (x, y) for x, y in zip(dosages(one), dosages(other), strict=True) if x is not None and y is not None
    ]
    size = len(pairs)
    if size < 2:
        return 0.0
    mean_x, mean_y = sum(x for x, _ in pairs) / size, sum(y for _, y in pairs) / size
    cov = sum((x - mean_x) * (y - mean_y) for x, y in pairs)
    spread = sum((x - mean_x) ** 2 for x, _ in pairs) * sum((y - mean_y) ** 2 for _, y in pairs)
    return cov**2 / spread if spread else 0.0


def d_prime(haplotypes: list[str]) -> float:
    """Lewontin's D' (1964) of two sites, from haplotypes such as "01": an allele of each site.

    D is the share of "11" less the product of the shares of 1 at both sites. It is divided by the largest
    value that it could have with these shares in its direction, so that it lies from -1 to 1; 0 if that is 0.
    """
    size = len(haplotypes)
    if not size:
        return 0.0
    p = sum(haplotype[0] == "1" for haplotype in haplotypes) / size
    q = sum(haplotype[1] == "1" for haplotype in haplotypes) / size
    d = haplotypes.count("11") / size - p * q
    most = min(p * (1 - q), (1 - p) * q) if d > 0 else min(p * q, (1 - p) * (1 - q))
    return d / most if most > 1e-12 else 0.0
