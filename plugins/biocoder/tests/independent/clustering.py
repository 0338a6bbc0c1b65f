"""Clustering by updating the matrix after each join (Lance and Williams), in exact fractions."""

from fractions import Fraction


def solve(p, names, distances):
    table = {
        frozenset((a, b)): Fraction(distances[i][j])
        for i, a in enumerate(names)
        for j, b in enumerate(names)
        if i < j
    }
    members = {name: [name] for name in names}
    made = []
    while table:
        pair = min(table, key=lambda pair: (table[pair], sorted(pair)))
        height = table.pop(pair)
        if height > Fraction(p.cutoff):
            break
        kept, gone = sorted(pair)
        for other in members.keys() - pair:
            one, two = table.pop(frozenset((kept, other))), table.pop(frozenset((gone, other)))
            sizes = len(members[kept]), len(members[gone])
            weighted = (one * sizes[0] + two * sizes[1]) / sum(sizes)
            table[frozenset((kept, other))] = {
                "single": min(one, two),
                "complete": max(one, two),
                "average": weighted,
            }[p.linkage]
        members[kept] = sorted(members[kept] + members.pop(gone))
        made.append([members[kept], float(height / 2 if p.halved else height)])
    return made
