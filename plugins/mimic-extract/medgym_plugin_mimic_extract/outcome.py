"""What becomes of patients after their first day: the held-out targets, each read from a whole stay.

A stay is its hours from 0, at most 240: each column of ``measured.parquet`` with a value an hour, NaN where
nothing was measured. A function gives 1 or 0, and None for a stay that its question leaves out. References
are cut from this text, function by function, so that each holds what its question defines and no more.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Stay = Mapping[str, NDArray[np.float64]]

SIGNS = (
    "temperature",
    "heart rate",
    "respiratory rate",
    "partial pressure of carbon dioxide",
    "white blood cell count",
)
LOW = {"platelets": (150, 100, 50, 20), "glascow coma scale total": (15, 13, 10, 6)}
HIGH = {"bilirubin": (1.2, 2, 6, 12), "creatinine": (1.2, 2, 3.5, 5)}


def aki(stay: Stay) -> int | None:
    """Whether acute kidney injury by creatinine begins in hours 24 to 71.

    KDIGO 2012 (doi 10.1038/kisup.2012.1), 2.1.1: a value that is 0.3 mg/dL above one of the 48 hours before,
    or 1.5 times an earlier one (stays are too short for the seven days to matter). Output of urine, its other
    criterion, is not in the data. Left out are stays with an injury on the first day, and those without a
    value before or after its end.
    """
    value = stay["creatinine"][:72].round(3)
    hours = np.flatnonzero(np.isfinite(value))
    injured = []
    for place, hour in enumerate(hours):
        before = hours[:place]
        lately = value[before[before >= hour - 48]]
        rises = (value[hour] - lately >= 0.3 - 1e-9).any()
        grows = (value[hour] >= 1.5 * value[before] - 1e-9).any()
        injured.append(rises or grows)
    after = hours >= 24
    if after.all() or not after.any() or np.any(injured, where=~after):
        return None
    return int(np.any(injured))


def sirs(stay: Stay) -> int | None:
    """Whether a systemic inflammatory response lasts: half or more of hours 24 to 47 meet two criteria.

    Criteria and their limits are those of ACCP/SCCM 1992 (Bone, doi 10.1378/chest.101.6.1644), in degrees,
    beats and breaths a minute, mmHg of carbon dioxide and thousands of white cells. Left out are stays that
    end earlier.
    """
    if len(stay["vent"]) < 48:
        return None
    temperature, heart, breaths, gas, white = (carried(stay[name])[24:48] for name in SIGNS)
    criteria = [
        (temperature > 38) | (temperature < 36),
        heart > 90,
        (breaths > 20) | (gas < 32),
        (white > 12) | (white < 4),
    ]
    return int(np.mean(np.sum(criteria, axis=0) >= 2) >= 0.5)


def sofa(stay: Stay) -> int | None:
    """Whether organ failure does not recede: the SOFA of the second day is no lower than the first's.

    Ferreira 2001 (doi 10.1001/jama.286.14.1754): who does not improve within 48 hours, dies more often. Left
    out are stays that end earlier, and first days with fewer than 2 points.
    """
    if len(stay["vent"]) < 48:
        return None
    first, second = sofa_of(stay, slice(24)), sofa_of(stay, slice(24, 48))
    return int(second >= first) if first >= 2 else None


def sofa_of(stay: Stay, day: slice) -> int:
    """Points of a day's worst values (Vincent 1996, doi 10.1007/BF01709751).

    Doses of vasopressors are not in the data: any has 3 points. What was never measured has none.
    """
    points = 3 if stay["vaso"][day].any() else int((stay["mean blood pressure"][day] < 70).any())
    for name, low in LOW.items():
        points += sum(bool((carried(stay[name])[day] < limit).any()) for limit in low)
    for name, high in HIGH.items():
        points += sum(bool((carried(stay[name])[day] >= limit).any()) for limit in high)
    ratio = carried(stay["partial pressure of oxygen"] / carried(stay["fraction inspired oxygen set"]))[day]
    ventilated = ratio[stay["vent"][day] == 1]
    points += sum(bool((ratio < limit).any()) for limit in (400, 300))
    return points + sum(bool((ventilated < limit).any()) for limit in (200, 100))


def carried(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each hour's value, in a gap the last one before."""
    hours = np.where(np.isfinite(values), np.arange(len(values)), 0)
    return values[np.maximum.accumulate(hours)]
