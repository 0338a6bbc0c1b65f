"""How much two sequences share: containment, bottom sketches and the distance that they estimate."""

import math
from hashlib import md5

from .words import count


def containment(query: str, target: str, k: int) -> float:
    """Share of the different words of ``query`` that ``target`` has; 0 without a word."""
    ours, theirs = set(count([query], k)), set(count([target], k))
    return len(ours & theirs) / len(ours) if ours else 0.0


def sketch(sequence: str, k: int, size: int) -> list[int]:
    """The ``size`` smallest hashes of the different words, ascending; all if there are fewer.

    The hash of a word is the first eight hex digits of its MD5, as a number.
    """
    hashes = {int(md5(word.encode()).hexdigest()[:8], 16) for word in count([sequence], k)}
    return sorted(hashes)[:size]


def distance(one: str, other: str, k: int, size: int) -> float:
    """Mash distance (Ondov 2016) of two sequences: -ln(2 j / (1 + j)) / k, with j the Jaccard index.

    j is the share of the ``size`` smallest hashes of both sketches together that are in both sketches. The
    distance is 1 if none is, and where a sequence has no word.
    """
    ours, theirs = sketch(one, k, size), sketch(other, k, size)
    union = sorted({*ours, *theirs})[:size]
    shared = sum(value in ours and value in theirs for value in union)
    if not shared:
        return 1.0
    jaccard = shared / len(union)
    return -math.log(2 * jaccard / (1 + jaccard)) / k
