"""Pressure, volume and blood: fluids, vasopressors, transfusion, rate and pressure control."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.clinician.chart import Chart
from medgym_patient.clinician.luck import Luck
from medgym_patient.key import Flags, Floats
from medgym_patient.site import Site


def resuscitate(chart: Chart, before: Care, care: Care, site: Site, luck: Luck) -> None:
    """Fluid to 30 mL/kg, then norepinephrine to the goal of 65 mmHg, then vasopressin.

     Surviving Sepsis Campaign 2016 (Rhodes et al., Intensive Care Med 2017;43:304); dobutamine in
    cardiogenic shock (Levy et al., Ann Intensive Care 2015;5:17). Little fluid with a failing heart.
    """
    body, mean = chart.body, chart.vital("mean_pressure")
    goal = site.number("pressure_goal")
    adult = ~body.newborn
    low = (mean < goal) & adult
    weak = chart.reason("heart_failure", "cardiac_arrest", "st_elevation_infarction") | (
        chart.has("systolic_failure")
    )
    most = np.where(weak, 8.0, 30.0) * body.weight
    thirsty = low & (chart.bolus < most)
    bleeding = chart.reason(
        "upper_gi_bleed", "variceal_bleed", "lower_gi_bleed", "postpartum_hemorrhage", "trauma"
    ) & (chart.hour < 24)
    thirsty |= bleeding & (mean < goal + 7) & (chart.bolus < 40 * body.weight)
    ketotic = chart.reason("diabetic_ketoacidosis") & (chart.hour < 20)
    fasting = (chart.hour < 20) | ((care.ventilated | (chart.vital("eyes") < 3)) & (before.feeding == 0))
    upkeep = np.where(fasting & ~weak & adult & ~body.dialysis, 80.0, 0.0)
    rate = np.where(chart.hour < 3, 900.0, 230.0)
    care.crystalloid = np.where(thirsty, 500.0, np.where(ketotic, rate, upkeep))
    _press(chart, before, care, site, low & (chart.bolus >= 0.45 * most))
    _transfuse(chart, care, site)
    _calm(chart, before, care, luck)


def _press(chart: Chart, before: Care, care: Care, site: Site, needed: Flags) -> None:
    mean, goal = chart.vital("mean_pressure"), site.number("pressure_goal")
    surgical = chart.reason(
        "bypass_surgery",
        "valve_surgery",
        "aortic_aneurysm",
        "trauma",
        "carotid_surgery",
        "subarachnoid_hemorrhage",
    )
    gentle = surgical | (site.text("pressor") == "phenylephrine")
    mild = gentle & (mean > goal - 9) & (before.norepinephrine == 0) & (before.phenylephrine < 2.2)
    on = care.intensive
    care.phenylephrine = _titrate(before.phenylephrine, needed & mild & on, mean, goal, 0.5, 3.0)
    care.norepinephrine = _titrate(before.norepinephrine, needed & ~mild & on, mean, goal, 0.05, 0.9)
    severe = (before.norepinephrine >= 0.28) & on
    care.vasopressin = np.where(
        severe | ((before.vasopressin > 0) & (before.norepinephrine > 0.05)), 0.04, 0.0
    )
    failing = chart.reason(
        "heart_failure", "cardiac_arrest", "st_elevation_infarction", "bypass_surgery", "valve_surgery"
    )
    begins = failing & (chart.lab("lactate") > 3) & (mean < goal + 6) & on
    goes_on = (
        (before.dobutamine > 0) & ((chart.lab("lactate") > 2.2) | (mean < goal + 4)) & (chart.hour < 200)
    )
    care.dobutamine = np.where(begins | goes_on, 5.0, 0.0)


def _titrate(dose: Floats, needed: Flags, mean: Floats, goal: float, unit: float, most: float) -> Floats:
    """Up by a unit below the goal, down by a fifth above it, off below half a unit."""
    up = np.where(needed | ((dose > 0) & (mean < goal)), dose + unit * np.where(mean < goal - 8, 2, 1), dose)
    down = np.where((dose > 0) & (mean > goal + 6), 0.80 * dose - 0.1 * unit, up)
    new = np.where(down < 0.5 * unit, 0.0, down)
    return np.round(np.minimum(new, most), 3)


def _transfuse(chart: Chart, care: Care, site: Site) -> None:
    """Red cells under 7 to 8 g/dL (Carson et al., AABB, JAMA 2016;316:2025).

    Platelets under 10 or 50 when bleeding, plasma for an INR over 2 with bleeding (Roback et al.,
    Transfusion 2010;50:1227).
    """
    limit = site.number("transfusion") + 0.7 * (
        chart.has("coronary_disease") | chart.reason("bypass_surgery", "valve_surgery")
    )
    hemoglobin = chart.lab("hemoglobin")
    bleeding = chart.reason(
        "upper_gi_bleed",
        "variceal_bleed",
        "lower_gi_bleed",
        "postpartum_hemorrhage",
        "trauma",
        "intracerebral_hemorrhage",
    )
    bleeding &= chart.hour < 48
    adult = ~chart.body.newborn
    needs = chart.fresh("hemoglobin") & (hemoglobin < limit) & adult
    care.red_cells = np.where(needs, np.where((hemoglobin < limit - 1.2) | bleeding, 2.0, 1.0), 0.0)
    counted = chart.fresh("platelets") & (chart.lab("platelets") < np.where(bleeding, 50, 11)) & adult
    care.platelets = counted * 1.0
    thin = chart.fresh("inr") & (chart.lab("inr") > 1.9) & bleeding
    care.plasma = np.where(thin, 3.0, 0.0)


def _calm(chart: Chart, before: Care, care: Care, luck: Luck) -> None:
    """Metoprolol for fast rates (January et al., Circulation 2014;130:e199).

    Nicardipine over 180 mmHg in hemorrhage of the brain (Hemphill et al., Stroke 2015;46:2032), dissection
    and preeclampsia.
    """
    pulse, mean = chart.vital("heart_rate"), chart.vital("mean_pressure")
    fast = (
        (pulse > 118)
        & (mean > 68)
        & (chart.body.age > 45)
        & (chart.has("atrial_fibrillation") | (chart.vital("temperature") < 38.3))
    )
    care.rate_control = np.where(fast & (luck["rate control"] < 0.6), 5.0, 0.0)
    brain = chart.reason(
        "intracerebral_hemorrhage",
        "subarachnoid_hemorrhage",
        "carotid_surgery",
        "preeclampsia",
        "ischemic_stroke",
        "subdural_hematoma",
    )
    high = (
        (chart.vital("systolic") > np.where(brain, 158, 188))
        & (mean > 92)
        & care.intensive
        & ~chart.body.newborn
    )
    goes_on = (before.vasodilator > 0) & (chart.vital("systolic") > 128)
    care.vasodilator = np.where(high | goes_on, 5.0, 0.0)
