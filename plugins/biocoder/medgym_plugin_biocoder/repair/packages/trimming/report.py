"""Figures of a set of reads."""

from .quality import decode


def n50(lengths: list[int]) -> int:
    """The length such that reads of it and above hold at least half of all bases; 0 without reads."""
    total, held = sum(lengths), 0
    for length in sorted(lengths, reverse=True):
        held += length
        if 2 * held >= total:
            return length
    return 0


def summary(reads: list[list[str]]) -> dict[str, float]:
    """Figures of reads [name, sequence, quality].

    "reads" and "bases" count; "gc" is the share of G and C among A, C, G and T of all reads together;
    "quality" is the mean score of all bases; "n50" as above. Shares and means of nothing are 0.
    """
    text = "".join(sequence for _, sequence, _ in reads).upper()
    scores = [score for _, _, quality in reads for score in decode(quality)]
    known = sum(map(text.count, "ACGT"))
    return {
        "reads": len(reads),
        "bases": len(text),
        "gc": (text.count("G") + text.count("C")) / known if known else 0.0,
        "quality": sum(scores) / len(scores) if scores else 0.0,
        "n50": n50([len(sequence) for _, sequence, _ in reads]),
    }
