"""What a simulation yields: people, their stays, and everything charted of them, as columns.

Rows of each table are in order of stay and time; ``stay`` is the row of ``Stays``. Times are minutes since
admission; ``Stays.admitted`` is minutes since the start of the clock, 1 January of a year that renderings
choose.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from medgym_patient.key import Flags, Floats, Indices, Keys
from medgym_patient.person import People

Columns = tuple[NDArray[Any], ...]
"""Columns of a table, of one length."""


@dataclass(frozen=True)
class Stays:
    """Hospital stays, by person and time."""

    person: Indices
    """Row of the people."""
    ordinal: Indices
    """Which of the person's stays, from 0."""
    admitted: Floats
    """Minutes since the start of the clock."""
    minutes: Floats
    """Length, to discharge or death."""
    age: Floats
    """Years at admission."""
    reason: Indices
    """Row of the table of reasons."""
    died: Flags
    destination: Indices
    """Of DESTINATIONS."""
    death: Floats
    """Days from discharge to death out of hospital; 0 for those who died in it, infinite beyond ten years."""
    readmitted: Floats
    """Days from discharge to the next admission, infinite if none."""
    severity: Floats
    """Latent; no chart shows it."""
    worst: Floats
    """Highest SOFA."""
    weight: Floats
    """Dry weight, kilograms."""


@dataclass(frozen=True)
class Units:
    """Where a patient was: one row a stretch in one unit."""

    stay: Indices
    start: Floats
    """Minutes since admission."""
    stop: Floats
    intensive: Flags


@dataclass(frozen=True)
class Vitals:
    """Vital signs as charted, one row a time; columns as ``observation.VITALS``."""

    stay: Indices
    minute: Floats
    values: NDArray[np.float32]
    """(rows, vital signs)."""


@dataclass(frozen=True)
class Labs:
    """Laboratory results."""

    stay: Indices
    minute: Floats
    """When the specimen was drawn; equal for what is drawn together."""
    lab: Indices
    """Row of the table of labs."""
    value: Floats
    abnormal: Flags
    """Outside the reference range."""


@dataclass(frozen=True)
class Doses:
    """What was given, hour by hour: a dose, or an infusion's rate in that hour."""

    stay: Indices
    minute: Floats
    drug: Indices
    """Row of the table of drugs; its ``unit`` is the amount's."""
    amount: Floats


@dataclass(frozen=True)
class Orders:
    """Prescriptions."""

    stay: Indices
    drug: Indices
    start: Floats
    stop: Floats
    dose: Floats
    """In the drug's unit; 0 where it is titrated."""
    home: Flags
    """Whether it goes on from home."""


@dataclass(frozen=True)
class Settings:
    """Ventilator settings as charted."""

    stay: Indices
    minute: Floats
    invasive: Flags
    fio2: Floats
    peep: Floats
    rate: Floats
    tidal: Floats


@dataclass(frozen=True)
class Cultures:
    """Microbiology: a row a specimen, and organism -1 where nothing grew."""

    stay: Indices
    minute: Floats
    specimen: Indices
    """Of SPECIMENS."""
    organism: Indices
    susceptible: NDArray[np.int8]
    """(rows, antibiotics of care.ANTIBIOTICS): 1 susceptible, 0 resistant, -1 not tested."""


@dataclass(frozen=True)
class Codes:
    """Diagnoses or procedures as coded, in a coder's order."""

    stay: Indices
    rank: Indices
    """From 1; the first diagnosis is the principal one."""
    concept: Indices
    """Row of the table of diagnoses or procedures."""
    minute: Floats
    """Of a procedure; 0 for diagnoses."""


@dataclass(frozen=True)
class Latent:
    """What no chart shows of stays, for what is written at their end."""

    key: Keys
    organism: Indices
    susceptible: Floats


@dataclass(frozen=True)
class Records:
    """Whole patients of one batch."""

    site: str
    people: People
    stays: Stays
    units: Units
    vitals: Vitals
    labs: Labs
    doses: Doses
    orders: Orders
    settings: Settings
    cultures: Cultures
    diagnoses: Codes
    procedures: Codes
