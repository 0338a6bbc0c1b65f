"""A synthetic EHRCon: people of the patient model, in MIMIC-III's files and in notes written from them.

::

    simulate ─▶ hospital (infusion, unit) ─▶ the 13 raw files
                     │
                     └▶ chart ─▶ planting ─▶ medgym_patient.note ─▶ version ─▶ labels ─▶ the release

Notes state what the files of their admission record, but for what is planted. What each person's files and
notes say depends on the person alone, so the files of fewer notes are beginnings of the files of more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import numpy as np

from medgym_core import DataError, Progress
from medgym_ehr.mimic3.synthetic.dictionary import dictionaries
from medgym_ehr.synthetic.files import RawWriter
from medgym_patient import PROCEDURES
from medgym_patient.note import Case, Fact, open_case, write
from medgym_plugin_ehrcon.database import LAYOUT
from medgym_plugin_ehrcon.release import CATEGORIES
from medgym_plugin_ehrcon.synthetic.chart import Entry, entries
from medgym_plugin_ehrcon.synthetic.hospital import Ward, wards
from medgym_plugin_ehrcon.synthetic.planting import plant
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


def synthesise(out: Path, seed: int, notes: int, progress: Progress) -> None:
    """Write the 13 raw files and a release of ``notes`` notes, each of its own patient, into ``out``.

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
    with RawWriter(out, LAYOUT, dict.fromkeys(LAYOUT.files, "ROW_ID")) as writer:
        for name, rows in dictionaries().items():
            writer.append(name, rows)
        for ward in wards(seed, notes):
            for name, rows in ward.files.items():
                writer.append(name, rows)
            for one in notes_of(ward, seed, len(written)):
                written.append(one)
                progress("notes with their charts", len(written) / notes)
    write_release(out, written)


def notes_of(ward: Ward, seed: int, first: int) -> Iterator[Written]:
    """The note of each admission of a ward, numbered from ``first``."""
    part, done = ward.part, ward.part.records.procedures
    for number, (stay, until) in enumerate(zip(ward.stays, ward.until, strict=True), first):
        rng = random.Random(f"ehrcon/{seed}/{number}")
        admitted = part.admitted[stay].astype("datetime64[s]").astype(datetime)
        hadm_id = int(part.hadm_id[stay])
        rows = np.flatnonzero(done.stay == stay)
        minutes = {PROCEDURES.names[int(done.concept[row])]: float(done.minute[row]) for row in rows}
        person = int(part.stays.person[stay])
        recorded = tuple(entries(ward.files, person, hadm_id, admitted, minutes))
        case = open_case(part.records, stay, admitted, facts=())
        yield _written(rng, number, seed, case, recorded, until, (_subject(ward, stay), hadm_id))


def _written(
    rng: random.Random,
    number: int,
    seed: int,
    case: Case,
    recorded: tuple[Entry, ...],
    until: float,
    ids: tuple[int, int],
) -> Written:
    category = _ORDER[number % len(_ORDER)]
    now = (
        case.minutes
        if category == "discharge"
        else float(rng.randint(EARLIEST, max(int(until), EARLIEST + 1)))
    )
    planted = plant(rng, [fact for fact in map(_fact, recorded) if fact], recorded, category, now)
    told = replace(case, facts=tuple(planted))
    note = write(told, category, f"ehrcon/{seed}/{number}", minute=now, width=None)
    split = "valid" if number // len(_ORDER) % VALID == 0 else "test"
    row_id = 20_000 + 37 * number + rng.randrange(37)
    return Written(row_id, *ids, split, case.admitted, case.at(now), note, recorded, planted)


def _fact(entry: Entry) -> Fact | None:
    return entry.fact


def _subject(ward: Ward, stay: int) -> int:
    return int(ward.part.subject_id[ward.part.stays.person[stay]])
