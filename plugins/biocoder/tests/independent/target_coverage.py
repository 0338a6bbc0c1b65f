"""Coverage base by base."""


def solve(p, targets, reads):
    good = [(start, end) for start, end, quality in reads if not quality < p.min_quality]
    good = sorted(set(good)) if p.unique else good
    result = []
    for begin, stop in targets:
        deep = [base for base in range(begin, stop) if sum(a <= base < b for a, b in good) >= p.min_depth]
        result.append(len(deep) / max(1, stop - begin) if p.as_share else len(deep))
    return result
