"""Which mentions are asked about: as many consistent ones as wrong in time, alike in what can be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

import numpy as np

from medgym_ehr.draws import ranks
from medgym_ehr.ledger import Half, half_of
from medgym_plugin_ehrcon.claim import Mention, Role

SOURCE = "mimic-iii"
"""The ledger's name of the source."""
NOTES = 390
"""Notes of the default synthetic source; a build of fewer asks proportionally fewer questions."""
AUDITS: dict[Half, int] = {"train": 78, "test": 20}
"""Notes to audit that the default source has, by half of the patients; some have too little that is wrong."""
SHARES: dict[tuple[Role, ...], float] = {("value",): 0.06, ("unit",): 0.036, ("item",): 0.02}
"""Shares of tasks that the tables alone show to be wrong, by what is wrong whenever it was."""
UNDATED = 0.006
"""Share of such tasks on diagnoses and procedures, which no time can contradict; as many are consistent."""
OF_NOTE = 30
"""Consistent mentions of a note that are asked about, at most, and ones wrong in time alone."""
Key = Callable[[Mention], object]


def _seen(m: Mention) -> object:
    """What is known of a mention by its words, its note's type and date, and the tables."""
    near = m.near or _undated(m)
    return m.category, m.entity_type, m.table, m.claims[0].unit is None, len(m.claims), near


def _then(m: Mention) -> object:
    """What is known by its time, and by how much was recorded then."""
    return m.look, m.company if m.look.given == "minute" else 0


def _given(m: Mention) -> object:
    return _seen(m), m.look.given


_FINE: tuple[Key, ...] = (
    lambda m: (_seen(m), _then(m), m.claims[0].names),
    lambda m: (_seen(m), _then(m)),
    lambda m: (_seen(m), m.look.given, m.look.hour, m.company),
    lambda m: (_seen(m), m.look.given, m.look.since, m.look.hour),
)
SIGHT: tuple[Key, ...] = (*_FINE, _given, _seen)
"""What consistent mentions are matched on with inconsistent ones for single questions, finest first."""
ALIKE: tuple[Key, ...] = (
    *_FINE,
    lambda m: (m.category, m.entity_type, _undated(m), m.look),
    lambda m: (m.category, m.entity_type, _undated(m), m.look.given, m.look.since),
    _given,
)
"""The same of pairs, whose times are given alike."""
KEYS: tuple[Key, ...] = (
    *ALIKE,
    _seen,
    lambda m: (m.category, m.entity_type, m.style, _undated(m)),
    lambda m: (m.category, _undated(m)),
)
"""The same within one note, where there are few."""


def draw(mentions: Iterable[Mention], half: Half, size: int) -> list[Mention]:
    """At most ``size`` mentions of the patients of ``half``, in an order that tells nothing.

    As many are consistent as are wrong in time alone: who looks a mention up whenever it was finds both, and
    is right about half of them. A few are wrong in value, unit or item, which such a look-up shows; half of
    those in value or unit are wrong in time too. Consistent ones are drawn to match the others in note type,
    kind, style of time, table and unit.
    """
    pool = shuffled([m for m in mentions if half_of(SOURCE, "patient", m.subject_id) == half])
    late = _of_each_note([m for m in pool if m.columns == ("time",)])
    right = _of_each_note([m for m in pool if not m.columns])
    share = sum(SHARES.values()) + 2 * UNDATED
    late = matched(right, late, SIGHT)
    size = min(size, round(2 * len(late) / (1 - share)))
    lone = [m for m in pool if m.columns and _undated(m)][: round(UNDATED * size)]
    shown = [m for roles, part in SHARES.items() for m in _evenly(pool, roles, round(part * size))]
    late = late[: (size - len(shown) - 2 * len(lone) + 1) // 2]
    right = matched([*late, *lone], right, SIGHT, [m.model_copy(update={"near": True}) for m in shown])
    asked = [*late, *lone, *shown]
    return shuffled([*asked, *right[: max(size - len(asked), 0)]], "ehrcon tasks")


def _of_each_note(mentions: Iterable[Mention]) -> list[Mention]:
    """The first :data:`OF_NOTE` mentions of each note."""
    seen: Counter[int] = Counter()
    kept = []
    for one in mentions:
        seen[one.row_id] += 1
        if seen[one.row_id] <= OF_NOTE:
            kept.append(one)
    return kept


def _undated(m: Mention) -> bool:
    """Whether it is in a table without times."""
    return m.table.endswith("_icd")


def _evenly(pool: Sequence[Mention], roles: tuple[Role, ...], size: int) -> list[Mention]:
    """At most ``size`` that are wrong in ``roles``, as many in time too as not if there are so many."""
    dated = [m for m in pool if not _undated(m)]
    sorts = [[m for m in dated if m.columns == wrong] for wrong in (roles, (*roles, "time"))]
    both = [m for pair in zip_longest(*sorts) for m in pair if m is not None]
    return both[:size]


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


def matched(
    wrong: Sequence[Mention],
    candidates: Sequence[Mention],
    keys: Sequence[Key] = KEYS,
    like: Sequence[Mention] = (),
) -> list[Mention]:
    """At most as many of the candidates as are ``wrong``, as many of each sort as there are of those.

    Args:
        wrong: what is matched.
        candidates: in the order in which they are taken.
        keys: what makes a sort, finest first.
        like: more whose style of time some are to have, among as many of what is seen as ``wrong`` has.
    """
    taken: dict[int, Mention] = {}
    for key in keys:
        lacking, room = Counter(map(key, [*wrong, *like])), Counter(map(_seen, wrong))
        lacking.subtract(map(key, taken.values()))
        room.subtract(map(_seen, taken.values()))
        for place, mention in enumerate(candidates):
            fits = lacking[key(mention)] > 0 and (not like or room[_seen(mention)] > 0)
            if fits and place not in taken and len(taken) < len(wrong):
                lacking[key(mention)] -= 1
                room[_seen(mention)] -= 1
                taken[place] = mention
    return [*taken.values()]


def paired(wrong: Iterable[Mention], candidates: Iterable[Mention]) -> list[tuple[Mention, Mention]]:
    """Those that are wrong, each with a candidate whose time is given alike, the most alike first."""
    left, free = list(wrong), list(candidates)
    found = []
    for key in ALIKE:
        for one in list(left):
            like = next((other for other in free if key(other) == key(one)), None)
            if like is not None:
                found.append((one, like))
                left.remove(one)
                free.remove(like)
    return found
