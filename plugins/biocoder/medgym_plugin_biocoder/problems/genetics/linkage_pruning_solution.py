"""Prune variants in linkage disequilibrium."""

WINDOW = 3
THRESHOLD = 0.21
MIN_PAIRS = 3
DROP_RARER = True


def r_squared(one: list[int | None], other: list[int | None]) -> float:
    """Squared correlation of two variants' dosages; 0 where it is not defined."""
    pairs = [(x, y) for x, y in zip(one, other, strict=True) if x is not None and y is not None]
    if len(pairs) < MIN_PAIRS:
        return 0.0
    number = len(pairs)
    sum_x, sum_y = sum(x for x, _ in pairs), sum(y for _, y in pairs)
    spread_x = number * sum(x * x for x, _ in pairs) - sum_x**2
    spread_y = number * sum(y * y for _, y in pairs) - sum_y**2
    if spread_x == 0 or spread_y == 0:
        return 0.0
    common = number * sum(x * y for x, y in pairs) - sum_x * sum_y
    return common**2 / (spread_x * spread_y)


def minor_frequency(dosages: list[int | None]) -> float:
    """Frequency of the rarer allele; 0 without genotypes."""
    known = [dosage for dosage in dosages if dosage is not None]
    total = 2 * len(known)
    return min(sum(known), total - sum(known)) / total if known else 0.0


def prune(variants: list[list[int | None]]) -> list[int]:
    """Indices of the variants that are kept."""
    dropped: set[int] = set()
    for first in range(len(variants)):
        for second in range(first + 1, min(first + WINDOW, len(variants))):
            if first in dropped:
                break
            if second in dropped or r_squared(variants[first], variants[second]) <= THRESHOLD:
                continue
            rarer = minor_frequency(variants[first]) < minor_frequency(variants[second])
            dropped.add(first if DROP_RARER and rarer else second)
    return [index for index in range(len(variants)) if index not in dropped]
