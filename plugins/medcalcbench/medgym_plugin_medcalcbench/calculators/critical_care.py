"""Severity of critical illness. A measurement that is not stated counts as normal."""

from __future__ import annotations

import math

from medgym_plugin_medcalcbench import finding as f
from medgym_plugin_medcalcbench import quantity as q
from medgym_plugin_medcalcbench.calculator import POINTS, calculator, decimal
from medgym_plugin_medcalcbench.calculators.band import above, at_least


def _half_up(value: float) -> int:
    return math.floor(value + 0.5)


@calculator(
    23,
    "MELD-Na score (2016)",
    "severity",
    parameters=(
        q.within(q.CREATININE, 0.5, 5.5),
        q.BILIRUBIN,
        q.INR,
        q.within(q.SODIUM, 118, 145),
        f.DIALYSIS,
        f.CVVHD,
    ),
    answer=decimal("points"),
    source="OPTN Policy 9, 2016; Kim WR et al. N Engl J Med 2008;359:1018-1026",
    variant="MELD-Na of 2016, not MELD 3.0: creatinine is 4.0 mg/dL under dialysis and at most 4.0; "
    "creatinine, bilirubin and INR are at least 1.0; sodium is 125 to 137; MELD(i) is rounded to tenths, "
    "times 10, and the score to a whole number, halves up, of at most 40.",
    erratum="v1.0 rounds MELD(i) to a whole number before multiplying by 10; in every release a creatinine "
    "below 1.0 wins over dialysis.",
    boundaries={"creatinine": (1, 4), "bilirubin": (1,), "inr": (1,), "sodium": (125, 137)},
)
def meld_na(
    creatinine: float, bilirubin: float, inr: float, sodium: float, dialysis: bool, cvvhd: bool
) -> float:
    """M = 10 round(0.957 ln C + 0.378 ln B + 1.120 ln I + 0.643, 1); above 11, M + (137 - S)(1.32 - 0.033 M).

    The result is rounded to a whole number, at most 40.

    Args:
        creatinine: C, mg/dL, at least 1 and at most 4; 4 under dialysis.
        bilirubin: B, mg/dL, at least 1.
        inr: I, at least 1.
        sodium: S, mEq/L, 125 to 137.
        dialysis: two times or more in the past week.
        cvvhd: for at least 24 hours in the past week.
    """
    c = 4.0 if dialysis or cvvhd else min(max(creatinine, 1), 4)
    score = 0.957 * math.log(c) + 0.378 * math.log(max(bilirubin, 1)) + 1.12 * math.log(max(inr, 1)) + 0.643
    meld = _half_up(10 * score)
    if meld > 11:
        lacking = 137 - min(max(sodium, 125), 137)
        meld = _half_up(meld + 1.32 * lacking - 0.033 * meld * lacking)
    return float(min(meld, 40))


_APACHE = {
    "temperature": ((41, 4), (39, 3), (38.5, 1), (36, 0), (34, 1), (32, 2), (30, 3)),
    "heart_rate": ((180, 4), (140, 3), (110, 2), (70, 0), (55, 2), (40, 3)),
    "respiratory_rate": ((50, 4), (35, 3), (25, 1), (12, 0), (10, 1), (6, 2)),
    "ph": ((7.7, 4), (7.6, 3), (7.5, 1), (7.33, 0), (7.25, 2), (7.15, 3)),
    "sodium": ((180, 4), (160, 3), (155, 2), (150, 1), (130, 0), (120, 2), (111, 3)),
    "potassium": ((7, 4), (6, 3), (5.5, 1), (3.5, 0), (3, 1), (2.5, 2)),
    "haematocrit": ((60, 4), (50, 2), (46, 1), (30, 0), (20, 2)),
    "white_cells": ((40, 4), (20, 2), (15, 1), (3, 0), (1, 2)),
}
_PRESSURE = ((159, 4), (129, 3), (109, 2), (69, 0), (49, 2))
_HYPOXIA = {"aa_gradient": ((499, 4), (349, 3), (199, 2)), "pao2": ((70, 0), (60, 1), (54, 3))}


def _between_bands(sbp: float, dbp: float) -> bool:
    """Whether the mean pressure falls between two bands, which are of whole mmHg."""
    mean = (sbp + 2 * dbp) / 3
    return any(bound < mean < bound + 1 for bound, _ in _PRESSURE)


def _apache_admits(
    sbp: float, dbp: float, creatinine: float, fio2: float, pao2: float, **given: object
) -> bool:
    failing = given["acute_renal_failure"] or given["chronic_renal_failure"]
    return (
        20 <= sbp - dbp <= 90
        and not _between_bands(sbp, dbp)
        and not (failing and creatinine < 0.6)
        and not (given["acute_renal_failure"] and given["chronic_renal_failure"])
        and not any(bound < pao2 < bound + 1 for bound in (54, 60, 70))
    )


