"""Some of a batch's people with their stays, as MIMIC-III numbers and dates them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.calendar import admission_times
from medgym_ehr.synthetic.clock import MINUTE, Seconds
from medgym_ehr.synthetic.files import Column
from medgym_ehr.synthetic.identity import Identifiers
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.part import Part as AnyPart
from medgym_ehr.synthetic.part import pieces
from medgym_ehr.synthetic.sampling import Indices
from medgym_patient import Records

PEOPLE = 256
"""People of a part; only memory and speed depend on it."""


class Registry:
    """Who is numbered how: the three kinds of identifiers, given out in order."""

    def __init__(self, seed: int) -> None:
        """Ranges as in MIMIC-III, which continue above where they are too small."""
        self.subjects = Identifiers(seed, 1, first=1, width=99_999)
        self.admissions = Identifiers(seed, 2, first=100_000, width=100_000)
        self.icustays = Identifiers(seed, 3, first=200_000, width=100_000)


@dataclass(frozen=True)
class Part(AnyPart):
    """People and all that happened to them; ``stay`` of a table is a number of this part."""

    source: ClassVar[str] = "mimic-iii"
    subject_id: NDArray[np.int64]
    """Of each person."""
    hadm_id: NDArray[np.int64]
    """Of each stay."""
    admitted: Seconds
    """Of each stay."""

    @cached_property
    def discharged(self) -> Seconds:
        """When each stay ended."""
        return self.at(np.arange(len(self.admitted)), self.stays.minutes)

    def at(self, stay: Indices, minute: NDArray[Any]) -> Seconds:
        """The time of a minute since admission."""
        times: Seconds = self.admitted[stay] + np.floor(minute).astype(np.int64) * MINUTE
        return times

    def named(self, stay: Indices) -> dict[str, Column]:
        """SUBJECT_ID and HADM_ID of rows."""
        return {"SUBJECT_ID": self.subject_id[self.stays.person[stay]], "HADM_ID": self.hadm_id[stay]}


def parts(records: Records, registry: Registry) -> Iterator[Part]:
    """The people of a batch in parts, in order; takes their numbers from ``registry``."""
    for own in pieces(records, PEOPLE):
        subject_id = registry.subjects.take(len(own.people.number))
        hadm_id = registry.admissions.take(len(own.stays.person))
        luck = Luck(own.people.key).of("calendar")
        yield Part(own, subject_id, hadm_id, admission_times(own, subject_id, luck))
