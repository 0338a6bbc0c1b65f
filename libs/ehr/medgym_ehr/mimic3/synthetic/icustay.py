"""ICU stays within admissions, and ICUSTAYS."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.mimic3.synthetic.vocabulary import traits
from medgym_ehr.synthetic.clock import datetimes
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.identity import Identifiers
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import Texts, either, words
from medgym_patient import REASONS, Site
from medgym_patient.key import Floats

BOARDED = 0.08
"""Share of stays of more than a day that begin in another unit, while the own one has no bed."""
BOTH = 0.03
"""Share of stays that two monitoring systems recorded."""
DAY = 24 * 60
"""Minutes."""
_SPAN = 1e7
"""More than the minutes of any stay."""

UNITS: tuple[str, ...] = tuple(traits("hospital")["careunits"])
"""Care units by their number; the last is the newborns'."""


@dataclass(frozen=True)
class IcuStays:
    """The ICU stays of a part, by stay and time; all arrays have one entry each, times are minutes."""

    stay: Indices
    """Number of the admission within the part."""
    icustay_id: NDArray[np.int64]
    start: Floats
    """Since admission."""
    stop: Floats
    moved: Floats
    """When the patient changed units, or infinite."""
    first_unit: Indices
    last_unit: Indices
    first_ward: NDArray[np.int64]
    last_ward: NDArray[np.int64]
    source: Texts
    """The monitoring system."""

    def holding(self, stay: Indices, minute: Floats) -> Indices:
        """The ICU stay in which each moment of a stay lies, both ends included; -1 if it is none."""
        if not len(self.stay):
            return np.full(len(stay), -1)
        place = np.searchsorted(self.stay * _SPAN + self.start, stay * _SPAN + minute, side="right") - 1
        inside = (place >= 0) & (self.stay[place] == stay) & (minute <= self.stop[place])
        return np.where(inside, place, -1)


def draw_icustays(part: Part, ids: Identifiers) -> IcuStays:
    """Every stretch in intensive care; the unit is the service's, or for a while another's."""
    units = part.records.units
    rows = np.flatnonzero(units.intensive)
    stay, start, stop = units.stay[rows], units.start[rows], units.stop[rows]
    luck = part.row_luck(stay, "icu")
    own = _own_units()[part.stays.reason[stay]]
    other = luck.integers("other", 0, len(UNITS) - 1)
    boards = luck.chance("boards", BOARDED) & (stop - start > DAY) & (own < len(UNITS) - 1) & (own != other)
    share = 0.1 + 0.4 * luck.uniform("moved")
    moved = np.where(boards, np.floor(start + share * (stop - start)), np.inf)
    first = np.where(boards, other, own)
    last_ward = _wards(luck.of("last"), own)
    return IcuStays(
        stay=stay,
        icustay_id=ids.take(len(stay)),
        start=start,
        stop=stop,
        moved=moved,
        first_unit=first,
        last_unit=own,
        first_ward=np.where(boards, _wards(luck.of("first"), first), last_ward),
        last_ward=last_ward,
        source=either(luck.chance("both", BOTH), "both", "carevue"),
    )


def icustay_rows(part: Part, icustays: IcuStays) -> Rows:
    """ICUSTAYS of a part."""
    units = np.array(UNITS, dtype=object)
    columns = {
        **part.named(icustays.stay),
        "ICUSTAY_ID": icustays.icustay_id,
        "DBSOURCE": icustays.source,
        "FIRST_CAREUNIT": words(units, icustays.first_unit),
        "LAST_CAREUNIT": words(units, icustays.last_unit),
        "FIRST_WARDID": icustays.first_ward,
        "LAST_WARDID": icustays.last_ward,
        "INTIME": datetimes(part.at(icustays.stay, icustays.start)),
        "OUTTIME": datetimes(part.at(icustays.stay, icustays.stop)),
        "LOS": ((icustays.stop - icustays.start) / DAY).round(4),
    }
    return Rows(part.stays.person[icustays.stay], columns)


def _own_units() -> Indices:
    """The unit of each reason's service."""
    site = Site.named("teaching")
    return np.array([UNITS.index(site.unit(service)) for service in REASONS.texts("service")])


def _wards(luck: Luck, unit: Indices) -> NDArray[np.int64]:
    wards = [traits("hospital")["careunit_wards"][name] for name in UNITS]
    counts = np.array([len(each) for each in wards])
    flat, starts = np.concatenate(wards), np.cumsum(counts) - counts
    chosen: NDArray[np.int64] = flat[starts[unit] + (luck.uniform("ward") * counts[unit]).astype(np.int64)]
    return chosen
