"""``cloning`` with regular expressions and rotated circles."""

import re
from math import log
from typing import Any

LETTERS = "A=A C=C G=G T=T R=AG Y=CT S=CG W=AT K=GT M=AC B=CGT D=AGT H=ACT V=ACG N=ACGT"
SETS = {pair[0]: frozenset(pair[2:]) for pair in LETTERS.split()}
PAIRED = {"A": "T", "T": "A", "C": "G", "G": "C"}


def _other(text: str) -> str:
    turned = []
    for letter in reversed(text):
        wanted = {PAIRED[base] for base in SETS[letter]}
        turned.append(next(name for name, bases in SETS.items() if bases == wanted))
    return "".join(turned)


def matches(sequence: str, site: str, circular: bool = False) -> list[int]:
    """As in the package."""
    pattern = re.compile("".join(f"[{''.join(sorted(SETS[letter]))}]" for letter in site))
    size = len(sequence)
    if circular:
        turned = (sequence[start:] + sequence[:start] for start in range(size))
        return [start for start, text in enumerate(turned) if len(site) <= size and pattern.match(text)]
    return [start for start in range(size) if pattern.match(sequence, start)]


def cuts(sequence: str, site: str, offset: int, circular: bool = False) -> list[int]:
    """As in the package."""
    size, back = len(sequence), _other(site)
    places = [start + offset for start in matches(sequence, site, circular)]
    if back != site:
        places += [start + len(site) - offset for start in matches(sequence, back, circular)]
    if not circular:
        return sorted({place for place in places if place in range(1, size)})
    return sorted({place - size if place >= size else place for place in places})


def digest(sequence: str, enzymes: list[list[Any]], circular: bool = False) -> list[str]:
    """As in the package."""
    marked = {place for site, offset in enzymes for place in cuts(sequence, site, offset, circular)}
    if circular and marked:
        first = min(marked)
        sequence = sequence[first:] + sequence[:first]
        marked = {place - first for place in marked}
    pieces = [""]
    for place, base in enumerate(sequence):
        if place in marked and place:
            pieces.append("")
        pieces[-1] += base
    return pieces


def fragments(sequence: str, enzymes: list[list[Any]], circular: bool = False, least: int = 1) -> list[int]:
    """As in the package."""
    sizes = sorted(map(len, digest(sequence, enzymes, circular)))
    return [size for size in sizes[::-1] if not size < least]


def melting(primer: str, salt: float = 0.05) -> float:
    """As in the package."""
    weak, strong = (len(re.findall(letters, primer.upper())) for letters in ("[AT]", "[GC]"))
    size = weak + strong
    if size == 0:
        raise ValueError
    if size <= 13:
        return float(2 * size + 2 * strong)
    return 81.5 + 16.6 * log(salt) / log(10) + (41 * strong - 675) / size


def self_dimer(primer: str) -> int:
    """As in the package."""
    other = _other(primer)
    stretches = (
        len(primer[start:end])
        for start in range(len(primer))
        for end in range(start + 1, len(primer) + 1)
        if primer[start:end] in other
    )
    return max(stretches, default=0)


def amplify(template: str, forward: str, reverse: str, longest: int) -> list[list[Any]]:
    """As in the package."""
    found = []
    for start in range(len(template)):
        for end in range(start + len(forward) + len(reverse), min(len(template), start + longest) + 1):
            product = template[start:end]
            if 0 in matches(product, forward) and 0 in matches(_flip(product), reverse):
                found.append([start, end, product])
    return found


def _flip(text: str) -> str:
    return "".join(PAIRED.get(base, "x") for base in text[::-1])
