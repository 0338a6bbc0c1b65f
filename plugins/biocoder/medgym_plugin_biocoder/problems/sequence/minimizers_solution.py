"""Choose the minimizers of a sequence."""

K = 3
WINDOW = 4
ORDER = "ACGT"
RIGHTMOST = False


def rank(kmer: str) -> int:
    """Place of a k-mer in the order that decides which is least."""
    value = 0
    for base in kmer:
        value = value * 4 + ORDER.index(base)
    return value


def minimizers(sequence: str) -> list[list[object]]:
    """Position and text of every k-mer that is the least of some window."""
    ranks = [rank(sequence[start : start + K]) for start in range(len(sequence) - K + 1)]
    chosen = set()
    for start in range(len(ranks) - WINDOW + 1):
        window = ranks[start : start + WINDOW]
        least = min(window)
        if RIGHTMOST:
            chosen.add(start + WINDOW - 1 - window[::-1].index(least))
        else:
            chosen.add(start + window.index(least))
    return [[position, sequence[position : position + K]] for position in sorted(chosen)]
