"""Merging by marking every base, then counting members."""


def solve(p, intervals):
    one = int(p.one_based)
    groups = {}
    for chrom, start, end, strand in intervals:
        groups.setdefault((chrom, strand if p.stranded else "."), []).append((start - one, end))
    result = []
    for (chrom, strand), members in groups.items():
        filled = set()
        for start, end in members:
            filled.update(range(start, end + p.max_gap))
        runs = []
        for base in sorted(filled):
            if runs and runs[-1][-1] == base - 1:
                runs[-1].append(base)
            else:
                runs.append([base])
        for run in runs:
            inside = [member for member in members if run[0] <= member[0] <= run[-1]]
            if len(inside) >= p.min_members:
                begin = min(start for start, _ in inside) + one
                result.append([chrom, begin, max(end for _, end in inside), strand, len(inside)])
    return sorted(result)
