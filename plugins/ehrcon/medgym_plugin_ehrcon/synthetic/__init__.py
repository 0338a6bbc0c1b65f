"""A synthetic EHRCon: notes and tables written together from latent events.

::

    item ─▶ event ──────────────▶ table ───▶ the 13 raw files
              │
              └▶ statement ─▶ note ─▶ labels ─▶ the release
                    ▲
                  moment

Each patient is drawn from a generator of its own, so the files of fewer notes are beginnings of the files of
more.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from medgym_core import DataError, Progress
from medgym_ehr.mimic3.synthetic.dictionary import dictionaries
from medgym_ehr.synthetic.files import RawWriter
from medgym_ehr.synthetic.identity import Identifiers
from medgym_plugin_ehrcon.database import LAYOUT
from medgym_plugin_ehrcon.synthetic.event import DAY, HOUR, Event, Stay, draw_events
from medgym_plugin_ehrcon.synthetic.moment import Frame
from medgym_plugin_ehrcon.synthetic.note import Writer
from medgym_plugin_ehrcon.synthetic.release import Written, write_release
from medgym_plugin_ehrcon.synthetic.statement import Speaker
from medgym_plugin_ehrcon.synthetic.table import as_rows, event_rows

__all__ = ["synthesise"]

CATEGORIES = ("discharge", "physician", "nursing")
VALID = 5
"""Every so many-th note is of the split ``valid``, the others of ``test``."""
ELSEWHERE = 4
"""Every so many-th patient has another admission, of which there is no note."""


def synthesise(
    out: Path, seed: int, notes: int, terms: Sequence[tuple[str, str]], progress: Progress
) -> None:
    """Write the 13 raw files and a release of ``notes`` notes, each of its own patient, into ``out``.

    Args:
        out: an existing folder.
        seed: of all draws.
        notes: how many.
        terms: pairs of a term and a name, in lower case, that it stands for.
        progress: told of every note.

    Raises:
        DataError: if ``notes`` is not positive.
    """
    if notes < 1:
        raise DataError(f"{notes} notes make no source; ask for one or more")
    seed %= 2**64
    subjects = Identifiers(seed, 11, first=1, width=99_999).take(notes)
    admissions = Identifiers(seed, 12, first=100_000, width=100_000).take(2 * notes)
    written = []
    with RawWriter(out, LAYOUT, dict.fromkeys(LAYOUT.files, "ROW_ID")) as writer:
        for name, rows in dictionaries().items():
            writer.append(name, rows)
        for number in range(notes):
            progress("notes with their events", number / notes)
            rng = random.Random(f"ehrcon/{seed}/{number}")
            stay = _stay(rng, int(subjects[number]), int(admissions[2 * number]))
            events = draw_events(rng, stay)
            _append(writer, stay, events)
            written.append(_note(rng, number, stay, events, terms))
            if number % ELSEWHERE == 0:
                other = _stay(rng, stay.subject_id, int(admissions[2 * number + 1]))
                _append(writer, other, draw_events(rng, other))
    write_release(out, written)


def _stay(rng: random.Random, subject_id: int, hadm_id: int) -> Stay:
    """An admission within one year, so that dates without a year have theirs."""
    admitted = datetime(
        rng.randint(2110, 2190), rng.randint(1, 11), rng.randint(1, 28), rng.randint(0, 23), rng.randrange(60)
    )
    length = rng.randint(4, 11) * DAY + rng.randint(0, 20) * HOUR
    return Stay(subject_id, hadm_id, admitted, admitted + length)


def _note(
    rng: random.Random, number: int, stay: Stay, events: Sequence[Event], terms: Sequence[tuple[str, str]]
) -> Written:
    category = CATEGORIES[number % len(CATEGORIES)]
    charted = stay.discharged
    if category != "discharge":
        days = (stay.discharged.date() - stay.admitted.date()).days
        midnight = datetime(stay.admitted.year, stay.admitted.month, stay.admitted.day)
        charted = (
            midnight
            + rng.randint(2, max(days - 1, 2)) * DAY
            + timedelta(hours=rng.randint(8, 20), minutes=rng.randrange(60))
        )
    frame = Frame(stay, category, charted)
    text = Writer(rng, frame, Speaker(rng, events, terms, charted), list(events)).write()
    split = "valid" if number // len(CATEGORIES) % VALID == 0 else "test"
    return Written(20_000 + 37 * number + rng.randrange(37), split, frame, text)


def _append(writer: RawWriter, stay: Stay, events: Sequence[Event]) -> None:
    for name, rows in event_rows(stay, events).items():
        writer.append(name, as_rows(rows))
