"""Pick the peaks of a spectrum."""

HEIGHT = 5
PROMINENCE = 3
DISTANCE = 2
PLATEAU = "left"


def prominence(signal: list[float], left: int, right: int) -> float:
    """How far the signal falls on both sides of a peak before it rises above it."""
    top = signal[left]
    bases = []
    for side in (signal[:left][::-1], signal[right + 1 :]):
        base = top
        for value in side:
            if value > top:
                break
            base = min(base, value)
        bases.append(base)
    return top - max(bases)


def peaks(signal: list[float]) -> list[int]:
    """Places of peaks that are high, prominent and apart from each other."""
    found = []
    left = 0
    for right in range(len(signal) - 1):
        if signal[right + 1] != signal[right]:
            top = left > 0 and signal[left - 1] < signal[left] > signal[right + 1]
            if top and signal[left] >= HEIGHT and prominence(signal, left, right) >= PROMINENCE:
                found.append(left if PLATEAU == "left" else (left + right) // 2)
            left = right + 1
    kept: list[int] = []
    for place in sorted(found, key=lambda place: -signal[place]):
        if all(abs(place - other) >= DISTANCE for other in kept):
            kept.append(place)
    return sorted(kept)