@calculator(
    28,
    "APACHE II score",
    "severity",
    parameters=(
        q.AGE,
        f.ORGAN_FAILURE,
        f.ADMISSION_TYPE,
        q.within(q.TEMPERATURE, 29.5, 41.4),
        q.SBP,
        q.DBP,
        q.within(q.HEART_RATE, 36, 184),
        q.within(q.RESPIRATORY_RATE, 5, 52),
        q.FIO2,
        q.optional(q.PAO2, 90),
        q.optional(q.AA_GRADIENT, 15),
        q.PH,
        q.within(q.SODIUM, 108, 182),
        q.POTASSIUM,
        q.within(q.CREATININE, 0.4, 5.5),
        f.ACUTE_RENAL_FAILURE,
        f.CHRONIC_RENAL_FAILURE,
        q.HAEMATOCRIT,
        q.within(q.WHITE_CELLS, 0.5, 44),
        q.GCS,
    ),
    answer=POINTS,
    source="Knaus WA et al. Crit Care Med 1985;13:818-829",
    variant="Creatinine points double in acute renal failure. The A-a gradient scores from an FiO2 of 50 % "
    "on, the PaO2 below. Chronic points are for a history of severe organ failure or immunocompromise: 5, "
    "or 2 after elective surgery.",
    erratum="v1.0 adds the coma scale instead of 15 minus it, lacks bands of low values, takes white cells "
    "in another unit and temperatures of one spelling for Fahrenheit.",
    boundaries={name: tuple(bound for bound, _ in bands) for name, bands in _APACHE.items()}
    | {"age": (45, 55, 65, 75), "creatinine": (0.6, 1.5, 2, 3.5), "fio2": (50,)}
    | {"pao2": (55, 61, 71), "aa_gradient": (200, 350, 500)},
    admits=_apache_admits,
)
def apache2(
    age: int,
    organ_failure: bool,
    admission_type: str,
    sbp: float,
    dbp: float,
    fio2: float,
    pao2: float,
    aa_gradient: float,
    creatinine: float,
    acute_renal_failure: bool,
    chronic_renal_failure: bool,
    gcs: float,
    **measured: float,
) -> int:
    """Points of twelve measurements, of age and of chronic disease; 0 to 71.

    Age from 45 on 2, 55 3, 65 5, 75 6. Organ failure or immunocompromise: 5, after elective surgery 2.
    Temperature (°C) from 41 on 4, 39 3, 38.5 1, 36 0, 34 1, 32 2, 30 3, below 4. Mean pressure (mmHg) from
    160 on 4, 130 3, 110 2, 70 0, 50 2, below 4. Heart rate from 180 on 4, 140 3, 110 2, 70 0, 55 2, 40 3,
    below 4. Respiratory rate from 50 on 4, 35 3, 25 1, 12 0, 10 1, 6 2, below 4. FiO2 from 50 % on: A-a
    gradient (mmHg) from 500 on 4, 350 3, 200 2; else PaO2 (mmHg) above 70 0, from 61 on 1, 55 3, below 4.
    pH from 7.7 on 4, 7.6 3, 7.5 1, 7.33 0, 7.25 2, 7.15 3, below 4. Sodium from 180 on 4, 160 3, 155 2,
    150 1, 130 0, 120 2, 111 3, below 4. Potassium from 7 on 4, 6 3, 5.5 1, 3.5 0, 3 1, 2.5 2, below 4.
    Creatinine (mg/dL) from 3.5 on 4, 2 3, 1.5 2, 0.6 0, below 2; doubled in acute renal failure.
    Haematocrit (%) from 60 on 4, 50 2, 46 1, 30 0, 20 2, below 4. White cells (10⁹/L) from 40 on 4, 20 2,
    15 1, 3 0, 1 2, below 4. 15 minus the Glasgow Coma Scale.
    """
    failing = acute_renal_failure or chronic_renal_failure
    kidney = at_least(creatinine, ((3.5, 4), (2, 3), (1.5, 2)), 2 if creatinine < 0.6 and not failing else 0)
    oxygen = above(aa_gradient, _HYPOXIA["aa_gradient"], 0)
    if fio2 < 50:
        oxygen = above(pao2, _HYPOXIA["pao2"], 4)
    return (
        at_least(age, ((75, 6), (65, 5), (55, 3), (45, 2)), 0)
        + organ_failure * (2 if admission_type == "elective" else 5)
        + above((sbp + 2 * dbp) / 3, _PRESSURE, 4)
        + oxygen
        + kidney * (2 if acute_renal_failure else 1)
        + int(15 - gcs)
        + sum(at_least(value, _APACHE[name], 4) for name, value in measured.items())
    )


_SUPPORT = (q.DOPAMINE, q.DOBUTAMINE, q.EPINEPHRINE, q.NOREPINEPHRINE)


