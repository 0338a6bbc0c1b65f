"""vitalPeriodic: what monitors show, most of it missing."""

from __future__ import annotations

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from medgym_ehr.eicu.synthetic.part import Part
from medgym_ehr.eicu.synthetic.visit import DAY
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.sampling import Indices
from medgym_patient import DRUGS, PROCEDURES, VITALS
from medgym_patient.key import Flags, Floats

HOURLY, LATER = 2 * DAY, 4 * 60
"""Minutes of a stay of which every hour is written, and minutes between rows after them: eICU has one every
five minutes."""
MISSING = {"sao2": 0.08, "heartrate": 0.03, "respiration": 0.09}
"""Shares of missing values of what everybody's monitor shows."""
SIGNS = {"sao2": "saturation", "heartrate": "heart_rate", "respiration": "respiratory_rate"}
PRESSURES = {
    "systemicsystolic": "systolic",
    "systemicdiastolic": "diastolic",
    "systemicmean": "mean_pressure",
}
LINE, WITH_LINE = 0.17, 0.9
"""Shares with a line in an artery, without and with vasopressors."""
WITHOUT_PRESSURE = 0.04
PROBE, WITHOUT_TEMPERATURE = 0.35, 0.75
"""Share of stays with a probe of temperature, and of its missing values."""
CENTRAL, WITHOUT_CENTRAL = 0.7, 0.1
"""Share of those with a central line whose venous pressure is monitored, and of its missing values."""
FLOATED = 0.6
"""Share of cardiac operations with a catheter in the pulmonary artery."""
_PRESSORS = [DRUGS.index[name] for name in ("norepinephrine", "phenylephrine", "vasopressin", "dobutamine")]
_CENTRAL = [PROCEDURES.index[name] for name in ("central_line", "ultrasound_guided_line")]
_CARDIAC = [PROCEDURES.index["extracorporeal_circulation"]]


def vital_rows(part: Part) -> Rows:
    """VitalPeriodic of a part."""
    vitals = part.records.vitals
    unit, minute, rows = part.inside(vitals.stay, vitals.minute, np.arange(len(vitals.stay)))
    offset = part.offset(unit, minute)
    kept = (offset < HOURLY) | (minute % LATER == 0)
    unit, offset, rows = unit[kept], offset[kept], rows[kept]
    values = {name: vitals.values[rows, number].astype(np.float64) for number, name in enumerate(VITALS)}
    luck = part.unit_luck(unit, "vital")
    columns: dict[str, Column] = {"observationoffset": offset}
    for column, name in SIGNS.items():
        columns[column] = _whole(values[name], luck.chance(column, MISSING[column]))
    line, central, floated = (each[part.units.visit[unit]] for each in _lines(part))
    for column, name in PRESSURES.items():
        columns[column] = _whole(values[name], ~line | luck.chance("pressure", WITHOUT_PRESSURE))
    probe = part.stay_luck.chance("probe", PROBE)[part.units.visit[unit]]
    cold = ~probe | luck.chance("temperature", WITHOUT_TEMPERATURE)
    columns["temperature"] = np.where(cold, np.nan, values["temperature"].round(1))
    columns |= _veins(part, unit, luck.uniform("veins"), central, floated)
    return part.rows(unit, columns)


def _whole(value: Floats, missing: Flags) -> pa.Array:
    missing = missing | ~np.isfinite(value)
    return pa.array(np.where(missing, 0, np.round(value)).astype(np.int64), mask=missing)


def _lines(part: Part) -> tuple[Flags, Flags, Flags]:
    """Which visits have a line in an artery, in a central vein, and in the pulmonary artery."""
    doses, procedures = part.records.doses, part.records.procedures
    size, luck = len(part.stays.person), part.stay_luck
    pressed = np.isin(np.arange(size), doses.stay[np.isin(doses.drug, _PRESSORS)])
    central = np.isin(np.arange(size), procedures.stay[np.isin(procedures.concept, _CENTRAL)])
    cardiac = np.isin(np.arange(size), procedures.stay[np.isin(procedures.concept, _CARDIAC)])
    line = luck.chance("line", np.where(pressed | cardiac, WITH_LINE, LINE))
    return (
        line,
        (central | cardiac) & luck.chance("central", CENTRAL),
        cardiac & luck.chance("floated", FLOATED),
    )


def _veins(part: Part, unit: Indices, luck: Floats, central: Flags, floated: Flags) -> dict[str, Column]:
    """Venous and pulmonary pressures, which the patient model does not have: usual ones of a visit."""
    own = part.stay_luck.at(part.units.visit[unit])
    cvp = 6 + 9 * own.uniform("cvp") + 5 * (luck - 0.5)
    systolic = np.round(26 + 22 * own.uniform("pa") + 8 * (luck - 0.5))
    diastolic = np.round(systolic * 0.48)
    gone = luck < WITHOUT_CENTRAL
    return {
        "cvp": _whole(cvp, ~central | gone),
        "pasystolic": _whole(systolic, ~floated | gone),
        "padiastolic": _whole(diastolic, ~floated | gone),
        "pamean": _whole((systolic + 2 * diastolic) / 3, ~floated | gone),
    }
