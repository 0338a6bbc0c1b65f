"""Sliding-window trimming by prefix sums and the minimum of bad starts."""

from itertools import accumulate


def solve(p, reads):
    found = []
    for name, bases, quality in reads:
        total = [0, *accumulate(ord(character) for character in quality)]
        limit = p.window * (p.threshold + p.phred_offset)
        bad = [i for i in range(len(quality)) if i + p.window <= len(quality)]
        cut = min((i for i in bad if total[i + p.window] - total[i] < limit), default=len(quality))
        found.append((name, bases[:cut], quality[:cut]))
    return [list(read) for read in found if not len(read[1]) < p.min_length]
