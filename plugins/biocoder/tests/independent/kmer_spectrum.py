"""k-mers by splitting at ambiguous bases, a dictionary of lists, and repeated selection of the best."""

import re


def solve(p, sequences):
    seen = {}
    for sequence in sequences:
        for piece in re.findall("[ACGT]+", sequence.upper()):
            while len(piece) >= p.k:
                kmer, piece = piece[: p.k], piece[1:]
                if p.canonical:
                    kmer = sorted([kmer, kmer[::-1].translate(str.maketrans("ACGT", "TGCA"))])[0]
                seen.setdefault(kmer, []).append(1)
    result = []
    while seen and len(result) < p.top:
        most = max(len(found) for found in seen.values())
        best = min(kmer for kmer, found in seen.items() if len(found) == most)
        if most < p.min_count:
            break
        result.append([best, len(seen.pop(best))])
    return result
