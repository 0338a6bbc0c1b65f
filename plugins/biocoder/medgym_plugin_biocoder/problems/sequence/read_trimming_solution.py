"""Trim low-quality ends off sequencing reads."""

PHRED_OFFSET = 33
WINDOW = 4
THRESHOLD = 20
MIN_LENGTH = 5


def scores(quality: str) -> list[int]:
    """Phred scores of a quality string."""
    return [ord(character) - PHRED_OFFSET for character in quality]


def trim_reads(reads: list[list[str]]) -> list[list[str]]:
    """Reads cut before the first window of low mean quality; short ones are dropped."""
    kept = []
    for name, bases, quality in reads:
        values = scores(quality)
        end = len(values)
        for start in range(len(values) - WINDOW + 1):
            if sum(values[start : start + WINDOW]) < THRESHOLD * WINDOW:
                end = start
                break
        if end >= MIN_LENGTH:
            kept.append([name, bases[:end], quality[:end]])
    return kept
