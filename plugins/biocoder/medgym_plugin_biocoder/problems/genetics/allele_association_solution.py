"""Associate variants with a disease in cases and controls."""

MODEL = "allelic"
YATES = False
ALWAYS_CORRECTED = False
MINOR_EXPOSED = False


def exposure(counts: list[int]) -> tuple[int, int]:
    """How many count as exposed and as not exposed, of numbers of genotypes AA, AB and BB."""
    first, both, second = counts
    if MODEL == "allelic":
        return both + 2 * second, 2 * first + both
    if MODEL == "dominant":
        return both + second, first
    return second, first + both


def associations(variants: list[list[list[int]]]) -> list[list[float]]:
    """Odds ratio and chi-squared statistic of every variant."""
    found = []
    for cases, controls in variants:
        alleles = [2 * cases[place] + cases[1] + 2 * controls[place] + controls[1] for place in (0, 2)]
        if MINOR_EXPOSED and alleles[1] > alleles[0]:
            cases, controls = cases[::-1], controls[::-1]
        a, b = exposure(cases)
        c, d = exposure(controls)
        extra = 0.5 if ALWAYS_CORRECTED or 0 in (a, b, c, d) else 0.0
        odds_ratio = (a + extra) * (d + extra) / ((b + extra) * (c + extra))
        total = a + b + c + d
        distance = float(abs(a * d - b * c))
        if YATES:
            distance = max(0.0, distance - total / 2)
        margins = (a + b) * (c + d) * (a + c) * (b + d)
        found.append([odds_ratio, total * distance**2 / margins if margins else 0.0])
    return found
