"""``trimming`` with tables of bytes, prefix sums and regular expressions."""

import re
from itertools import accumulate, takewhile
from statistics import fmean


def decode(letters: str, offset: int = 33) -> list[int]:
    """As in the package."""
    scores = []
    for code in letters.encode("utf-32-le")[::4]:
        if not offset <= code <= offset + 93:
            raise ValueError
        scores.append(code - offset)
    return scores


def expected_errors(letters: str, offset: int = 33) -> float:
    """As in the package."""
    return float(sum(0.7943282347242815**score for score in decode(letters, offset)))


def overlap(read: str, adapter: str, least: int, rate: float) -> int:
    """As in the package."""
    fits = []
    for start in range(len(read)):
        pairs = list(zip(read[start:], adapter, strict=False))
        wrong = len([1 for one, other in pairs if one != other])
        if len(pairs) >= least and not wrong > rate * len(pairs):
            fits.append(start)
    return min(fits, default=len(read))


def clip(reads: list[list[str]], adapters: list[str], least: int = 3, rate: float = 0.1) -> list[list[str]]:
    """As in the package."""
    ends = [sorted([len(s), *(overlap(s, a, least, rate) for a in adapters)])[0] for _, s, _ in reads]
    return [[name, s[:end], q[:end]] for (name, s, q), end in zip(reads, ends, strict=True)]


def trim(letters: str, width: int, least: float) -> list[int]:
    """As in the package."""
    scores = decode(letters)
    good = [place for place, score in enumerate(scores) if score >= least]
    if not good:
        return [0, 0]
    first, last = good[0], good[-1] + 1
    sums = [0, *accumulate(scores[first:last])]
    width = min(width, last - first)
    ends = [
        first + place
        for place in range(last - first - width + 1)
        if width and (sums[place + width] - sums[place]) < least * width
    ]
    end = ends[0] if ends else last
    return [first, end] if end != first else [0, 0]


def filtered(reads: list[list[str]], shortest: int, errors: float, unknown: int) -> dict[str, list[str]]:
    """As in the package."""
    short = [name for name, s, _ in reads if not len(s) >= shortest]
    vague = [name for name, s, _ in reads if len(re.findall("[Nn]", s)) > unknown and name not in short]
    left = [(name, q) for name, _, q in reads if name not in short + vague]
    bad = [name for name, q in left if expected_errors(q) > errors]
    return {"short": short, "unknown": vague, "errors": bad, "kept": [n for n, _ in left if n not in bad]}


def n50(lengths: list[int]) -> int:
    """As in the package."""
    ordered = sorted(lengths)[::-1]
    before = list(takewhile(lambda held: held < sum(ordered) / 2, accumulate(ordered)))
    return ordered[len(before)] if ordered else 0


def summary(reads: list[list[str]]) -> dict[str, float]:
    """As in the package."""
    bases = [base for _, sequence, _ in reads for base in sequence.upper()]
    known = [base for base in bases if base in "ACGT"]
    scores = decode("".join(quality for _, _, quality in reads))
    return {
        "reads": len(reads),
        "bases": len(bases),
        "gc": fmean([base in "CG" for base in known]) if known else 0.0,
        "quality": fmean(scores) if scores else 0.0,
        "n50": n50([len(sequence) for _, sequence, _ in reads]),
    }