def _sofa_admits(sbp: float, dbp: float, hypotension: bool, pao2: float, fio2: float, **given: float) -> bool:
    ratio = 100 * pao2 / fio2
    return (
        20 <= sbp - dbp <= 90
        and hypotension == (sbp + 2 * dbp < 210)
        and 40 <= ratio <= 560
        and all(abs(ratio - edge) > 2 for edge in (100, 200, 300, 400))
        and not 4.9 < given["creatinine"] < 5.1
        and not 11.9 < given["bilirubin"] < 12.1
    )


@calculator(
    43,
    "SOFA score",
    "severity",
    parameters=(
        q.optional(q.PAO2, 90),
        q.optional(q.FIO2, 21),
        f.MECHANICAL_VENTILATION,
        f.CPAP,
        q.optional(q.within(q.SBP, 70, 150), 120),
        q.optional(q.within(q.DBP, 35, 95), 80),
        f.HYPOTENSION,
        *_SUPPORT,
        q.optional(q.GCS, 15),
        q.optional(q.BILIRUBIN, 0.8),
        q.optional(q.PLATELETS, 250),
        q.optional(q.CREATININE, 0.9),
        q.optional(q.URINE_OUTPUT, 1500),
    ),
    answer=POINTS,
    source="Vincent JL et al. Intensive Care Med 1996;22:707-710",
    variant="A PaO2/FiO2 below 200 mmHg scores 3 or 4 only under ventilation or continuous positive airway "
    "pressure, else 2; a mean arterial pressure below 70 mmHg scores 1 without vasopressors.",
    erratum="v1.0 does not divide FiO2 by 100 and asks for vasopressors in the wrong order; v1.2 and "
    "Verified differ at a creatinine of exactly 5.0 mg/dL.",
    boundaries={
        "dopamine": (1, 6, 16),
        "dobutamine": (1,),
        "epinephrine": (0.01, 0.11),
        "norepinephrine": (0.01, 0.11),
        "gcs": (6, 10, 13, 15),
        "bilirubin": (1.2, 2, 6, 12),
        "platelets": (20, 50, 100, 150),
        "creatinine": (1.2, 2, 3.5, 5),
        "urine_output": (200, 500),
    },
    admits=_sofa_admits,
)
def sofa(
    pao2: float,
    fio2: float,
    mechanical_ventilation: bool,
    cpap: bool,
    sbp: float,
    dbp: float,
    hypotension: bool,
    dopamine: float,
    dobutamine: float,
    epinephrine: float,
    norepinephrine: float,
    gcs: float,
    bilirubin: float,
    platelets: float,
    creatinine: float,
    urine_output: float,
) -> int:
    """Points of six organs, 0 to 4 each.

    PaO2/FiO2 (mmHg) below 400 1, 300 2, 200 3, 100 4, the last two only under ventilation or CPAP, else 2.
    Platelets (10⁹/L) below 150 1, 100 2, 50 3, 20 4. Bilirubin (mg/dL) from 1.2 on 1, 2 2, 6 3, 12 4. Mean
    pressure below 70 mmHg 1; dopamine or dobutamine 2; dopamine above 5 µg/kg/min, or epinephrine or
    norepinephrine, 3; dopamine above 15, or either above 0.1, 4. Coma scale below 15 1, 13 2, 10 3, 6 4.
    Creatinine (mg/dL) from 1.2 on 1, 2 2, 3.5 3, 5 4; urine (mL/day) below 500 3, below 200 4.
    """
    ventilated = mechanical_ventilation or cpap
    low = hypotension or (sbp + 2 * dbp) / 3 < 70
    kidneys = max(
        at_least(creatinine, ((5, 4), (3.5, 3), (2, 2), (1.2, 1)), 0),
        at_least(urine_output, ((500, 0), (200, 3)), 4),
    )
    return (
        _lungs(100 * pao2 / fio2, ventilated)
        + _circulation(low, dopamine, dobutamine, max(epinephrine, norepinephrine))
        + at_least(platelets, ((150, 0), (100, 1), (50, 2), (20, 3)), 4)
        + at_least(bilirubin, ((12, 4), (6, 3), (2, 2), (1.2, 1)), 0)
        + at_least(gcs, ((15, 0), (13, 1), (10, 2), (6, 3)), 4)
        + kidneys
    )


def _lungs(ratio: float, ventilated: bool) -> int:
    if ventilated and ratio < 200:
        return 4 if ratio < 100 else 3
    return at_least(ratio, ((400, 0), (300, 1), (200, 2)), 2)


def _circulation(low: bool, dopamine: float, dobutamine: float, adrenaline: float) -> int:
    if dopamine > 15 or adrenaline > 0.1:
        return 4
    if dopamine > 5 or adrenaline > 0:
        return 3
    return 2 if dopamine > 0 or dobutamine > 0 else int(low)
