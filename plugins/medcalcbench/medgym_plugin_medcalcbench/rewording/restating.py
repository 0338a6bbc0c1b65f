"""Rows of ``test`` restated: the same calculator, values and answer in other words."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random

from medgym_plugin_medcalcbench.published.check import Judged
from medgym_plugin_medcalcbench.published.row import Row
from medgym_plugin_medcalcbench.rewording import SPLIT, WORDINGS
from medgym_plugin_medcalcbench.rewording.question import put, wordings
from medgym_plugin_medcalcbench.rewording.shorthand import shortened, typed
from medgym_plugin_medcalcbench.rewording.when import notations, time_in

LOWER = 0.5
"""Share of notes without capitals."""


def restated(tests: Sequence[Judged]) -> Iterator[Judged]:
    """The reworded tasks of generated rows of ``test``: every wording of each calculator that they ask for.

    Each wording takes another row of its calculator, as far as there are.
    """
    rows: dict[int, list[Judged]] = defaultdict(list)
    for one in tests:
        rows[one.row.number].append(one)
    for number in range(WORDINGS):
        for calculator in sorted(rows):
            one = rows[calculator][number % len(rows[calculator])]
            yield one._replace(row=_row(one.row, number), split=SPLIT)


def _row(found: Row, number: int) -> Row:
    rng = Random(f"{found.question}/{found.note}/{number}")
    time = rng.choice(notations(time_in(found.question)))
    lower = rng.random() < LOWER
    stated = {name: shortened(text, lower) for name, text in json.loads(found.stated).items()}
    return found._replace(
        question=put(wordings(found.calculator.key)[number], time),
        note=typed(found.note, lower),
        stated=json.dumps(stated, ensure_ascii=False),
    )
