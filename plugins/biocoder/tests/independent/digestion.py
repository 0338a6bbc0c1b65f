"""Peptides by trying every substring: its ends must be cuts, and the cuts inside are counted."""

import re


def solve(p, protein):
    blocked = f"(?![{p.unless_before}])" if p.unless_before else ""
    cuts = {found.end() for found in re.finditer(f"[{p.after}]{blocked}", protein)} - {len(protein)}
    ends = cuts | {0, len(protein)}
    rows = []
    for start in range(len(protein)):
        for end in range(start + p.min_length, len(protein) + 1):
            missed = sum(start < cut < end for cut in cuts)
            if start in ends and end in ends and missed <= p.missed:
                rows.append([protein[start:end], start + 1, missed])
    return rows
