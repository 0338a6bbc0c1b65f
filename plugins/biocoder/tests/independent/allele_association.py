"""Association by expected cell counts."""


def solve(p, variants):
    return [one(p, *variant) for variant in variants]


def one(p, cases, controls):
    pooled = [x + y for x, y in zip(cases, controls, strict=True)]
    risk = 2
    if p.minor_exposed and pooled[2] > pooled[0]:
        risk = 0
    table = [cells(p, row, risk) for row in (cases, controls)]
    flat = [*table[0], *table[1]]
    add = 0.5 if p.always_corrected or min(flat) == 0 else 0
    ratio = ((flat[0] + add) / (flat[1] + add)) / ((flat[2] + add) / (flat[3] + add))
    total = sum(flat)
    rows, columns = [sum(row) for row in table], [flat[0] + flat[2], flat[1] + flat[3]]
    if 0 in rows + columns:
        return [ratio, 0]
    statistic = 0
    for i in range(2):
        for j in range(2):
            expected = rows[i] * columns[j] / total
            off = abs(table[i][j] - expected)
            statistic += (max(0, off - 0.5) if p.yates else off) ** 2 / expected
    return [ratio, statistic]


def cells(p, counts, risk):
    copies = {risk: 2, 1: 1, 2 - risk: 0}
    if p.model == "allelic":
        exposed = sum(counts[place] * copies[place] for place in range(3))
        return [exposed, 2 * sum(counts) - exposed]
    least = 1 if p.model == "dominant" else 2
    exposed = sum(counts[place] for place in range(3) if copies[place] >= least)
    return [exposed, sum(counts) - exposed]
