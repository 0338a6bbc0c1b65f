"""Trees from distances, as edges [parent, child, length]; tips are 0 to n - 1, inner nodes n and up.

Pairs are compared by their smaller, then their larger node; values that differ by at most 1e-9 are equal, and
the first pair of equals is joined.
"""


def pairs(nodes: list[int]) -> list[tuple[int, int]]:
    """All pairs of nodes, the smaller first, in order."""
    return [(one, other) for one in sorted(nodes) for other in sorted(nodes) if one < other]


def first_least(values: dict[tuple[int, int], float]) -> tuple[int, int]:
    """The first pair whose value no other undercuts by more than 1e-9."""
    best = next(iter(values))
    for pair, value in values.items():
        if value < values[best] - 1e-9:
            best = pair
    return best


def upgma(rows: list[list[float]]) -> list[list[float]]:
    """Edges of the UPGMA tree (Sokal and Michener 1958), in the order of joining, the smaller child first.

    Two clusters are as far apart as their pairs of tips are on average; a node stands at half the distance
    that it joins. Fewer than two tips have no edge.
    """
    size = len(rows)
    distance = {(i, j): rows[i][j] for i, j in pairs([*range(size)])}
    tips = {node: 1 for node in range(size)}
    height = {node: 0.0 for node in range(size)}
    edges: list[list[float]] = []
    while len(tips) > 1:
        one, other = first_least({pair: distance[pair] for pair in pairs([*tips])})
        new = size + len(edges) // 2
        height[new] = distance[one, other] / 2
        edges += [[new, one, height[new] - height[one]], [new, other, height[new] - height[other]]]
        ours, theirs = tips.pop(one), tips.pop(other)
        for third in tips:
            near, far = (distance[min(third, node), max(third, node)] for node in (one, other))
            distance[third, new] = (ours * near + theirs * far) / (ours + theirs)
        tips[new] = ours + theirs
    return edges


def neighbor_joining(rows: list[list[float]]) -> list[list[float]]:
    """Edges of the neighbour-joining tree (Saitou and Nei 1987), in the order of joining.

    Of m nodes the pair with the least (m - 2) d - r1 - r2 is joined, r being sums of distances; its first
    edge has d/2 + (r1 - r2) / (2 (m - 2)). The last two nodes get one edge, from the larger to the smaller.
    Lengths may be negative. Fewer than two tips have no edge.
    """
    size = len(rows)
    distance = {(i, j): rows[i][j] for i, j in pairs([*range(size)])}
    nodes = [*range(size)]
    edges: list[list[float]] = []
    new = size
    while len(nodes) > 2:
        sums = {node: sum(distance[min(node, o), max(node, o)] for o in nodes if o != node) for node in nodes}
        many = len(nodes) - 2
        one, other = first_least({(i, j): many * distance[i, j] - sums[i] - sums[j] for i, j in pairs(nodes)})
        between = distance[one, other]
        length = between / 2 + (sums[one] - sums[other]) / (2 * many)
        edges += [[new, one, length], [new, other, between - length]]
        nodes = [node for node in nodes if node not in (one, other)]
        for third in nodes:
            near, far = (distance[min(third, node), max(third, node)] for node in (one, other))
            distance[third, new] = (near + far - between) / 2
        nodes.append(new)
        new += 1
    if len(nodes) == 2:
        edges.append([nodes[1], nodes[0], distance[nodes[0], nodes[1]]])
    return edges
