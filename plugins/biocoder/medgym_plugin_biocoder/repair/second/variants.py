"""``variants`` by search: a normal form is the best of all that give the same sequence."""

import re
from typing import Any


def _rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.splitlines() if line.strip() and line[0] != "#"]


def parse_vcf(text: str) -> list[list[Any]]:
    """As in the package."""
    found = []
    for row in _rows(text):
        contig, position, _, ref, alts, _, state, _ = row[:8]
        given = [] if alts == "." else [alt for alt in alts.upper().split(",") if alt != "."]
        found.append([contig, int(position), ref.upper(), given, bool(re.fullmatch(r"PASS|\.", state))])
    return found


def split(text: str) -> list[list[Any]]:
    """As in the package."""
    found = []
    for contig, position, ref, alts, passed in parse_vcf(text):
        found += [[contig, position, ref, alt] for alt in alts if passed and alt != "*"]
    return found


def depth_filter(text: str, least: int) -> list[int]:
    """As in the package."""
    kept = []
    for row in _rows(text):
        told = re.findall(r"(?:^|;)DP=(-?\d+)", row[7])
        if int(told[-1] if told else 0) >= least:
            kept.append(int(row[1]))
    return kept


def trimmed(position: int, ref: str, alt: str) -> list[Any]:
    """As in the package."""
    if ref == alt:
        return [position, ref, alt]
    least = min(len(ref), len(alt))
    right = next((n for n in range(least) if ref[len(ref) - 1 - n] != alt[len(alt) - 1 - n]), least - 1)
    right = max(0, min(right, least - 1))
    ref, alt = ref[: len(ref) - right], alt[: len(alt) - right]
    least = min(len(ref), len(alt))
    left = next((n for n in range(least) if ref[n] != alt[n]), least - 1)
    left = max(0, min(left, least - 1))
    return [position + left, ref[left:], alt[left:]]


def left_align(sequence: str, position: int, ref: str, alt: str) -> list[Any]:
    """As in the package."""
    if position < 1 or not ref or not sequence.startswith(ref, position - 1):
        raise ValueError
    if len(ref) == len(alt):
        return trimmed(position, ref, alt)
    result = sequence[: position - 1] + alt + sequence[position - 1 + len(ref) :]
    change = len(alt) - len(ref)
    for length in range(1, len(sequence) + 1):
        if length + change < 1:
            continue
        for start in range(len(sequence) - length + 1):
            one = sequence[start : start + length]
            other = result[start : start + length + change]
            if sequence[:start] + other + sequence[start + length :] == result:
                return [start + 1, one, other]
    raise ValueError


def normalized(sequence: str, variants: list[list[Any]]) -> list[list[Any]]:
    """As in the package."""
    return [list(one) for one in sorted({tuple(left_align(sequence, *variant)) for variant in variants})]


def classify(ref: str, alt: str) -> str:
    """As in the package."""
    _, ref, alt = trimmed(0, ref, alt)
    if ref == alt:
        return "none"
    sizes = (len(ref), len(alt))
    if sizes[0] == sizes[1]:
        return "mnv" if sizes[0] > 1 else "snv"
    shared = min(sizes)
    if ref[:shared] != alt[:shared]:
        return "complex"
    return "insertion" if sizes[1] > sizes[0] else "deletion"


def ti_tv(text: str) -> list[Any]:
    """As in the package."""
    pairs = [trimmed(0, ref, alt)[1:] for _, _, ref, alt in split(text) if classify(ref, alt) == "snv"]
    ti = len([1 for pair in pairs if "".join(pair) in ("AG", "GA", "CT", "TC")])
    tv = len(pairs) - ti
    return [ti, tv, None if tv == 0 else ti / tv]


def apply(sequence: str, variants: list[list[Any]]) -> str:
    """As in the package."""
    cells = list(sequence)
    taken: set[int] = set()
    for position, ref, alt in sorted(variants, key=lambda one: one[0]):
        if position < 1 or "".join(sequence[position - 1 : position - 1 + len(ref)]) != ref:
            raise ValueError
        places = set(range(position - 1, position - 1 + len(ref)))
        if not places & taken:
            taken |= places
            for place in places:
                cells[place] = ""
            cells[position - 1] = alt
    return "".join(cells)
