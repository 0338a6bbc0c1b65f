"""Trimming by quality, and filters."""

from .quality import decode, expected_errors


def trim(letters: str, width: int, least: float) -> list[int]:
    """What of a read is kept, as [start, end), by its quality line.

    First bases below ``least`` are cut off at both ends. Then a window of ``width`` bases slides from the
    5' end; the read is cut at the start of the first window whose mean score is below ``least``. A read that
    is shorter than the window is one window. [0, 0] if nothing is left.
    """
    scores = decode(letters)
    start, end = 0, len(scores)
    while start < end and scores[start] < least:
        start += 1
    while end > start and scores[end - 1] < least:
        end -= 1
    width = min(width, end - start)
    for place in range(start, end - width + 1):
        if width and sum(scores[place : place + width]) / width < least:
            end = place
            break
    return [start, end] if end > start else [0, 0]


def filtered(reads: list[list[str]], shortest: int, errors: float, unknown: int) -> dict[str, list[str]]:
    """Names of the reads that are kept, and of those that are not, by the first reason that applies.

    Reasons in order: "short" (fewer than ``shortest`` bases), "unknown" (more than ``unknown`` N), "errors"
    (more than ``errors`` expected errors); others are "kept". Every one of the four keys is there.
    """
    found: dict[str, list[str]] = {"short": [], "unknown": [], "errors": [], "kept": []}
    for name, sequence, quality in reads:
        if len(sequence) < shortest:
            reason = "short"
        elif sequence.upper().count("N") > unknown:
            reason = "unknown"
        else:
            reason = "errors" if expected_errors(quality) > errors else "kept"
        found[reason].append(name)
    return found
