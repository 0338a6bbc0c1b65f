"""Isotope pattern of a molecular formula."""

import re

PEAKS = 4
SCALE = "sum"
CARBON13 = 0.0107
ISOTOPES = {
    "C": [1 - CARBON13, CARBON13],
    "H": [0.999885, 0.000115],
    "N": [0.99636, 0.00364],
    "O": [0.99757, 0.00038, 0.00205],
    "P": [1.0],
    "S": [0.9499, 0.0075, 0.0425, 0.0, 0.0001],
}


def composition(formula: str) -> dict[str, int]:
    """Number of atoms of every element; groups in parentheses are multiplied."""
    groups: list[dict[str, int]] = [{}]
    for symbol, digits in re.findall(r"([A-Z][a-z]?|[()])(\d*)", formula):
        times = int(digits or 1)
        if symbol == "(":
            groups.append({})
            continue
        inner = groups.pop() if symbol == ")" else {symbol: 1}
        for element, count in inner.items():
            groups[-1][element] = groups[-1].get(element, 0) + count * times
    return groups[0]


def isotope_pattern(formula: str) -> list[float] | None:
    """Abundances of the first peaks."""
    pattern = [1.0] + [0.0] * (PEAKS - 1)
    for element, count in composition(formula).items():
        if element not in ISOTOPES:
            return None
        for _ in range(count):
            pattern = [
                sum(
                    share * pattern[peak - extra] for extra, share in enumerate(ISOTOPES[element][: peak + 1])
                )
                for peak in range(PEAKS)
            ]
    scale = {"none": 1.0, "sum": sum(pattern), "highest": max(pattern)}[SCALE]
    return [abundance / scale for abundance in pattern]
