"""Blocks from the table of aligned base pairs, cut where neighbours are too far apart."""

from itertools import groupby


def solve(p, position, cigar):
    tokens, number = [], ""
    for character in cigar:
        if character.isdigit():
            number += character
        else:
            tokens += [character] * int(number)
            number = ""
    pairs, i, j, skipped = [], position - 1, 0, ""
    for token in tokens:
        if token in "M=X":
            pairs.append((i, j, skipped))
            skipped = ""
        elif token != "P":
            skipped += token
        i += token in "M=XDN"
        j += token in "M=XIS" or (token == "H" and p.hard_clips_count)
    numbered, block = [], 0
    for k, (i, j, gap) in enumerate(pairs):
        far = "N" in gap or gap.count("D") > p.max_deletion or gap.count("I") > p.max_insertion
        block += k > 0 and far
        numbered.append((block, i, j))
    result = []
    for _, group in groupby(numbered, key=lambda item: item[0]):
        inside = list(group)
        one = int(p.one_based)
        result.append([inside[0][1] + one, inside[-1][1] + 1, inside[0][2] + one, inside[-1][2] + 1])
    return result
