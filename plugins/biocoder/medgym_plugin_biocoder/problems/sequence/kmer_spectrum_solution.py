"""Count the k-mers of sequences."""

from collections import Counter

K = 3
CANONICAL = True
MIN_COUNT = 1
TOP = 10

COMPLEMENT = {"A": "T", "C": "G", "G": "C", "T": "A"}


def representative(kmer: str) -> str:
    """The text under which a k-mer is counted."""
    if not CANONICAL:
        return kmer
    other = "".join(COMPLEMENT[base] for base in reversed(kmer))
    return min(kmer, other)


def count_kmers(sequences: list[str]) -> list[list[object]]:
    """The most frequent k-mers with their counts."""
    counts: Counter[str] = Counter()
    for sequence in sequences:
        upper = sequence.upper()
        for start in range(len(upper) - K + 1):
            kmer = upper[start : start + K]
            if all(base in COMPLEMENT for base in kmer):
                counts[representative(kmer)] += 1
    kept = [(kmer, count) for kmer, count in counts.items() if count >= MIN_COUNT]
    kept.sort(key=lambda pair: (-pair[1], pair[0]))
    return [[kmer, count] for kmer, count in kept[:TOP]]
