"""Writing a note of a case."""

from __future__ import annotations

import random

from medgym_patient.note.case import Case
from medgym_patient.note.daily import nursing, progress
from medgym_patient.note.discharge import discharge
from medgym_patient.note.draft import Draft
from medgym_patient.note.statement import Note
from medgym_patient.note.style import STYLES
from medgym_patient.note.teller import Teller

KINDS = {"discharge": discharge, "physician": progress, "nursing": nursing}
"""Kind to what writes its sections."""
_SECOND_DAY = 30 * 60.0
WIDTH = 78
"""Characters of a line."""


def write(
    case: Case,
    kind: str,
    seed: int | str,
    style: str | None = None,
    minute: float | None = None,
    width: int | None = WIDTH,
) -> Note:
    """A note of a case; the same arguments give the same note.

    Args:
        case: whose stay.
        kind: ``discharge``, ``physician`` or ``nursing``.
        seed: of all that a writer chooses.
        style: of ``STYLES``; drawn if None.
        minute: when it is written, since admission; a discharge summary at the end, others on the second day
            if None.
        width: where lines are broken; None sets every sentence on a line of its own, however long.

    Raises:
        KeyError: if there is no such kind or style.
    """
    rng = random.Random(f"note/{kind}/{seed}")
    chosen = STYLES[style or rng.choice(tuple(STYLES))]
    usual = case.minutes if kind == "discharge" else min(_SECOND_DAY, case.minutes)
    now = usual if minute is None or kind == "discharge" else minute
    draft = Draft()
    KINDS[kind](Teller(rng, case, chosen, now, draft, width is not None), draft)
    return draft.finish(kind, chosen.name, now, width)
