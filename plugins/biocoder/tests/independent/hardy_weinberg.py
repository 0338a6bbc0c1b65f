"""Exact test by the recurrence of heterozygote probabilities, in floating point."""

from math import isclose


def solve(p, counts):
    return [one(p, *row) for row in counts]


def one(p, first, both, second, missing):
    samples = first + both + second
    if not samples or samples / (samples + missing) < p.min_called / 100 - 1e-12:
        return None
    alleles = sorted([2 * first + both, 2 * second + both])
    maf = alleles[0] / sum(alleles)
    if maf < p.min_maf / 100 - 1e-12:
        return None
    h = alleles[0] % 2
    rare = alleles[0] // 2
    common = samples - rare - h
    mass = {h: 1.0}
    while rare:
        mass[h + 2] = mass[h] * 4 * rare * common / ((h + 2) * (h + 1))
        h, rare, common = h + 2, rare - 1, common - 1
    total = sum(mass.values())
    here = mass[both]
    if p.one_sided:
        value = sum(weight for number, weight in mass.items() if number <= both)
    else:
        value = sum(w for w in mass.values() if w < here or isclose(w, here, rel_tol=1e-9))
    return [maf, (value - (here / 2 if p.mid_p else 0)) / total]
