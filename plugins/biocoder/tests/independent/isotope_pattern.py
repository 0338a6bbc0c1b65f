"""Isotope patterns by multinomial terms of each element, and a parser by substitution."""

import re
from math import factorial, prod

SHARES = {
    "H": (0.999885, 0.000115),
    "N": (0.99636, 0.00364),
    "O": (0.99757, 0.00038, 0.00205),
    "P": (1.0,),
    "S": (0.9499, 0.0075, 0.0425, 0.0, 0.0001),
}


def spelled(formula):
    """The formula as a list of symbols, one for each atom."""
    found = re.search(r"\(([^()]*)\)(\d*)", formula)
    if found:
        return spelled(formula[: found.start()] + found[1] * int(found[2] or 1) + formula[found.end() :])
    atoms = re.findall(r"([A-Z][a-z]*)(\d*)", formula)
    return [symbol for symbol, count in atoms for _ in range(int(count or 1))]


def ways(total, extra, sizes):
    """Counts of isotopes, by how many neutrons each has more, that make so many atoms and neutrons."""
    if not sizes:
        return [[]] if extra == 0 else []
    size = sizes[0]
    return [
        [count, *rest]
        for count in range(min(total, extra // size) + 1)
        for rest in ways(total - count, extra - count * size, sizes[1:])
    ]


def element(atoms, shares, peaks):
    pattern = []
    for extra in range(peaks):
        terms = []
        for counts in ways(atoms, extra, range(1, len(shares))):
            counts = [atoms - sum(counts), *counts]
            number = factorial(atoms) // prod(map(factorial, counts))
            terms.append(number * prod(share**count for share, count in zip(shares, counts, strict=True)))
        pattern.append(sum(terms))
    return pattern


def solve(p, formula):
    symbols = spelled(formula)
    shares = {**SHARES, "C": (1 - p.carbon13, p.carbon13)}
    if not set(symbols) <= set(shares):
        return None
    whole = {0: 1.0}
    for symbol in set(symbols):
        own = element(symbols.count(symbol), shares[symbol], p.peaks)
        joined = {}
        for left, a in whole.items():
            for right, b in enumerate(own):
                joined[left + right] = joined.get(left + right, 0) + a * b
        whole = joined
    pattern = [whole.get(peak, 0.0) for peak in range(p.peaks)]
    divisor = {"none": 1, "sum": sum(pattern), "highest": max(pattern)}[p.scale]
    return [value / divisor for value in pattern]
