"""``pileup`` by walking along one letter of an expanded CIGAR string after the other."""

import re
from collections import Counter
from typing import Any


def _letters(cigar: str) -> str:
    return "".join(str(letter) * int(size) for size, letter in parse_cigar(cigar))


def parse_cigar(cigar: str) -> list[list[Any]]:
    """As in the package."""
    found: list[list[Any]] = []
    rest = "" if cigar == "*" else cigar or "?"
    while rest:
        match = re.match(r"([0-9]+)([MIDNSHPX=])", rest)
        if match is None or match[1].startswith("0"):
            raise ValueError
        found.append([int(match[1]), match[2]])
        rest = rest[match.end() :]
    return found


def reference_end(start: int, cigar: str) -> int:
    """As in the package."""
    return start + len(re.sub("[ISHP]", "", _letters(cigar))) - 1


def clipped(cigar: str) -> list[int]:
    """As in the package."""
    letters = _letters(cigar)
    return [len(letters) - len(letters.lstrip("SH")), len(letters) - len(letters.rstrip("SH"))]


def _walk(start: int, cigar: str) -> list[tuple[str, int, int]]:
    query, place, steps = -1, start - 1, []
    for letter in _letters(cigar):
        query += letter in "M=XIS"
        place += letter in "M=XDN"
        steps.append((letter, query, place))
    return steps


def pairs(start: int, cigar: str) -> list[list[int]]:
    """As in the package."""
    return [[query, place] for letter, query, place in _walk(start, cigar) if letter in "M=X"]


def column_counts(reads: list[list[Any]], first: int, last: int) -> list[dict[str, int]]:
    """As in the package."""
    columns = {place: Counter[str]() for place in range(first, last + 1)}
    for start, cigar, sequence in reads:
        for letter, query, place in _walk(start, cigar):
            if place in columns and letter in "M=XD":
                columns[place]["-" if letter == "D" else sequence[query]] += 1
    return [dict(column) for column in columns.values()]


def consensus(reads: list[list[Any]], first: int, last: int, depth: int, share: float) -> str:
    """As in the package."""
    text = ""
    for column in column_counts(reads, first, last):
        everything = "".join(letter * number for letter, number in column.items())
        ranked = sorted(column, key=lambda letter: (len(everything) - column[letter], letter))
        if not ranked or len(everything) < depth or column[ranked[0]] < share * len(everything):
            text += "N"
        else:
            text += ranked[0].strip("-")
    return text


def _bits(flag: int) -> str:
    return f"{flag:012b}"[::-1]


def is_proper(flag: int) -> bool:
    """As in the package."""
    return _bits(flag)[:4] == "1100"


def flagstat(flags: list[int]) -> dict[str, int]:
    """As in the package."""
    rows = [_bits(flag) for flag in flags]
    primary = [bits for bits in rows if bits[8] == bits[11] == "0"]
    return {
        "total": len(rows),
        "primary": len(primary),
        "mapped": len([bits for bits in primary if bits[2] == "0"]),
        "duplicates": len([bits for bits in primary if bits[10] == "1"]),
        "proper": len([bits for bits in primary if bits.startswith("1100")]),
        "singletons": len([bits for bits in primary if bits[0] + bits[2:4] == "101"]),
    }
