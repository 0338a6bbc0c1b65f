"""patient: who was in which unit, where from and where to."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray

from medgym_ehr.eicu.synthetic.hospital import UNIT_TYPES, ward_ids
from medgym_ehr.eicu.synthetic.part import Part
from medgym_ehr.eicu.synthetic.unitstay import STEP_DOWN, TYPES
from medgym_ehr.eicu.synthetic.visit import DAY
from medgym_ehr.eicu.synthetic.vocabulary import alternatives, terms, traits
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.text import Texts, either, without, words
from medgym_patient import DESTINATIONS, REASONS, VITALS
from medgym_patient.key import Flags
from medgym_patient.person import ETHNICITIES

OLDEST = 90.0
"""Years of age from which eICU writes ``> 89``."""
UNKNOWN_AGE, UNKNOWN_STATUS, UNKNOWN_SOURCE, UNKNOWN_COMPLAINT = 0.004, 0.01, 0.03, 0.11
"""Shares of people, and of visits, of which it is not known."""
INCONSISTENT = 0.012
"""Share of stays whose offsets contradict each other."""
WITHOUT = {"admissionheight": 0.02, "admissionweight": 0.07, "dischargeweight": 0.45}
"""Shares of what was not measured."""
_WEIGHT = VITALS.index("weight")
_ELECTIVE = np.array([kind == "elective" for kind in REASONS.texts("kind")])


def patient_rows(part: Part) -> Rows:
    """Patient of a part: a row for each stay in a unit."""
    units, visits = part.units, part.visits
    visit, hospitals = units.visit, terms("hospital")
    hospital = visits.hospital[visit]
    columns: dict[str, Column] = {
        "patienthealthsystemstayid": visits.patienthealthsystemstayid[visit],
        "uniquepid": part.uniquepid[part.stays.person[visit]],
        "hospitalid": hospitals.integers("hospitalid")[hospital],
        "wardid": ward_ids(hospital, units.unit, units.kind == STEP_DOWN),
        "unittype": words(np.array(UNIT_TYPES, dtype=object), units.unit),
        "unitvisitnumber": units.number + 1,
        "unitstaytype": words(np.array(TYPES, dtype=object), units.kind),
        **_person(part),
        **_size(part),
        **_times(part),
        **_origin(part),
        **_outcome(part),
    }
    return part.rows(np.arange(len(visit)), columns)


def _person(part: Part) -> dict[str, Column]:
    people, person = part.people, part.stays.person
    known = ~part.visits.laid
    gender = np.full(len(people.key), None, dtype=object)
    for name, own in (("Female", people.female), ("Male", ~people.female)):
        gender[own] = _written(part.luck.at(np.flatnonzero(own)), "gender", traits("person")["gender"][name])
    usual = np.where(people.female, "Female", "Male").astype(object)
    ethnicity = np.full(len(people.key), None, dtype=object)
    for number, name in enumerate(ETHNICITIES):
        rows = np.flatnonzero(people.ethnicity == number)
        ethnicity[rows] = _written(part.luck.at(rows), "ethnicity", traits("person")["ethnicity"][name])
    visit = part.units.visit
    owner = person[visit]
    return {
        "gender": np.where(known[visit], gender[owner], usual[owner]),
        "ethnicity": ethnicity[owner],
        "age": _ages(part)[visit],
    }


def _ages(part: Part) -> Texts:
    """Whole years at admission, ``> 89``, or nothing."""
    age = part.stays.age
    number = age.astype(np.int64).astype(str).astype(object)
    unknown = part.luck.chance("age", UNKNOWN_AGE)[part.stays.person] & ~part.visits.laid
    return without(unknown, either(age >= OLDEST, "> 89", number))


def _size(part: Part) -> dict[str, Column]:
    """Height, and weight at both ends of the stay, as it was measured next to them."""
    units, vitals = part.units, part.records.vitals
    unit, weight = part.inside(vitals.stay, vitals.minute, vitals.values[:, _WEIGHT].astype(np.float64))[::2]
    unit, weight = unit[np.isfinite(weight)], weight[np.isfinite(weight)]
    first, last = (np.full(len(units.visit), np.nan) for _ in range(2))
    last[unit] = weight
    first[unit[::-1]] = weight[::-1]
    measured = {
        "admissionheight": part.people.height[part.stays.person[units.visit]],
        "admissionweight": first,
        "dischargeweight": last,
    }
    luck = part.unit_luck(np.arange(len(units.visit)), "size")
    return {
        name: np.where(luck.chance(name, WITHOUT[name]), np.nan, value.round(1))
        for name, value in measured.items()
    }


def _times(part: Part) -> dict[str, Column]:
    """Minutes from the admission to the unit, contradictory in a few stays; and times of the day."""
    units, visits = part.units, part.visits
    visit, size = units.visit, len(units.visit)
    luck = part.unit_luck(np.arange(size), "times")
    wrong = luck.chance("wrong", INCONSISTENT) & ~visits.laid[visit]
    which, error = np.where(wrong, luck.integers("which", 0, 3), -1), luck.integers("error", 1, 600)
    length = np.floor(units.end - units.begin).astype(np.int64)
    discharged = part.offset(np.arange(size), part.stays.minutes[visit])
    clock, begin = visits.clock[visit], units.begin.astype(np.int64)
    return {
        "hospitaladmitoffset": np.where(which == 0, error, -begin),
        "unitdischargeoffset": np.where(which == 1, -error, length),
        "hospitaldischargeoffset": np.where(which == 2, length - error, discharged),
        "hospitaldischargeyear": visits.year[visit],
        "hospitaladmittime24": _of_day(clock),
        "unitadmittime24": _of_day(clock + begin),
        "unitdischargetime24": _of_day(clock + begin + length),
        "hospitaldischargetime24": _of_day(clock + begin + discharged),
    }


def _of_day(minutes: NDArray[np.int64]) -> pa.Array:
    return pa.array((minutes % DAY * 60).astype(np.int32))


def _origin(part: Part) -> dict[str, Column]:
    """The source of a visit, of which the first unit's follows; later ones come from within."""
    reason, luck, units = part.stays.reason, part.stay_luck, part.units
    first = np.searchsorted(units.visit, np.arange(len(reason)))
    late = units.begin[first] > DAY / 4
    elective = _ELECTIVE[reason]
    source = np.full(len(reason), None, dtype=object)
    for name, own in (("elective", elective), ("ward", late & ~elective), ("emergency", ~late & ~elective)):
        rows = np.flatnonzero(own)
        source[rows] = _written(luck.at(rows), "source", traits("hospital")["hospitaladmitsource"][name])
    visit = units.visit
    within = np.array([None, "Floor", "ICU to SDU", "Other ICU"], dtype=object)
    unknown = luck.chance("no source", UNKNOWN_SOURCE) & ~part.visits.laid
    complaint = alternatives("complaint", REASONS.names).pick(reason, luck.uniform("complaint"))
    nothing = luck.chance("no complaint", UNKNOWN_COMPLAINT)
    return {
        "hospitaladmitsource": without(unknown, source)[visit],
        "unitadmitsource": np.where(units.kind == 0, source[visit], within[units.kind]),
        "apacheadmissiondx": words(
            terms("as_complaint").texts("term"), np.where(nothing, -1, complaint)[visit]
        ),
    }


