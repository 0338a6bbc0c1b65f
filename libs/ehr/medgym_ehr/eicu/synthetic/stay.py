"""Unit stays, and with them patient."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray

from medgym_ehr.eicu.synthetic.person import People
from medgym_ehr.eicu.synthetic.visit import DAY, Visits
from medgym_ehr.eicu.synthetic.vocabulary import traits
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.sampling import Indices, chance, pick, pick_value, repeat, rounds, skewed
from medgym_ehr.synthetic.text import either, same, without

STAYS = np.array([0.0, 0.80, 0.15, 0.05])
"""Probability of 0 to 3 unit stays of a visit."""
DIRECT = 0.2
"""Share of visits that begin in a unit."""
STILL = 0.88
"""Share of visits around NOW whose last unit stay holds it."""
DIES = 0.11
"""Probability that a person's last visit ends in death."""
UNKNOWN = 0.01
"""Share of visits of which it is not known how they ended."""
INCONSISTENT = 0.012
"""Share of stays whose offsets contradict each other."""
IDENTIFIERS = 2**12
"""Identifiers of a chunk."""
FIRST = 141_168
"""Smallest identifier of a stay."""
WITHOUT = {"admissionheight": 0.02, "admissionweight": 0.07, "dischargeweight": 0.4}
"""Shares of what was not measured."""


@dataclass(frozen=True)
class Stays:
    """The unit stays of a chunk, by patient and time; arrays have one entry each, times in minutes."""

    visit: Indices
    """Number of the visit within the chunk."""
    number: Indices
    """Number of the stay within its visit, from 0."""
    patient: Indices
    """Number of the patient within the chunk."""
    patientunitstayid: NDArray[np.int64]
    begin: NDArray[np.int64]
    """From admission to the hospital."""
    length: NDArray[np.int64]
    """From admission to the unit until leaving it."""

    def moments(
        self, rng: np.random.Generator, counts: Indices, lead: NDArray[np.int64] | int = 0
    ) -> tuple[Indices, NDArray[np.int64]]:
        """``counts`` moments in each stay: its number and their offsets, ascending, spread over all of it.

        They begin ``lead`` minutes before the stay, if the patient was in hospital then.
        """
        start = np.maximum(-self.begin, -lead * np.ones_like(self.begin))
        stay, time = rounds(rng, start * 60, self.length * 60, counts)
        return stay, time // 60

    def paced(self, a_day: float, least: int, most: float, further: float) -> Indices:
        """Number of events of each stay: ``a_day``, but at most ``most`` and ``further`` a day."""
        days = self.length / DAY
        return np.maximum(least, np.minimum(a_day * days, most + further * days)).astype(np.int64)


