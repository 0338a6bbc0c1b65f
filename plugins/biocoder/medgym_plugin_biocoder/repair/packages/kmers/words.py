"""Words of k bases, both strands taken as one."""

from collections.abc import Iterator

COMPLEMENT = str.maketrans("ACGT", "TGCA")


def canonical(word: str) -> str:
    """The one of a word and its reverse complement that comes first in the alphabet."""
    other = word.translate(COMPLEMENT)[::-1]
    return min(word, other)


def words(sequence: str, k: int) -> Iterator[tuple[int, str]]:
    """Start (from 0) and text of every word of ``k`` bases, in order; words with another letter are skipped.

    Upper and lower case are the same; k below 1 raises ValueError.
    """
    if k < 1:
        raise ValueError("k is at least 1")
    sequence = sequence.upper()
    unknown = -1
    for place, base in enumerate(sequence):
        if base not in "ACGT":
            unknown = place
        start = place - k + 1
        if start > unknown:
            yield start, sequence[start : place + 1]


def count(sequences: list[str], k: int) -> dict[str, int]:
    """How often each word occurs in all sequences together, a word and its other strand as one."""
    counts: dict[str, int] = {}
    for sequence in sequences:
        for _, word in words(sequence, k):
            key = canonical(word)
            counts[key] = counts.get(key, 0) + 1
    return counts


def spectrum(sequences: list[str], k: int, longest: int) -> list[int]:
    """How many different words occur once, twice, ... ``longest`` times; the last also counts all above."""
    found = [0] * longest
    for number in count(sequences, k).values():
        found[min(number, longest) - 1] += 1
    return found
