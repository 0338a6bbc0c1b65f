"""Some people of one profile with their visits, as eICU numbers them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.eicu.synthetic import hospital
from medgym_ehr.eicu.synthetic.unitstay import UnitStays, draw_unit_stays
from medgym_ehr.eicu.synthetic.visit import LAST_YEAR, Visits, discharge_years, draw_visits, homes
from medgym_ehr.eicu.synthetic.vocabulary import terms
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.identity import Identifiers
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.part import Part as AnyPart
from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import Texts
from medgym_patient import Records
from medgym_patient.key import Flags, Floats


@dataclass(frozen=True)
class Part(AnyPart):
    """People and their visits that have a stay in a unit; ``stay`` of a table of the model is a visit."""

    source: ClassVar[str] = "eicu"
    uniquepid: Texts
    """Of each person, as in ``031-3355``."""
    visits: Visits
    units: UnitStays

    @cached_property
    def habits(self) -> Luck:
        """Draws for the hospital of each visit."""
        return hospital.habits().at(self.visits.hospital)

    def offset(self, unit: Indices, minute: NDArray[Any]) -> NDArray[np.int64]:
        """Minutes since the admission to a unit, of minutes since that to the hospital."""
        found: NDArray[np.int64] = np.floor(minute - self.units.begin[unit]).astype(np.int64)
        return found

    def rows(self, unit: Indices, columns: dict[str, Column]) -> Rows:
        """Rows of stays ``unit``, which ascend."""
        stay = {"patientunitstayid": self.units.patientunitstayid[unit]}
        return Rows(self.stays.person[self.units.visit[unit]], stay | columns)

    def unit_luck(self, unit: Indices, stream: str) -> Luck:
        """Draws for the rows of a file, ``unit`` ascending."""
        number = np.arange(len(unit)) - np.searchsorted(unit, unit)
        own = self.stay_luck.at(self.units.visit[unit]).of(self.units.number[unit])
        return own.of(stream).of(number)

    def inside(self, visit: Indices, minute: Floats, *columns: NDArray[Any]) -> tuple[NDArray[Any], ...]:
        """The unit, minute and ``columns`` of the moments that lie in a unit, by unit and time."""
        unit = self.units.holding(visit, minute)
        rows = np.flatnonzero(unit >= 0)
        rows = rows[np.lexsort((minute[rows], unit[rows]))]
        return (unit[rows], minute[rows], *(column[rows] for column in columns))


def number_part(records: Records, rng: np.random.Generator, part: int, numbers: Identifiers) -> Part:
    """The people of ``records``, who are part number ``part``; numbered by ``numbers`` and ``rng``."""
    luck = Luck(records.people.key).of("calendar")
    home = homes(records, luck)
    systems = np.array(terms("hospital").columns["system"], dtype=object)[home]
    taken = numbers.take(len(home))
    uniquepid = systems + "-" + taken.astype(str).astype(object)
    year = discharge_years(records, luck)
    written = (year <= LAST_YEAR) & np.isin(np.arange(len(year)), records.units.stay[records.units.intensive])
    records = _only(records, written)
    visits = draw_visits(records, year[written], uniquepid, home, luck, rng, part)
    own = luck.at(records.stays.person).of(records.stays.ordinal)
    return Part(records, uniquepid, visits, draw_unit_stays(records, visits, own.of("unit"), rng, part))


def _only(records: Records, kept: Flags) -> Records:
    """The records of some stays, numbered anew."""
    number = np.cumsum(kept) - 1
    found: dict[str, Any] = {"site": records.site, "people": records.people}
    found["stays"] = _rows(records.stays, kept)
    for field in fields(records):
        if field.name not in found:
            table = getattr(records, field.name)
            rows = kept[table.stay]
            own = _rows(table, rows)
            found[field.name] = type(own)(**vars(own) | {"stay": number[own.stay]})
    return Records(**found)


def _rows(table: Any, kept: Flags) -> Any:
    return type(table)(**{field.name: getattr(table, field.name)[kept] for field in fields(table)})
