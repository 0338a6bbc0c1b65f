"""Organ dysfunction and sepsis.

SOFA: Vincent et al., Intensive Care Med 1996;22:707-710. Sepsis-3: Singer et al., JAMA 2016;315:801-810; the
times of suspected infection are those of Seymour et al., JAMA 2016;315:762-774.
"""

from __future__ import annotations

from medgym_ehr.study.records import DAY, Event, Records

LIVER = (1.2, 2.0, 6.0, 12.0)
"""Total bilirubin (mg/dl) from which points are 1, 2, 3 and 4."""
KIDNEY = (1.2, 2.0, 3.5, 5.0)
"""Creatinine (mg/dl), likewise."""
BLOOD = (150, 100, 50, 20)
"""Platelets (10^3/ul) below which points are 1, 2, 3 and 4."""
LUNG = (400, 300, 200, 100)
"""PaO2/FiO2 (mm Hg), likewise; 3 and 4 only if ventilated."""


def window(events: list[Event], minutes: int) -> list[float]:
    """Values from ICU admission to so many minutes after it, both included."""
    return [value for minute, value in events if 0 <= minute <= minutes]


def sofa(records: Records, stay: int) -> int:
    """SOFA of the first 24 hours from the worst values, 0 to 20: without the Glasgow coma scale.

    What was not measured has no points. A vasopressor of any dose has 3, since rates are not recorded.
    """

    def values(concept: str) -> list[float]:
        return window(records.events(concept).get(stay, []), DAY)

    def above(concept: str, limits: tuple[float, ...]) -> int:
        return max((sum(value >= limit for limit in limits) for value in values(concept)), default=0)

    blood = max((sum(value < limit for limit in BLOOD) for value in values("platelets")), default=0)
    pressure = 1 if any(value < 70 for value in values("map")) else 0
    heart = 3 if values("vasopressor") else pressure
    return above("bilirubin", LIVER) + above("creatinine", KIDNEY) + blood + heart + lung(records, stay)


def lung(records: Records, stay: int) -> int:
    """Points of the lung: the lowest PaO2 over FiO2 of the same minute, FiO2 in percent from 21 to 100."""
    oxygen = {minute: value for minute, value in records.events("fio2").get(stay, []) if 21 <= value <= 100}
    ratios = [
        round(100 * value / oxygen[minute], 6)
        for minute, value in records.events("pao2").get(stay, [])
        if 0 <= minute <= DAY and minute in oxygen
    ]
    points = max((sum(ratio < limit for limit in LUNG) for ratio in ratios), default=0)
    return points if window(records.events("ventilation").get(stay, []), DAY) else min(points, 2)


def infection_suspected(records: Records, stay: int) -> bool:
    """A culture and an antibiotic, both from 48 hours before to 24 hours after ICU admission.

    The antibiotic is no more than 72 hours after the culture, or the culture no more than 24 hours after it.
    """

    def near(concept: str) -> list[int]:
        return [minute for minute, _ in records.events(concept).get(stay, []) if -2 * DAY <= minute <= DAY]

    return any(-DAY <= given - taken <= 3 * DAY for taken in near("culture") for given in near("antibiotic"))


def sepsis(records: Records, stay: int) -> int:
    """1 if infection is suspected and SOFA is at least 2, else 0."""
    return int(sofa(records, stay) >= 2 and infection_suspected(records, stay))
