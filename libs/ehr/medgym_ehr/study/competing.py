"""Cumulative incidence with a competing risk.

Aalen and Johansen, Scand J Stat 1978;5:141-150; why one less Kaplan-Meier will not do: Austin, Lee and Fine,
Circulation 2016;133:601-609.
"""

from __future__ import annotations

from collections.abc import Sequence

from medgym_ehr.study.records import DAY, Stay

Course = tuple[float, int]
"""When a stay's course ended, in minutes, and how: 1 the event, 2 the competing one, 0 censored."""


def readmission(stay: Stay, days: int) -> Course:
    """From hospital discharge to the next visit (1) or death before it (2) within so many days.

    Who had neither is censored at the end of those days, or at the current time if that is sooner. Death has
    a date, not a time: on the day of discharge it may lie before the discharge, and then counts at minute 0.
    """
    end = min(days * DAY, stay["seen"])
    back, buried = stay["back"], stay["buried"]
    if back is not None and back <= end and (buried is None or back <= buried):
        return back, 1
    if buried is not None and buried <= end:
        return max(buried, 0), 2
    return end, 0


def discharge(stay: Stay, days: int) -> Course:
    """From ICU admission to discharge from hospital alive (1) or dead (2); censored after so many days."""
    if stay["left"] > days * DAY:
        return days * DAY, 0
    return stay["left"], 2 if stay["died"] else 1


def incidence(courses: Sequence[Course]) -> float:
    """Aalen and Johansen's cumulative incidence of event 1 at the last time; ties count at once."""
    free, found = 1.0, 0.0
    for time in sorted({time for time, cause in courses if cause}):
        at_risk = sum(end >= time for end, _ in courses)
        events = sum(one == (time, 1) for one in courses)
        both = sum(end == time and cause > 0 for end, cause in courses)
        found += free * events / at_risk
        free *= 1 - both / at_risk
    return found
