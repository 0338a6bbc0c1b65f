"""Minimizers with a monotonic queue over translated k-mers."""

from collections import deque


def solve(p, sequence):
    table = str.maketrans(p.order, "abcd")
    queue, chosen = deque(), {}
    for place in range(len(sequence) - p.k + 1):
        key = sequence[place : place + p.k].translate(table)
        while queue and (queue[-1][0] > key or (p.rightmost and queue[-1][0] == key)):
            queue.pop()
        queue.append((key, place))
        if queue[0][1] <= place - p.window:
            queue.popleft()
        if place >= p.window - 1:
            chosen[queue[0][1]] = sequence[queue[0][1] : queue[0][1] + p.k]
    return [list(item) for item in sorted(chosen.items())]
