"""Whether two forms are equal: points within reach, bags paired so that no tolerance is spent twice."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from itertools import pairwise

from medgym_core.verifier.fault import Fault, Refused
from medgym_core.verifier.form import Form, Point

Bag = Sequence[Form]

MAX_STEPS = 1_000_000
"""Work of one comparison, in compared points and followed edges; about a second."""


class Matcher:
    """Compares forms within one budget of steps. The decimal context must be exact.

    A pair of bags is split by key first. What is exact in all its parts is then decided by counting. Where
    one point alone is approximate, pairing in sorted order decides: intervals whose two ends rise together
    can always be uncrossed. Only several approximate points, nested bags, or answers that are rounded more
    coarsely than gold's tolerance, need the general assignment.
    """

    def __init__(self, steps: int = MAX_STEPS) -> None:
        """Starts with the whole budget."""
        self._steps = steps

    def same(self, answer: Form, gold: Form) -> bool:
        """Whether ``answer`` equals ``gold`` within gold's tolerances, or is gold rounded.

        Raises:
            Refused: as too complex, when the budget is spent.
        """
        self._spend(1 + len(gold.points))
        return (
            answer.key == gold.key
            and all(_near(a, g) for a, g in zip(answer.points, gold.points, strict=True))
            and all(self._same_bag(a, g) for a, g in zip(answer.bags, gold.bags, strict=True))
        )

    def _spend(self, steps: int) -> None:
        self._steps -= steps
        if self._steps < 0:
            raise Refused(Fault.TOO_COMPLEX)

    def _same_bag(self, answers: Bag, golds: Bag) -> bool:
        self._spend(len(answers) + len(golds))
        left, right = _by_key(answers), _by_key(golds)
        return left.keys() == right.keys() and all(self._same_group(left[key], right[key]) for key in right)

    def _same_group(self, answers: Bag, golds: Bag) -> bool:
        """Whether elements of one key pair off."""
        if len(answers) != len(golds):
            return False
        if not golds[0].points and not golds[0].bags:
            return True
        answers, golds = sorted(answers, key=_values), sorted(golds, key=_values)
        if all(self.same(a, g) for a, g in zip(answers, golds, strict=True)):
            return True
        if len(golds) == 1 or _on_one_line(answers, golds):
            return False
        return self._assignable(Counter(answers), Counter(golds))

    def _assignable(self, answers: Counter[Form], golds: Counter[Form]) -> bool:
        """Whether a flow saturates every gold, by shortest augmenting paths over distinct elements.

        Edmonds and Karp, Journal of the ACM 19 (1972), doi 10.1145/321694.321699.
        """
        distinct = list(answers)
        ranked, windows = _candidates(distinct, list(golds))
        edges = [
            [index for index in ranked[start:stop] if self.same(distinct[index], gold)]
            for gold, (start, stop) in zip(golds, windows, strict=True)
        ]
        spare = [answers[form] for form in distinct]
        flow: list[Counter[int]] = [Counter() for _ in distinct]
        for gold, need in enumerate(golds.values()):
            while need:
                path = self._path(gold, edges, spare, flow)
                if not path:
                    return False
                need -= _push(path, need, spare, flow)
        return True

    def _path(
        self, start: int, edges: list[list[int]], spare: list[int], flow: list[Counter[int]]
    ) -> list[tuple[int, int]]:
        """Shortest path from gold ``start`` to an answer with something to spare, as (gold, answer) pairs."""
        came: dict[int, int] = {}  # answer -> gold from which it was reached
        gave: dict[int, int] = {start: -1}  # gold -> answer that would be taken from it
        queue = deque([start])
        while queue:
            gold = queue.popleft()
            self._spend(1 + len(edges[gold]))
            for answer in edges[gold]:
                if answer in came:
                    continue
                came[answer] = gold
                if spare[answer]:
                    return _trace(answer, came, gave)
                for holder in flow[answer]:
                    if holder not in gave:
                        gave[holder] = answer
                        queue.append(holder)
        return []


def _by_key(bag: Bag) -> dict[object, list[Form]]:
    groups: dict[object, list[Form]] = defaultdict(list)
    for element in bag:
        groups[element.key].append(element)
    return groups


def _values(element: Form) -> tuple[object, ...]:
    return tuple([point.value for point in element.points])


def _near(answer: Point, gold: Point) -> bool:
    return abs(answer.value - gold.value) <= max(gold.reach, answer.grain)


def _on_one_line(answers: Bag, golds: Bag) -> bool:
    """Whether sorted ``golds`` are intervals whose lower and upper ends both rise, and alone decide."""
    if golds[0].bags or len(golds[0].points) != 1:
        return False
    spans = [gold.points[0] for gold in golds]
    if max(answer.points[0].grain for answer in answers) > min(span.reach for span in spans):
        return False
    ends = [(span.value - span.reach, span.value + span.reach) for span in spans]
    return all(low <= next_low and high <= next_high for (low, high), (next_low, next_high) in pairwise(ends))


def _candidates(answers: list[Form], golds: list[Form]) -> tuple[list[int], list[tuple[int, int]]]:
    """The indexes of ``answers`` in an order, and for each gold the stretch of it that may fit.

    The order is along the one point that rules out most.
    """
    ranked, windows = list(range(len(answers))), [(0, len(answers))] * len(golds)
    for axis in range(len(golds[0].points)):
        order = sorted(range(len(answers)), key=lambda index: answers[index].points[axis].value)
        line = [answers[index].points[axis].value for index in order]
        coarsest = max(answer.points[axis].grain for answer in answers)
        found = []
        for gold in golds:
            value, reach, _ = gold.points[axis]
            reach = max(reach, coarsest)
            found.append((bisect_left(line, value - reach), bisect_right(line, value + reach)))
        if _width(found) < _width(windows):
            ranked, windows = order, found
    return ranked, windows


def _width(windows: list[tuple[int, int]]) -> int:
    return sum(stop - start for start, stop in windows)


def _trace(answer: int, came: dict[int, int], gave: dict[int, int]) -> list[tuple[int, int]]:
    path = []
    while answer != -1:
        gold = came[answer]
        path.append((gold, answer))
        answer = gave[gold]
    return path


def _push(path: list[tuple[int, int]], need: int, spare: list[int], flow: list[Counter[int]]) -> int:
    """Move as much as the path carries; ``path`` runs from its free answer back to the needy gold."""
    returned = [(gold, answer) for (gold, _), (_, answer) in pairwise(path)]
    amount = min(need, spare[path[0][1]], *(flow[answer][gold] for gold, answer in returned))
    spare[path[0][1]] -= amount
    for gold, answer in path:
        flow[answer][gold] += amount
    for gold, answer in returned:
        flow[answer][gold] -= amount
        if not flow[answer][gold]:
            del flow[answer][gold]
    return amount
