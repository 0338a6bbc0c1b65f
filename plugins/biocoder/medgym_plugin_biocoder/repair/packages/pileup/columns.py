"""Bases of reads [start, cigar, sequence] over places of the reference; starts count from 1."""

from .cigar import QUERY, REFERENCE, parse_cigar


def pairs(start: int, cigar: str) -> list[list[int]]:
    """[place in the read from 0, place in the reference from 1] of every base that is aligned to another.

    Inserted, clipped, deleted and skipped bases have no partner.
    """
    found = []
    query, place = 0, start
    for size, letter in parse_cigar(cigar):
        length = int(str(size))
        if str(letter) in QUERY and str(letter) in REFERENCE:
            found += [[query + step, place + step] for step in range(length)]
        if str(letter) in QUERY:
            query += length
        if str(letter) in REFERENCE:
            place += length
    return found


def column_counts(reads: list[list[object]], first: int, last: int) -> list[dict[str, int]]:
    """Letters over each place from ``first`` to ``last``, both included, with their numbers.

    A deletion (D) counts as "-"; a skip (N) is nothing.
    """
    columns: list[dict[str, int]] = [{} for _ in range(last - first + 1)]
    for start, cigar, sequence in reads:
        letters = {place: str(sequence)[query] for query, place in pairs(int(str(start)), str(cigar))}
        letters |= dict.fromkeys(deleted(int(str(start)), str(cigar)), "-")
        for place, letter in letters.items():
            if first <= place <= last:
                column = columns[place - first]
                column[letter] = column.get(letter, 0) + 1
    return columns


def deleted(start: int, cigar: str) -> list[int]:
    """Places of the reference that a read deletes."""
    found: list[int] = []
    place = start
    for size, letter in parse_cigar(cigar):
        length = int(str(size))
        if letter == "D":
            found += range(place, place + length)
        if str(letter) in REFERENCE:
            place += length
    return found


def consensus(reads: list[list[object]], first: int, last: int, depth: int, share: float) -> str:
    """The prevailing letter of each place: the most frequent one, the first in the alphabet of equals.

    "N" where fewer than ``depth`` reads cover the place, or the letter has less than ``share`` of them. A
    deletion that prevails adds nothing.
    """
    letters = []
    for column in column_counts(reads, first, last):
        total = sum(column.values())
        letter = min(column, key=lambda one: (-column[one], one), default="N")
        known = total >= depth and total > 0 and column[letter] / total >= share
        letters.append(letter if known else "N")
    return "".join(letters).replace("-", "")
