"""``kmers`` with slices, sorted lists and counters."""

import math
import re
from collections import Counter, defaultdict
from hashlib import md5
from itertools import groupby
from typing import Any

PAIRS = {"A": "T", "C": "G", "G": "C", "T": "A"}


def canonical(word: str) -> str:
    """As in the package."""
    return sorted([word, "".join(PAIRS.get(base, base) for base in reversed(word))])[0]


def _slices(sequence: str, k: int) -> list[tuple[int, str]]:
    if k <= 0:
        raise ValueError
    slices = ((start, sequence[start : start + k].upper()) for start in range(len(sequence) - k + 1))
    return [(start, word) for start, word in slices if re.fullmatch("[ACGT]+", word)]


def count(sequences: list[str], k: int) -> dict[str, int]:
    """As in the package."""
    return dict(Counter(canonical(word) for sequence in sequences for _, word in _slices(sequence, k)))


def spectrum(sequences: list[str], k: int, longest: int) -> list[int]:
    """As in the package."""
    numbers = list(count(sequences, k).values())
    return [numbers.count(times) for times in range(1, longest)] + [sum(n >= longest for n in numbers)]


def index(references: list[list[str]], k: int) -> dict[str, list[list[Any]]]:
    """As in the package."""
    rows = [
        (word, number, start)
        for number, (_, sequence) in enumerate(references)
        for start, word in _slices(sequence, k)
    ]
    return {
        word: [[references[number][0], start] for _, number, start in group]
        for word, group in groupby(sorted(rows), lambda row: row[0])
    }


def seeds(query: str, references: list[list[str]], k: int, most: int) -> list[list[Any]]:
    """As in the package."""
    found = []
    for start, word in _slices(query, k):
        hits = [
            [start, name, place]
            for name, sequence in references
            for place, other in _slices(sequence, k)
            if other == word
        ]
        found += hits if len(hits) <= most else []
    return found


def find(query: str, references: list[list[str]], k: int) -> list[Any]:
    """As in the package."""
    table: defaultdict[tuple[int, int], int] = defaultdict(int)
    for number, (_, sequence) in enumerate(references):
        for place, word in _slices(sequence, k):
            for start, other in _slices(query, k):
                table[number, place - start] += word == other
    best = max(table.values(), default=0)
    if best == 0:
        return []
    number, offset = sorted(key for key, votes in table.items() if votes == best)[0]
    return [references[number][0], offset, best]


def containment(query: str, target: str, k: int) -> float:
    """As in the package."""
    ours, theirs = count([query], k), count([target], k)
    return sum(word in theirs for word in ours) / max(1, len(ours))


def sketch(sequence: str, k: int, size: int) -> list[int]:
    """As in the package."""
    values = sorted(int.from_bytes(md5(word.encode()).digest()[:4], "big") for word in count([sequence], k))
    return list(dict.fromkeys(values))[:size]


def distance(one: str, other: str, k: int, size: int) -> float:
    """As in the package."""
    ours, theirs = sketch(one, k, size), sketch(other, k, size)
    both = Counter(ours + theirs)
    smallest = sorted(both)[:size]
    shared = sum(both[value] == 2 for value in smallest)
    if shared == 0:
        return 1.0
    return math.log((len(smallest) + shared) / (2 * shared)) / k
