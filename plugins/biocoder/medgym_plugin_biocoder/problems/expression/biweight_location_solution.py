"""Level of a copy-number segment by Tukey's biweight location."""

TUNING = 6.0
STEPS = 5
MIN_VALUES = 3
FLOOR = 0.125


def median(values: list[float]) -> float:
    """Median; the mean of the middle two for an even number."""
    ranked = sorted(values)
    return (ranked[(len(ranked) - 1) // 2] + ranked[len(ranked) // 2]) / 2


def biweight_location(values: list[float | None]) -> float | None:
    """Robust centre of the values that are there."""
    known = [value for value in values if value is not None]
    if not known:
        return None
    centre = median(known)
    if len(known) < MIN_VALUES:
        return centre
    for _ in range(STEPS):
        width = TUNING * max(median([abs(value - centre) for value in known]), FLOOR)
        inside = [value for value in known if abs(value - centre) < width]
        if not inside:
            break
        weights = [(1 - ((value - centre) / width) ** 2) ** 2 for value in inside]
        centre = sum(weight * value for weight, value in zip(weights, inside, strict=True)) / sum(weights)
    return centre
