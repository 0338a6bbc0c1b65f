"""ADMISSIONS."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from medgym_ehr.mimic3.synthetic.icustay import IcuStays
from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.mimic3.synthetic.vocabulary import alternatives, terms, traits
from medgym_ehr.synthetic.clock import HOUR, MINUTE, NEVER, datetimes
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import Texts, without, words
from medgym_patient import DESTINATIONS, REASONS
from medgym_patient.person import ETHNICITIES, INSURANCES, LANGUAGES, MARITAL

CHANGES = 0.06
"""Share of admissions at which a trait is asked anew."""
_KINDS = tuple(kind.upper() for kind in REASONS.texts("kind"))


def admission_rows(part: Part, icustays: IcuStays) -> Rows:
    """ADMISSIONS of a part."""
    stays, every = part.stays, np.arange(len(part.admitted))
    kind = _kinds(part)
    complaint = alternatives("complaint", "reason").pick(stays.reason, part.stay_luck.uniform("complaint"))
    columns: dict[str, Column] = {
        **part.named(every),
        "ADMITTIME": datetimes(part.admitted),
        "DISCHTIME": datetimes(part.discharged),
        "DEATHTIME": datetimes(np.where(stays.died, part.discharged, NEVER)),
        "ADMISSION_TYPE": kind,
        "ADMISSION_LOCATION": _origins(part.stay_luck, kind),
        "DISCHARGE_LOCATION": _written(
            "discharge_location", DESTINATIONS, stays.destination, part.stay_luck.of("where")
        ),
        **_traits(part),
        **_emergency_room(part, kind),
        "DIAGNOSIS": words(terms("as_complaint").texts("term"), complaint),
        "HOSPITAL_EXPIRE_FLAG": stays.died.astype(np.int64),
        "HAS_CHARTEVENTS_DATA": np.isin(every, icustays.stay).astype(np.int64),
    }
    return Rows(stays.person, columns)


def _kinds(part: Part) -> Texts:
    """As the reason is usually admitted: some bypasses come by ambulance, some strokes by appointment."""
    kinds = tuple(traits("hospital")["admission_type"])
    usual = np.array([kinds.index(kind) for kind in _KINDS])[part.stays.reason]
    return _written("admission_type", kinds, usual, part.stay_luck.of("kind"))


def _traits(part: Part) -> dict[str, Texts]:
    """What is asked at every admission and seldom answered otherwise."""
    people, person = part.people, part.stays.person
    asked: dict[str, tuple[Sequence[str], Indices]] = {
        "ethnicity": (tuple(ETHNICITIES), people.ethnicity),
        "insurance": (INSURANCES, people.insurance),
        "language": (tuple(LANGUAGES), people.language),
        "marital_status": (MARITAL, people.marital),
        "religion": (("",), np.zeros(len(people.key), dtype=np.int64)),
    }
    columns = {}
    for trait, (names, value) in asked.items():
        anew = part.stay_luck.chance(f"{trait} anew", CHANGES)
        usual, now = part.luck.at(person), part.stay_luck
        luck = Luck(np.where(anew, now.keys, usual.keys)).of(trait)
        columns[trait.upper()] = _written(trait, names, value[person], luck)
    columns["MARITAL_STATUS"] = without(part.stays.age < 1, columns["MARITAL_STATUS"])
    return columns


def _written(trait: str, names: Sequence[str], value: Indices, luck: Luck) -> Texts:
    """How MIMIC-III writes a trait whose values are ``names``: one of several texts each."""
    chosen = np.full(len(value), None, dtype=object)
    for number, name in enumerate(names):
        own = np.flatnonzero(value == number)
        texts, weights = _texts(trait, name)
        chosen[own] = texts[luck.at(own).pick(trait, weights)]
    return chosen


def _origins(luck: Luck, kind: Texts) -> Texts:
    chosen = np.full(len(kind), None, dtype=object)
    for name in traits("hospital")["admission_location"]:
        own = np.flatnonzero(kind == name)
        texts, weights = _texts("admission_location", name)
        chosen[own] = texts[luck.at(own).pick("origin", weights)]
    return chosen


@cache
def _texts(trait: str, name: str) -> tuple[Texts, Any]:
    known: Mapping[str, Any] = traits("hospital") | traits("person")
    weights: Mapping[str, float] = known[trait][name]
    texts = np.array([text or None for text in weights], dtype=object)
    return texts, np.array(list(weights.values()), dtype=np.float64)


def _emergency_room(part: Part, kind: Texts) -> dict[str, Column | pa.Array]:
    """Registered some hours before the admission, and left within ninety minutes of it."""
    luck = part.stay_luck
    came = (kind == "EMERGENCY") & luck.chance("emergency room", 0.85)
    registered = part.admitted - luck.integers("registered", HOUR // MINUTE, 12 * HOUR // MINUTE) * MINUTE
    left = part.admitted + luck.integers("left", 5, 90) * MINUTE
    return {
        "EDREGTIME": datetimes(np.where(came, registered, NEVER)),
        "EDOUTTIME": datetimes(np.where(came, left, NEVER)),
    }
