"""Acute kidney injury by creatinine.

KDIGO Clinical Practice Guideline for Acute Kidney Injury, Kidney Int Suppl 2012;2:1-138,
section 2.1, table 2.
"""

from __future__ import annotations

from medgym_ehr.study.records import DAY, Event


def aki_stage(creatinine: list[Event], days: int) -> int | None:
    """KDIGO stage, 0 to 3, in the first ``days`` of the stay; None without a baseline.

    The baseline is the lowest creatinine (mg/dl) up to 24 hours after ICU admission. Urine output and
    dialysis, of which records are incomplete, do not count.
    """
    early = [value for minute, value in creatinine if minute <= DAY]
    within = [(minute, value) for minute, value in creatinine if 0 <= minute <= days * DAY]
    if not early or not within:
        return None
    highest = max(value for _, value in within)
    ratio = round(highest / min(early), 6)
    rises = any(
        0 <= later - minute <= 2 * DAY and round(after - value, 6) >= 0.3
        for place, (minute, value) in enumerate(within)
        for later, after in within[place + 1 :]
    )
    if ratio < 1.5 and not rises:
        return 0
    if ratio >= 3 or highest >= 4:
        return 3
    return 2 if ratio >= 2 else 1