def _outcome(part: Part) -> dict[str, Column]:
    """How visits and stays end."""
    stays, units, luck = part.stays, part.units, part.stay_luck
    place = np.full(len(stays.person), None, dtype=object)
    for number, name in enumerate(DESTINATIONS):
        rows = np.flatnonzero(stays.destination == number)
        shares = traits("hospital")["hospitaldischargelocation"][name]
        place[rows] = _written(luck.at(rows), "destination", shares)
    status = either(stays.died, "Expired", "Alive")
    visit = units.visit
    at_end = units.end >= stays.minutes[visit]
    here: Flags = stays.died[visit] & at_end
    own = part.unit_luck(np.arange(len(visit)), "outcome")
    leaves = _written(own, "leaves", traits("hospital")["unitdischargelocation"])
    follows = np.append(units.kind[1:] == STEP_DOWN, False)
    leaves = either(follows, "Step-Down Unit (SDU)", either(at_end, place[visit], leaves))
    unknown = luck.chance("no status", UNKNOWN_STATUS) & ~stays.died
    return {
        "hospitaldischargestatus": without(unknown, status)[visit],
        "hospitaldischargelocation": place[visit],
        "unitdischargestatus": either(here, "Expired", "Alive"),
        "unitdischargelocation": either(here, "Death", leaves),
    }


def _written(luck: Luck, stream: str, shares: dict[str, float]) -> Texts:
    """One of several texts for each, by their weights; an empty one is None."""
    texts, weights = _texts(tuple(shares.items()))
    chosen: Texts = texts[luck.pick(stream, weights)]
    return chosen


@cache
def _texts(shares: tuple[tuple[str, float], ...]) -> tuple[Texts, Any]:
    texts = np.array([text or None for text, _ in shares], dtype=object)
    return texts, np.array([share for _, share in shares], dtype=np.float64)