def draw_stays(rng: np.random.Generator, visits: Visits, chunk: int) -> Stays:
    """One to three stays of each visit, which do not overlap."""
    visit, number = repeat(pick(rng, STAYS, len(visits.patient)))
    of_visit = np.bincount(visit)[visit]
    length, passed = visits.length[visit], visits.passed[visit]
    until = np.where(passed > 0, passed, length * 4 // 5)
    wait = skewed(rng, 150, 1.2, len(visits.patient)).astype(np.int64)
    wait = np.where(chance(rng, DIRECT, len(wait)), 0, wait)[visit]
    opening = np.minimum(wait, until * 2 // 5)
    share = (until - opening) / of_visit
    begin = opening + (number * share).astype(np.int64)
    moved = (share * (0.5 + 0.45 * rng.random(len(visit)))).astype(np.int64)
    rest = until - begin + ((length - until) * _stretch(rng, len(visit), passed > 0)).astype(np.int64)
    on_ward = chance(rng, 1 - STILL, len(visit)) & (passed > 0)
    last = (number == of_visit - 1) & ~on_ward
    patient = visits.patient[visit]
    identifiers = FIRST + chunk * IDENTIFIERS + rng.permutation(IDENTIFIERS)[: len(visit)]
    identifiers = identifiers[np.lexsort((identifiers, patient))]
    return Stays(visit, number, patient, identifiers, begin, np.maximum(np.where(last, rest, moved), 1))


def _stretch(rng: np.random.Generator, size: int, laid: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How much of the rest of a visit is spent in the unit; a quarter leaves hospital from there."""
    share = np.where(laid, 0.2 + 0.8 * rng.random(size), rng.random(size))
    return np.where(chance(rng, 0.25, size), 1.0, share)


def patient_rows(rng: np.random.Generator, people: People, visits: Visits, stays: Stays) -> Rows:
    """Patient of a chunk."""
    visit, size = stays.visit, len(stays.visit)
    hospital = visits.hospital[visit]
    ward = rng.integers(0, 12, size) % (2 + hospital % 3)
    columns: dict[str, Column] = {
        "patientunitstayid": stays.patientunitstayid,
        "patienthealthsystemstayid": visits.patienthealthsystemstayid[visit],
        "hospitalid": 59 + 7 * hospital,
        "wardid": 83 + 31 * hospital + 5 * ward,
        "unitvisitnumber": stays.number + 1,
        "unitstaytype": either(stays.number == 0, "admit", "readmit"),
        "unittype": pick_value(rng, traits("hospital")["unittype"], size),
        **_person(rng, people, visits, stays),
        **_admission(rng, visits, stays),
        **_offsets(rng, visits, stays),
        **_outcome(rng, visits, visit),
    }
    return Rows(stays.patient, columns)


def _person(rng: np.random.Generator, people: People, visits: Visits, stays: Stays) -> dict[str, Column]:
    patient, size = stays.patient, len(stays.patient)
    older = (visits.year[stays.visit] == 2015) & (people.early[patient] > 0)
    number = (people.age[patient] + older).astype(str).astype(object)
    counted = np.array([text is not None and text != "> 89" for text in people.spoken[patient]])
    measured = {
        "admissionheight": people.height[patient],
        "admissionweight": (people.weight[patient] * (1 + 0.03 * rng.standard_normal(size))).round(1),
        "dischargeweight": (people.weight[patient] * (1 + 0.05 * rng.standard_normal(size))).round(1),
    }
    return {
        "uniquepid": people.uniquepid[patient],
        "gender": people.gender[patient],
        "ethnicity": people.ethnicity[patient],
        "age": either(counted, number, people.spoken[patient]),
        **{
            name: np.where(chance(rng, WITHOUT[name], size), np.nan, value)
            for name, value in measured.items()
        },
    }


def _admission(rng: np.random.Generator, visits: Visits, stays: Stays) -> dict[str, Column]:
    """Sources and times of day; the minutes of a day repeat."""
    visit, hospital = stays.visit, traits("hospital")
    clock, begin = visits.clock[visit], stays.begin
    source = pick_value(rng, hospital["hospitaladmitsource"], len(visits.patient))
    return {
        "hospitaladmitsource": source[visit],
        "unitadmitsource": pick_value(rng, hospital["unitadmitsource"], len(visit)),
        "apacheadmissiondx": pick_value(rng, hospital["complaint"], len(visit)),
        "hospitaldischargeyear": visits.year[visit],
        "hospitaladmittime24": _of_day(clock),
        "unitadmittime24": _of_day(clock + begin),
        "unitdischargetime24": _of_day(clock + begin + stays.length),
        "hospitaldischargetime24": _of_day(clock + visits.length[visit]),
    }


def _of_day(minutes: NDArray[np.int64]) -> pa.Array:
    return pa.array((minutes % DAY * 60).astype(np.int32))


def _offsets(rng: np.random.Generator, visits: Visits, stays: Stays) -> dict[str, Column]:
    """Minutes from the admission to the unit, contradictory in a few stays far from NOW."""
    size = len(stays.visit)
    wrong = chance(rng, INCONSISTENT, size) & (visits.passed[stays.visit] == 0)
    which, error = np.where(wrong, rng.integers(0, 3, size), -1), rng.integers(1, 600, size)
    discharged = visits.length[stays.visit] - stays.begin
    return {
        "hospitaladmitoffset": np.where(which == 0, error, -stays.begin),
        "unitdischargeoffset": np.where(which == 1, -error, stays.length),
        "hospitaldischargeoffset": np.where(which == 2, stays.length - error, discharged),
    }


def _outcome(rng: np.random.Generator, visits: Visits, visit: Indices) -> dict[str, Column]:
    """How visits and stays end; some deaths happen in the last unit."""
    dies = visits.latest & chance(rng, DIES, len(visits.latest))
    status = either(dies, "Expired", same("Alive", len(dies)))
    place = either(dies, "Death", pick_value(rng, traits("hospital")["alive"], len(dies)))
    last = np.diff(visit, append=-1) != 0
    here = (dies & chance(rng, 0.6, len(dies)))[visit] & last
    return {
        "hospitaldischargestatus": without(chance(rng, UNKNOWN, len(dies)), status)[visit],
        "hospitaldischargelocation": place[visit],
        "unitdischargestatus": either(here, "Expired", same("Alive", len(visit))),
        "unitdischargelocation": either(here, "Death", either(last, "Floor", same("Other ICU", len(visit)))),
    }
