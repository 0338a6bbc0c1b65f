"""The vital signs, which are columns of vitalperiodic."""

from __future__ import annotations

from medgym_ehr.questions.option import Option


def _vital(words: str, column: str, low: float, high: float, *bounds: float) -> tuple[Option, ...]:
    normal = {"low": str(low), "high": str(high)}
    return tuple(Option(words, column, parts={**normal, "bound": str(bound)}) for bound in bounds)


BOUNDED = (
    *_vital("temperature", "temperature", 35.5, 38.1, 36.5, 37, 37.5),
    *_vital("oxygen saturation", "sao2", 95, 100, 94, 96, 98),
    *_vital("heart rate", "heartrate", 60, 100, 70, 85, 105),
    *_vital("respiration", "respiration", 12, 18, 14, 18, 22),
    *_vital("systolic blood pressure", "systemicsystolic", 90, 120, 105, 120, 135),
    *_vital("diastolic blood pressure", "systemicdiastolic", 60, 90, 55, 65, 75),
    *_vital("mean blood pressure", "systemicmean", 60, 110, 70, 85, 95),
)
"""Vital signs, each with several bounds: ``{vital.sql}`` is the column, ``{vital.bound}`` the bound."""
VITALS = tuple({vital.words: vital for vital in BOUNDED}.values())
"""Vital signs with the normal ranges of conventions.txt, ends included: ``{vital.low}``, ``{vital.high}``."""
MEASURED = """
SELECT uniquepid AS patient, observationtime AS at
FROM vitalperiodic JOIN patient USING (patientunitstayid)
WHERE vitalperiodicid % 7 = 0"""
"""Facts: when anything was measured; every seventh row, which is plenty."""
