"""What becomes of patients after their first day: the held-out targets, each read from a whole stay.

A stay is its hours from 0, at most 240: each column of ``measured.parquet`` with a value an hour, NaN where
nothing was measured. A function named as a target gives 1 or 0, and None for a stay that its question leaves
out; which stays these are, hours 0 to 23 decide alone. The function beside it, with ``_signs``, gives what
the same definition makes of the first day. References are cut from this text, function by function, so that
each holds what its question defines and no more.
"""

from collections.abc import Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Stay = Mapping[str, NDArray[np.float64]]

DAY, AFTER = slice(0, 24), slice(24, 72)
LOW = {"platelets": (150, 100, 50, 20), "glascow coma scale total": (15, 13, 10, 6)}
HIGH = {"bilirubin": (1.2, 2, 6, 12), "creatinine": (1.2, 2, 3.5, 5)}
PARTS = (DAY, slice(0, 12), slice(12, 24), slice(18, 24), slice(21, 24), slice(23, 24))


def aki(stay: Stay) -> int | None:
    """Whether acute kidney injury by creatinine begins in hours 24 to 71.

    KDIGO 2012 (doi 10.1038/kisup.2012.1), 2.1.1: a value that is 0.3 mg/dL above one of the 48 hours before,
    or 1.5 times an earlier one (stays are too short for the seven days to matter). Output of urine, its other
    criterion, is not in the data. Left out are stays with an injury, or without a value, on the first day.
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
    first = hours < 24
    if not first.any() or np.any(injured, where=first):
        return None
    return int(np.any(injured))


def aki_signs(stay: Stay) -> list[float]:
    """Of creatinine how far up, by what factor and how near to an injury it ends; its greatest and last."""
    value = stay["creatinine"][DAY]
    value = value[np.isfinite(value)]
    if not len(value):
        return [0, 0, 0, 0, 0]
    last, least, greatest = value[-1], value.min(), value.max()
    return [last - least, last / least, last / min(least + 0.3, 1.5 * least), greatest, last]


def bleeding(stay: Stay) -> int | None:
    """Whether a first fall of 1 g/dL within two days comes after the first day, by hour 71.

    A third of the hematocrit stands for it in an hour without one. A unit of red cells raises it by as much
    (Carson 2016, doi 10.1001/jama.2016.9185). Left out are stays with such a fall, or without a value, on the
    first day.
    """
    value = hemoglobin(stay)[:72]
    hours = np.flatnonzero(np.isfinite(value))
    lately = [value[hours[(hours < hour) & (hours >= hour - 48)]] for hour in hours]
    falls = [(before - value[hour] >= 1 - 1e-9).any() for hour, before in zip(hours, lately, strict=True)]
    first = hours < 24
    if not first.any() or np.any(falls, where=first):
        return None
    return int(np.any(falls))


def bleeding_signs(stay: Stay) -> list[float]:
    """By how much hemoglobin was at last below its greatest; its last, its greatest, and how many values."""
    value = hemoglobin(stay)[DAY]
    value = value[np.isfinite(value)]
    if not len(value):
        return [0, 0, 0, 0]
    return [value.max() - value[-1], value[-1], value.max(), len(value)]


def hemoglobin(stay: Stay) -> NDArray[np.float64]:
    """Hemoglobin of each hour in g/dL, two decimals, or what the hematocrit (%) tells of it."""
    measured = stay["hemoglobin"]
    told: NDArray[np.float64] = np.where(np.isfinite(measured), measured, stay["hematocrit"] / 3).round(2)
    return told


def sofa(stay: Stay) -> int:
    """Whether organ failure grows: the SOFA of hours 24 to 71 is higher than that of hours 18 to 23."""
    return int(sofa_of(stay, AFTER) > sofa_of(stay, slice(18, 24)))


def sofa_signs(stay: Stay) -> list[float]:
    """Points of parts of the first day, by how much they differ, and what parts those who differ alike.

    Of these more follows for whom has more left, and for whom ventilation goes on.
    """
    points = [sofa_of(stay, part) for part in PARTS]
    freed = stay["vent"][23] - stay["vent"][:12].mean()
    less = [later - earlier for earlier, later in combinations(points, 2)]
    parted = [[one + 0.1 * points[-1], one + freed] for one in less]
    return [freed, *points, *less, *(sign for pair in parted for sign in pair)]


def sofa_of(stay: Stay, hours: slice) -> int:
    """Points of the worst values in some hours (Vincent 1996, doi 10.1007/BF01709751).

    Doses of vasopressors are not in the data: any has 3 points. What was never measured has none.
    """
    points = 3 if stay["vaso"][hours].any() else int((stay["mean blood pressure"][hours] < 70).any())
    for name, low in LOW.items():
        points += sum(bool((carried(stay[name])[hours] < limit).any()) for limit in low)
    for name, high in HIGH.items():
        points += sum(bool((carried(stay[name])[hours] >= limit).any()) for limit in high)
    ratio = stay["partial pressure of oxygen"] / carried(stay["fraction inspired oxygen set"])
    ratio = carried(ratio.round(3))[hours]
    ventilated = ratio[stay["vent"][hours] == 1]
    points += sum(bool((ratio < limit).any()) for limit in (400, 300))
    return points + sum(bool((ventilated < limit).any()) for limit in (200, 100))


def carried(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each hour's value, in a gap the last one before."""
    hours = np.where(np.isfinite(values), np.arange(len(values)), 0)
    return values[np.maximum.accumulate(hours)]
