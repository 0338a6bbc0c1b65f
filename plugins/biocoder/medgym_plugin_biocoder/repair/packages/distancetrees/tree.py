"""Walks over a tree of edges [parent, child, length]."""


def depths(edges: list[list[float]], root: int) -> dict[str, float]:
    """Sum of lengths from ``root`` to each node, itself included, by the node's number as text."""
    found = {str(root): 0.0}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for parent, child, length in edges:
            if parent == node:
                found[str(int(child))] = found[str(node)] + length
                waiting.append(int(child))
    return found


def patristic(edges: list[list[float]], one: int, other: int) -> float:
    """Length of the way between two nodes; nodes without a way between them raise ValueError."""
    waiting = [(one, -1, 0.0)]
    while waiting:
        node, before, length = waiting.pop()
        if node == other:
            return length
        for parent, child, more in edges:
            for here, there in ((parent, child), (child, parent)):
                if here == node and there != before:
                    waiting.append((int(there), node, length + more))
    raise ValueError("no way between the nodes")
