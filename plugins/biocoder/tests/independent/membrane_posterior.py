"""Posteriors from sums over all paths before and after each residue, on the scale of logarithms."""

from math import exp, log


def total(*terms):
    """Logarithm of a sum of exponentials."""
    largest = max(terms)
    return largest + log(sum(exp(term - largest) for term in terms))


def solve(p, protein):
    change = [[log(p.stay_loop), log(1 - p.stay_loop)], [log(1 - p.stay_membrane), log(p.stay_membrane)]]
    start = [log(1 - p.start_membrane), log(p.start_membrane)]
    emitted = {True: (p.loop_hydrophobic, p.membrane_hydrophobic)}
    emitted[False] = tuple(1 - share for share in emitted[True])
    odds = [[0.0, 0.0] if one == "X" else [log(x) for x in emitted[one in "AVLIMFWC"]] for one in protein]

    before = []
    for place, here in enumerate(odds):
        arrived = [total(*(before[-1][k] + change[k][j] for k in (0, 1))) for j in (0, 1)] if place else start
        before.append([arrived[j] + here[j] for j in (0, 1)])
    after = [[0.0, 0.0]]
    for here in odds[:0:-1]:
        after.insert(0, [total(*(change[k][j] + here[j] + after[0][j] for j in (0, 1))) for k in (0, 1)])
    joint = [
        [one + other for one, other in zip(*pair, strict=True)] for pair in zip(before, after, strict=False)
    ]
    return [exp(membrane - total(loop, membrane)) for loop, membrane in joint]
