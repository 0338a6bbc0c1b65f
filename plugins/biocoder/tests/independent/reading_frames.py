"""Reading frames from every start codon forward, by regular expressions."""

import re


def solve(p, sequence):
    found = strand(p, sequence)
    result = [[start, end, "+"] for start, end in found]
    if p.both_strands:
        pairs = {"A": "T", "T": "A", "C": "G", "G": "C"}
        reverse = "".join(pairs[base] for base in reversed(sequence))
        size = len(sequence)
        result.extend([size - end, size - start, "-"] for start, end in strand(p, reverse))
    return sorted(result, key=lambda frame: (frame[0], frame[1], frame[2]))


def strand(p, text):
    stop = "|".join(p.stops)
    pattern = re.compile(f"(?:{'|'.join(p.starts)})(?:(?!{stop})[ACGT]{{3}})*?(?:{stop})")
    matches = [match.span() for place in range(len(text)) if (match := pattern.match(text, place))]
    if not p.nested:
        first = {}
        for start, end in matches:
            first[end] = min(start, first.get(end, start))
        matches = [(start, end) for end, start in first.items()]
    return [(start, end) for start, end in matches if end - start >= 3 * p.min_codons + 3]
