"""Periods of one patient's events: every event belongs to a stay, every stay to a visit."""

from __future__ import annotations

from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU, NO_PERIOD
from medgym_ehr.questions.template import When

ANYTIME = (NO_PERIOD, *CALENDAR, *HOSPITAL, *ICU)
"""Every tag, and none."""


def of_patient(column: str, tags: tuple[str, ...] = ANYTIME, alias: str = "") -> When:
    """The period of an event at ``column``, in rows of event tables joined with ``patient``.

    ``alias`` is that table's alias with its dot, where another one has columns of these names too.
    """
    visit, stay = f"{alias}patienthealthsystemstayid", f"{alias}patientunitstayid"
    return When(column, visit=visit, stay=stay, tags=tags)
