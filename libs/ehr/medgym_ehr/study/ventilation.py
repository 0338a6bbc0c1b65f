"""Days without a ventilator.

Schoenfeld and Bernard, Crit Care Med 2002;30:1772-1777; Yehya et al., Am J Respir Crit Care Med
2019;200:828-836.
"""

from __future__ import annotations

from medgym_ehr.study.records import DAY, Event, Stay

DAYS = 28
"""Over which days are counted."""


def ventilator_free_days(stay: Stay, ventilation: list[Event]) -> float:
    """28 less the days from the first to the last record of ventilation; 0 if dead by then.

    Records from ICU admission to 28 days after it count; death within 28 days of ICU admission makes it 0.
    """
    if stay["dead"] is not None and stay["dead"] <= DAYS * DAY:
        return 0.0
    minutes = [minute for minute, _ in ventilation if 0 <= minute <= DAYS * DAY]
    return DAYS - (max(minutes) - min(minutes)) / DAY if minutes else float(DAYS)
