"""ADMISSIONS."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.life import Lives
from medgym_ehr.mimic3.synthetic.person import NEWBORN, People
from medgym_ehr.mimic3.synthetic.visit import Visits
from medgym_ehr.mimic3.synthetic.vocabulary import terms, traits
from medgym_ehr.synthetic.clock import HOUR, MINUTE, NEVER, Seconds, datetimes
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.sampling import chance, pick, pick_value, popularity
from medgym_ehr.synthetic.text import Texts, either, same, without

CHANGES = 0.06
"""Share of admissions at which a trait is asked anew."""


def admission_rows(
    rng: np.random.Generator, people: People, lives: Lives, visits: Visits, in_icu: NDArray[np.bool_]
) -> Rows:
    """ADMISSIONS of a chunk; ``in_icu`` tells for each visit whether it has charted events."""
    newborn = people.kind[visits.patient] == NEWBORN
    died = visits.latest & lives.in_hospital[visits.patient]
    kind = pick_value(rng, traits("hospital")["admission_type"], len(newborn))
    kind = either(newborn, "NEWBORN", kind)
    columns = {
        "SUBJECT_ID": people.subject_id[visits.patient],
        "HADM_ID": visits.hadm_id,
        "ADMITTIME": datetimes(visits.admitted),
        "DISCHTIME": datetimes(visits.discharged),
        "DEATHTIME": datetimes(np.where(died, visits.discharged, NEVER)),
        "ADMISSION_TYPE": kind,
        "ADMISSION_LOCATION": _origins(rng, kind),
        "DISCHARGE_LOCATION": _destinations(rng, newborn, died),
        **_traits(rng, people, visits),
        **_emergency_room(rng, visits.admitted, kind),
        "DIAGNOSIS": _complaints(rng, newborn),
        "HOSPITAL_EXPIRE_FLAG": died.astype(np.int64),
        "HAS_CHARTEVENTS_DATA": in_icu.astype(np.int64),
    }
    return Rows(visits.patient, columns)


def _origins(rng: np.random.Generator, kind: Texts) -> Texts:
    places = traits("hospital")["admission_location"]
    chosen = same(None, len(kind))
    for each, weights in places.items():
        chosen = either(kind == each, pick_value(rng, weights, len(kind)), chosen)
    return chosen


def _destinations(rng: np.random.Generator, newborn: NDArray[np.bool_], died: NDArray[np.bool_]) -> Texts:
    drawn = pick_value(rng, traits("hospital")["discharge_location"], len(died))
    return either(died, traits("hospital")["died"], either(newborn, "HOME", drawn))


def _traits(rng: np.random.Generator, people: People, visits: Visits) -> dict[str, Texts]:
    """What is asked at every admission and seldom answered otherwise."""
    newborn = people.kind[visits.patient] == NEWBORN
    columns = {}
    for trait, weights in traits("person").items():
        usual = pick_value(rng, weights, len(people.kind))[visits.patient]
        another = pick_value(rng, weights, len(newborn))
        columns[trait.upper()] = either(chance(rng, CHANGES, len(newborn)), another, usual)
    columns["MARITAL_STATUS"] = without(newborn, columns["MARITAL_STATUS"])
    return columns


def _emergency_room(
    rng: np.random.Generator, admitted: Seconds, kind: Texts
) -> dict[str, NDArray[np.datetime64]]:
    size = len(admitted)
    came = (kind == "EMERGENCY") & chance(rng, 0.85, size)
    registered = admitted - rng.integers(HOUR // MINUTE, 12 * HOUR // MINUTE, size) * MINUTE
    left = admitted + rng.integers(5, 90, size) * MINUTE
    return {
        "EDREGTIME": datetimes(np.where(came, registered, NEVER)),
        "EDOUTTIME": datetimes(np.where(came, left, NEVER)),
    }


def _complaints(rng: np.random.Generator, newborn: NDArray[np.bool_]) -> Texts:
    texts = terms("complaint").texts("text")
    return either(newborn, "NEWBORN", texts[pick(rng, popularity(len(texts)), len(newborn))])
