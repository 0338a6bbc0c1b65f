"""Cumulative incidence with a competing risk.

Aalen and Johansen, Scand J Stat 1978;5:141-150; why one less Kaplan-Meier will not do: Austin, Lee and Fine,
Circulation 2016;133:601-609.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from medgym_ehr.study.records import DAY, Records

Course = tuple[float, int]
"""When a stay's course ended, in minutes, and how: 1 the event, 2 the competing one, 0 censored."""


def readmission(records: Records, days: int) -> dict[int, Course]:
    """Stay to its course from hospital discharge to the next visit (1) or death before it (2).

    Who had neither is censored after so many days, or at the current time if that is sooner; who died in
    hospital has no course. Death has a date, not a time: on the day of discharge it may lie before the
    discharge, and then counts at minute 0.
    """
    found = {}
    for stay, back, buried, seen in records.rows("follow_up"):
        end = min(days * DAY, seen)
        if back is not None and back <= end and (buried is None or back <= buried):
            found[stay] = back, 1
        elif buried is not None and buried <= end:
            found[stay] = max(buried, 0), 2
        else:
            found[stay] = end, 0
    return {stay: course for stay, course in found.items() if not records.stays[stay]["died"]}


def thrombocytopenia(records: Records, days: int) -> dict[int, Course]:
    """Stay to its course from ICU admission to the first platelets below 150 (1) or death in the ICU (2).

    Who has neither is censored on leaving the ICU, or after so many days. Whoever dies in hospital at most
    four hours after leaving the ICU died in it: of 126 deaths in the ICU of eICU's demo 102 are recorded
    within the hour, and all within five (Pollard et al., Sci Data 2018;5:180178).
    """
    found, platelets = {}, records.events("platelets")
    for stay, told in records.stays.items():
        end = min(told["minutes"], days * DAY)
        low = [minute for minute, value in platelets.get(stay, []) if value < 150 and 0 <= minute <= end]
        died = told["died"] and told["left"] - told["minutes"] <= 240 and told["minutes"] <= days * DAY
        found[stay] = (min(low), 1) if low else (end, 2 if died else 0)
    return found


def incidence(courses: Sequence[Course]) -> float:
    """Aalen and Johansen's cumulative incidence of event 1 at the last time; ties count at once."""
    free, found, at_risk = 1.0, 0.0, len(courses)
    ending, courses_of = Counter(end for end, _ in courses), Counter(courses)
    for time in sorted(ending):
        events, competing = courses_of[time, 1], courses_of[time, 2]
        found += free * events / at_risk
        free *= 1 - (events + competing) / at_risk
        at_risk -= ending[time]
    return found
