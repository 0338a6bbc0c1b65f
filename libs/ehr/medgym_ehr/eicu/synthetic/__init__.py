"""Synthetic eICU-CRD v2.0: the people of ``medgym_patient``, written in the published layout, at any scale.

Who is admitted, why, what is measured and given, and how it ends comes from the simulated hospitals
``community`` and, for one in four, ``teaching``; the modules here say only how eICU writes it down::

    admit ─▶ part ─▶ visit ─▶ unitstay ─┬▶ patient ────────▶ patient
                       hospital ────────┤
                                        ├▶ note ─▶ diagnosis, treatment
                                        ├▶ lab, finding ───▶ lab
                                        └▶ medication, allergy, fluid, culture, vital

People come in blocks, first those of the one profile and then those of the other, and are simulated in
batches of blocks, so memory does not grow with their number, and the files of fewer people are beginnings of
the files of more. Who had no intensive care in 2014 and 2015 is in no file.

Another hospital system is written in the same way from the profile ``general``, which the first has nothing
of: other people, hospitals and identifiers.

The EHRSQL build draws a year for each patient and a day in it for each hospital visit, by their identifiers.
A part of the people have a last visit whose identifier is chosen such that it holds the build's current time
(``visit``), hence about one in seven patients is in hospital at that time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import numpy as np

from medgym_core import DataError, Progress
from medgym_ehr.eicu.layout import LAYOUT
from medgym_ehr.eicu.synthetic.part import Part, number_part
from medgym_ehr.eicu.synthetic.rendering import COUNTED, render
from medgym_ehr.synthetic.files import RawWriter
from medgym_ehr.synthetic.identity import Identifiers
from medgym_ehr.synthetic.part import pieces
from medgym_patient import Records, Site, admit

__all__ = ["synthesise", "synthesise_elsewhere"]

PEOPLE = {"community": 96, "teaching": 32}
"""People of each profile in a block; other numbers would make other files."""
BLOCKS = 24
"""Blocks simulated at once; only memory and speed depend on it."""
HERE = {"newborns": 0.0, "intensive": 1.0, "age_shift": -2.0}
"""What both profiles have in eICU: no newborns, stays in intensive care, and a median age of 65 years."""
APART = 2**40
"""First number of the people of the second profile; those of a third begin as far after it."""


@dataclass(frozen=True)
class System:
    """Hospitals whose patients are written together."""

    people: Mapping[str, int]
    """People of each profile in a block."""
    here: Mapping[str, float]
    """Traits that its profiles have otherwise than the model."""
    first: int
    """First number of the people of its first profile."""
    part: int
    """Number of its first part, from which identifiers of visits and stays follow."""


HOME = System(PEOPLE, HERE, first=0, part=0)
ELSEWHERE = System(
    {"general": 96},
    {"newborns": 0.0, "intensive": 1.0, "moved": 1.0, "severity": -0.25},
    first=len(PEOPLE) * APART,
    part=2**12,
)
"""Those of its people who are in intensive care, and as ill as that takes; age and case mix are its own. Its
first part follows so many of the first system that hold a quarter of a million people."""


def synthesise(out: Path, seed: int, patients: int, progress: Progress) -> None:
    """Write the raw files of ``patients`` invented people into the folder ``out``.

    Files are named and laid out as in :data:`medgym_ehr.eicu.layout.LAYOUT`: header and texts quoted, nulls
    empty. They depend on ``seed`` and ``patients`` alone, and files that stand in ``out`` are replaced.
    ``progress`` hears of every part that is written.

    Raises:
        DataError: if ``patients`` is not positive.
    """
    _write(out, seed, patients, progress, HOME)


def synthesise_elsewhere(out: Path, seed: int, patients: int, progress: Progress) -> None:
    """The same of another hospital system; no patient, visit, stay or hospital is in both.

    Raises:
        DataError: if ``patients`` is not positive.
    """
    _write(out, seed, patients, progress, ELSEWHERE)


def _write(out: Path, seed: int, patients: int, progress: Progress, system: System) -> None:
    if patients < 1:
        raise DataError(f"{patients} patients make no source; ask for one or more")
    seed %= 2**64
    out.mkdir(parents=True, exist_ok=True)
    written = 0
    with RawWriter(out, LAYOUT, COUNTED) as writer:
        progress("eICU patients", 0.0)
        for part in parts(seed, patients, system):
            for name, rows in render(part).items():
                writer.append(name, rows.of_first(patients - written))
            written += len(part.people.key)
            progress("eICU patients", min(1.0, written / patients))


def parts(seed: int, patients: int, system: System = HOME) -> Iterator[Part]:
    """Parts with at least ``patients`` people of a system, each of one profile, in turn."""
    numbers = Identifiers(seed, 1, first=1000, width=98_999)
    blocks = -(-patients // sum(system.people.values()))
    streams = [_people(seed, place, site, blocks, system) for place, site in enumerate(system.people)]
    begun = 0
    for number in count():
        if begun >= patients:
            return
        records = next(streams[number % len(streams)])
        begun += len(records.people.key)
        part = system.part + number
        yield number_part(records, np.random.default_rng([seed, part]), part, numbers)


def _people(seed: int, place: int, site: str, blocks: int, system: System) -> Iterator[Records]:
    """The people of a profile, a block's at a time."""
    known, first, each = Site.named(site), system.first + place * APART, system.people[site]
    profile = replace(known, traits={**known.traits, **system.here})
    for block in range(0, blocks, BLOCKS):
        size = min(BLOCKS, blocks - block) * each
        yield from pieces(admit(seed, first + block * each, size, profile), each)
