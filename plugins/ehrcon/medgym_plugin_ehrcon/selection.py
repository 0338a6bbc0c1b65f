"""Which mentions are asked about: half of them inconsistent, and the halves alike in what can be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from medgym_ehr.draws import ranks
from medgym_ehr.ledger import Half, half_of
from medgym_plugin_ehrcon.claim import Mention

SOURCE = "mimic-iii"
"""The ledger's name of the source."""
NOTES = 180
"""Notes of the default synthetic source; a build of fewer asks proportionally fewer questions."""
AUDITS: dict[Half, int] = {"train": 60, "test": 15}
"""Notes to audit of the default source, by half of the patients."""
_KEYS: tuple[Callable[[Mention], object], ...] = (
    lambda m: (m.category, m.entity_type, m.style, m.table, m.claims[0].unit is None, len(m.claims)),
    lambda m: (m.category, m.entity_type, m.style),
    lambda m: m.category,
    lambda m: None,
)
"""What consistent mentions are matched on with inconsistent ones, finest first."""


def draw(mentions: Iterable[Mention], half: Half, size: int) -> list[Mention]:
    """At most ``size`` mentions of the patients of ``half``, in an order that tells nothing.

    Half of them are inconsistent, one more if ``size`` is odd, so that no answer is right more than half of
    the time; consistent ones are drawn to match them in note type, kind, style of time, table and unit.
    """
    pool = shuffled([m for m in mentions if half_of(SOURCE, "patient", m.subject_id) == half])
    wrong = [m for m in pool if m.columns][: (size + 1) // 2]
    right = matched(wrong, [m for m in pool if not m.columns], min(size // 2, len(wrong)))
    return shuffled([*wrong[: max(len(right) + 1, 1)], *right], "ehrcon tasks")


def audits(notes: int) -> dict[Half, int]:
    """How many notes to audit a source of ``notes`` notes has, by half of the patients; at least one."""
    share = min(1.0, notes / NOTES)
    return {half: max(1, round(size * share)) for half, size in AUDITS.items()}


def shuffled(mentions: Sequence[Mention], stream: str = "ehrcon mentions") -> list[Mention]:
    """The mentions by a hash of where they stand.

    Each stream orders anew: who is drawn from many stands early in the stream of the draw.
    """
    keys = np.array([(m.row_id * 1_000 + m.line) * 1_000 + m.character for m in mentions], dtype=np.int64)
    order = np.argsort(ranks(keys, stream), kind="stable")
    return [mentions[place] for place in order]


def matched(wrong: Sequence[Mention], candidates: Sequence[Mention], size: int) -> list[Mention]:
    """At most ``size`` of the candidates, as many of each sort as there are among ``wrong``."""
    taken: dict[int, Mention] = {}
    for key in _KEYS:
        lacking = Counter(map(key, wrong))
        lacking.subtract(map(key, taken.values()))
        for place, mention in enumerate(candidates):
            if len(taken) < size and place not in taken and lacking[key(mention)] > 0:
                lacking[key(mention)] -= 1
                taken[place] = mention
    return [taken[place] for place in sorted(taken)]
