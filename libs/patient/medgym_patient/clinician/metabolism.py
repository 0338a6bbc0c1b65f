"""Glucose, salts, water, kidneys: insulin, electrolytes, diuretics, dialysis, feeding."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.clinician.chart import Chart
from medgym_patient.key import Flags
from medgym_patient.site import Site


def balance(chart: Chart, before: Care, care: Care, site: Site) -> None:
    """Everything that a daily look at chemistry, weight and urine leads to."""
    _insulin(chart, before, care)
    _electrolytes(chart, care)
    _diuresis(chart, care, site)
    _dialyse(chart, before, care)
    fed = (
        ((chart.ventilated > 30) | (~care.ventilated & (chart.vital("motor") < 6) & (chart.hour > 48)))
        & ~chart.body.newborn
        & (before.norepinephrine < 0.3)
    )
    care.feeding = np.where(fed, 50.0, 0.0)


def _insulin(chart: Chart, before: Care, care: Care) -> None:
    """An infusion over 200 mg/dL in intensive care to 140 to 180.

    (NICE-SUGAR, NEJM 2009;360:1283; ADA 2016), at once after heart surgery and in ketoacidosis until the gap
    closes; else a scale of 2 units a 50 mg/dL over 150.
    """
    adult = ~chart.body.newborn
    chemistry, finger = chart.lab("glucose"), chart.lab("fingerstick_glucose")
    newest = np.where(chart.ago("fingerstick") <= chart.ago("chemistry"), finger, chemistry)
    fresh = (chart.fresh("glucose") | chart.fresh("fingerstick_glucose")) & adult
    ketotic = (
        chart.reason("diabetic_ketoacidosis")
        & ((chart.lab("anion_gap") > 17) | (chart.hour < 6))
        & (chart.hour < 60)
    )
    diabetic = chart.body.resistance > 0.4
    operated = chart.reason("bypass_surgery", "valve_surgery") & (chart.hour < 30)
    begins = (
        fresh
        & care.intensive
        & ((newest > np.where(operated, 175, 235)) & (diabetic | operated | (newest > 260)))
    )
    goes_on = (before.insulin_infusion > 0) & (newest > 135) & care.intensive
    on = ((begins | goes_on) & (newest > 120)) | (ketotic & (newest > 90))
    rate = np.where(
        ketotic,
        0.09 * np.minimum(np.maximum(chart.body.weight, 40), 110),
        np.minimum(np.maximum((newest - 60) / 45, 0.5), 14),
    )
    care.insulin_infusion = np.where(on & care.intensive, np.round(rate, 1), 0.0)
    scale = 2 * np.minimum(np.maximum(np.floor((newest - 100) / 50), 0), 6)
    given = fresh & (newest > 150) & (care.insulin_infusion == 0) & (diabetic | (newest > 180))
    care.insulin = np.where(given, scale, 0.0)
    care.dextrose = np.where(
        (chart.fresh("glucose") | chart.fresh("fingerstick_glucose")) & (newest < np.where(adult, 62, 38)),
        np.where(adult, 25.0, 2.0),
        0.0,
    )


def _electrolytes(chart: Chart, care: Care) -> None:
    """Potassium under 3.7 (4.0 with heart disease; Kraft et al., Am J Health Syst Pharm 2005;62:1663).

    Less with lost filtration; over 6 is shifted and bound; bicarbonate under pH 7.1 (Rhodes 2017).
    """
    adult = ~chart.body.newborn
    potassium, fresh = chart.lab("potassium"), chart.fresh("potassium") & adult
    heart = chart.has("coronary_disease") | chart.has("systolic_failure") | chart.has("atrial_fibrillation")
    failing = (chart.lab("creatinine") > 2.5) | chart.body.dialysis
    low = fresh & (potassium < np.where(heart, 3.9, 3.6)) & (~failing | (potassium < 3.1))
    care.potassium = np.where(low, np.where(potassium < 3.2, 60.0, 40.0) * np.where(failing, 0.5, 1.0), 0.0)
    high = fresh & (potassium > 5.9)
    care.kayexalate = np.where(high, 30.0, 0.0)
    care.insulin = np.where(high & (potassium > 6.3), np.maximum(care.insulin, 10.0), care.insulin)
    care.dextrose = np.where(high & (potassium > 6.3), np.maximum(care.dextrose, 25.0), care.dextrose)
    magnesium = chart.fresh("magnesium") & (chart.lab("magnesium") < np.where(heart, 1.9, 1.7)) & adult
    care.magnesium = np.where(magnesium, 2.0, 0.0)
    acid = chart.fresh("ph") & (chart.lab("ph") < 7.11) & adult & ~chart.reason("diabetic_ketoacidosis")
    care.bicarbonate = np.where(acid, 100.0, 0.0)


def _diuresis(chart: Chart, care: Care, site: Site) -> None:
    """Furosemide twice or thrice a day for congestion until the dry weight.

    (Felker et al., NEJM 2011;364:797), and for fluid left after shock or surgery.
    """
    body = chart.body
    excess = chart.vital("weight") - body.weight
    firm = (chart.vital("mean_pressure") > site.number("pressure_goal") + 2) & (care.norepinephrine == 0)
    firm &= ~body.newborn & ~body.dialysis
    congested = chart.reason("heart_failure") | (
        (chart.has("systolic_failure") | chart.has("diastolic_failure")) & (excess > 1.5)
    )
    loaded = (excess > 0.035 * body.weight) & (chart.hour > 20)
    when = chart.hour % np.where(congested, 8, 12) == 2
    wants = when & firm & ((congested & (excess > 0.5)) | loaded) & ~(chart.lab("sodium") > 149)
    dose = np.where(chart.lab("creatinine") > 1.8, 80.0, np.where(congested, 40.0, 20.0))
    care.furosemide = np.where(wants, dose, 0.0)


def _dialyse(chart: Chart, before: Care, care: Care) -> None:
    """Four hours thrice a week for failed kidneys; for acute loss when potassium, acid.

    Urea or fluid cannot be managed otherwise (KDIGO 2012, Kidney Int Suppl 2:89).
    """
    body = chart.body
    shift = (chart.hour + 10 + (body.key % np.uint64(30)).astype(np.int64)) % 54
    regular = body.dialysis & (shift < 4)
    urgent = (
        (chart.lab("potassium") > 6.4)
        | (chart.lab("urea_nitrogen") > 125)
        | ((chart.lab("ph") < 7.12) & (chart.lab("creatinine") > 2.5))
    )
    urgent |= (
        (chart.balance < 12) & (chart.lab("creatinine") > 3.2) & (chart.vital("weight") - body.weight > 5)
    )
    wanted: Flags = urgent & (chart.lab("creatinine") > 2.2) & (chart.ago("chemistry") < 14)
    session = (chart.hour % 24 < 4) & (wanted | before.dialysis)
    care.dialysis = (regular | session) & ~body.newborn
