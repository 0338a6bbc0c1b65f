"""A synthetic EHRCon: people of the patient model, in MIMIC-III's files and in notes written from them.

::

    simulate ─▶ hospital (infusion, unit) ─▶ the 13 raw files
                     │
                     └▶ chart ─▶ planting ─▶ medgym_patient.note ─▶ version ─▶ labels ─▶ the release
                                    └────────── once more, with more that is wrong ─▶ notes to audit

Notes state what the files of their admission record, but for what is planted. What each person's files and
notes say depends on the person alone, so the files of fewer notes are beginnings of the files of more. Notes
to audit are other notes on the first of the same admissions, in a release of their own.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

from medgym_core import DataError, Progress
from medgym_ehr.ledger import Half, half_of
from medgym_ehr.mimic3.synthetic.dictionary import dictionaries
from medgym_ehr.synthetic.files import RawWriter
from medgym_patient import PROCEDURES
from medgym_patient.note import open_case, write
from medgym_plugin_ehrcon.database import LAYOUT
from medgym_plugin_ehrcon.release import AUDIT, CATEGORIES
from medgym_plugin_ehrcon.selection import SOURCE, audits
from medgym_plugin_ehrcon.synthetic.chart import entries
from medgym_plugin_ehrcon.synthetic.hospital import Ward, wards
from medgym_plugin_ehrcon.synthetic.planting import SHARES, TIMES, plant
from medgym_plugin_ehrcon.synthetic.release import Written, write_release

__all__ = ["synthesise"]

VALID = 5
"""Every so many-th note is of the split ``valid``, the others of ``test``."""
DAY = 24 * 60
EARLIEST = 26 * 60
"""Minutes after admission before which no daily note is written."""
_ORDER = ("discharge", "physician", "nursing")
"""Types of notes in turn."""
assert set(_ORDER) == set(CATEGORIES)
AUDITED = {"discharge": (1.3, 0.6), "physician": (1.5, 0.6)}
"""Types of notes to audit in turn, how much is planted in each, and how many times are wrong.

So few that of each look of a time three right ones can be graded for each wrong one.
"""


def synthesise(out: Path, seed: int, notes: int, progress: Progress) -> None:
    """Write the 13 raw files and a release of ``notes`` notes, each of its own patient, into ``out``.

    The notes to audit stand in a release of their own, in the folder :data:`AUDIT`.

    Args:
        out: an existing folder.
        seed: of all draws.
        notes: how many.
        progress: told of every note.

    Raises:
        DataError: if ``notes`` is not positive.
    """
    if notes < 1:
        raise DataError(f"{notes} notes make no source; ask for one or more")
    seed %= 2**64
    written: list[Written] = []
    audited: list[Written] = []
    left = Counter(audits(notes))
    with RawWriter(out, LAYOUT, dict.fromkeys(LAYOUT.files, "ROW_ID")) as writer:
        for name, rows in dictionaries().items():
            writer.append(name, rows)
        for ward in wards(seed, notes):
            for name, rows in ward.files.items():
                writer.append(name, rows)
            audited += audits_of(ward, seed, len(written), left)
            for one in notes_of(ward, seed, len(written)):
                written.append(one)
                progress("notes with their charts", len(written) / notes)
    write_release(out, written)
    write_release(out / AUDIT, audited)


def notes_of(ward: Ward, seed: int, first: int) -> Iterator[Written]:
    """The note of each admission of a ward, numbered from ``first``."""
    for place in range(len(ward.stays)):
        number = first + place
        draft = _Draft(f"ehrcon/{seed}/{number}", number, _ORDER[number % len(_ORDER)], 20_000)
        yield _written(ward, place, draft)


def audits_of(ward: Ward, seed: int, first: int, left: Counter[Half]) -> Iterator[Written]:
    """The notes to audit of a ward's admissions, numbered from ``first``, of each half of the patients.

    ``left`` says how many each half still lacks, and is counted down.
    """
    for place, stay in enumerate(ward.stays):
        half = half_of(SOURCE, "patient", _subject(ward, stay))
        if left[half] < 1:
            continue
        left[half] -= 1
        number = first + place
        category = tuple(AUDITED)[number % len(AUDITED)]
        draft = _Draft(f"ehrcon/audit/{seed}/{number}", number, category, 60_000, AUDITED[category])
        yield _written(ward, place, draft)


class _Draft(NamedTuple):
    """What a note is to be."""

    stream: str
    """Of its draws."""
    number: int
    """Of its admission."""
    category: str
    """Its type."""
    first: int
    """ROW_ID from which such notes are numbered."""
    shares: tuple[float, float] | None = None
    """How much of it is wrong but for times, and how many times; None for what is usual in its type."""


def _written(ward: Ward, place: int, draft: _Draft) -> Written:
    rng, part, stay = random.Random(draft.stream), ward.part, ward.stays[place]
    admitted = part.admitted[stay].astype("datetime64[s]").astype(datetime)
    hadm_id = int(part.hadm_id[stay])
    recorded = tuple(
        entries(ward.files, int(part.stays.person[stay]), hadm_id, admitted, _procedures(ward, stay))
    )
    case = open_case(part.records, stay, admitted, facts=())
    now = (
        case.minutes
        if draft.category == "discharge"
        else float(rng.randint(EARLIEST, max(int(ward.until[place]), EARLIEST + 1)))
    )
    share, late = draft.shares or (SHARES[draft.category], TIMES[draft.category])
    facts = [entry.fact for entry in recorded if entry.fact]
    planted = plant(rng, facts, recorded, share, late, now)
    told = replace(case, facts=tuple(planted))
    note = write(told, draft.category, draft.stream, minute=now, width=None)
    split = "valid" if draft.number // len(_ORDER) % VALID == 0 else "test"
    row_id = draft.first + 37 * draft.number + rng.randrange(37)
    ids = _subject(ward, stay), hadm_id
    return Written(row_id, *ids, split, case.admitted, case.at(now), note, recorded, planted)


def _procedures(ward: Ward, stay: int) -> Mapping[str, float]:
    """Concept of each procedure of an admission to its minute."""
    done = ward.part.records.procedures
    rows = np.flatnonzero(done.stay == stay)
    return {PROCEDURES.names[int(done.concept[row])]: float(done.minute[row]) for row in rows}


def _subject(ward: Ward, stay: int) -> int:
    return int(ward.part.subject_id[ward.part.stays.person[stay]])
