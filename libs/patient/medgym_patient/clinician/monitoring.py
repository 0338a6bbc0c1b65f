"""What is measured when: vital signs by place, panels by routine, reason and severity."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import ANTIBIOTICS, PANELS, Care
from medgym_patient.clinician.chart import Chart
from medgym_patient.clinician.luck import Luck
from medgym_patient.key import Flags
from medgym_patient.site import Site


def monitor(chart: Chart, before: Care, care: Care, site: Site, luck: Luck) -> None:
    """Vital signs hourly in intensive care, every six to eight hours on a ward; labs as :func:`panels`."""
    every = np.where(care.intensive, site.number("vital_hours"), site.number("ward_hours")).astype(np.int64)
    odd = luck["restless"] < 0.04
    care.vitals = (chart.hour % every == 0) | odd | (chart.hour < 2)
    wanted = panels(chart, before, care, site, luck)
    care.panels = np.stack([wanted.get(name, np.zeros(len(chart.hour), dtype=bool)) for name in PANELS])


def panels(chart: Chart, before: Care, care: Care, site: Site, luck: Luck) -> dict[str, Flags]:
    """Panels drawn this hour by name.

     Routine in the morning, at admission, and as often as the patient is ill: labs per day rise with
    severity, so that what is missing tells (Agniel et al., BMJ 2018;361:k1479). MIMIC-III's demo has 1.4
    chemistries, 1.3 counts and 1.0 gases a day.
    """
    adult = ~chart.body.newborn
    early = chart.hour == np.floor(2 * chart.habit("first labs")).astype(np.int64)
    ill = (care.norepinephrine + care.phenylephrine > 0) | care.ventilated | (chart.lab("lactate") > 2.5)
    morning = np.abs(chart.clock - site.number("morning")) < 1
    daily = (
        morning
        & (luck["skipped"] < np.where(care.intensive, site.number("daily_labs"), 0.80))
        & (chart.ago("chemistry") > 6)
    )
    again = (
        care.intensive
        & (chart.ago("chemistry") >= site.number("lab_hours") - 5 * ill)
        & (luck["again"] < np.where(ill, 0.30, 0.10))
    )
    odd = (chart.vital("heart_rate") > 125) | (chart.vital("mean_pressure") < 58)
    basic = (early | daily | again | (odd & (chart.ago("chemistry") > 5) & (luck["odd"] < 0.2))) & adult
    wanted = {"chemistry": basic}
    wanted["minerals"] = basic & (luck["minerals"] < np.where(care.intensive, 0.92, 0.72))
    wanted["count"] = basic & (luck["count"] < 0.93) | _bleeding_watch(chart, luck)
    wanted["differential"] = wanted["count"] & (luck["differential"] < np.where(early, 0.75, 0.18))
    wanted |= _blood(chart, before, care, basic, early, luck)
    wanted |= _gases(chart, before, care, site, ill, early, luck)
    wanted |= _heart(chart, early, basic, luck)
    wanted |= _seldom(chart, care, early, basic, luck)
    for name, flags in _newborn(chart, early, morning, luck).items():
        wanted[name] = (wanted[name] & adult) | flags
    return wanted


def _bleeding_watch(chart: Chart, luck: Luck) -> Flags:
    bleeds = chart.reason(
        "upper_gi_bleed",
        "variceal_bleed",
        "lower_gi_bleed",
        "postpartum_hemorrhage",
        "trauma",
        "hip_fracture",
    )
    return bleeds & (chart.hour < 48) & (chart.ago("count") >= 5) & (luck["watch"] < 0.5)


def _blood(
    chart: Chart, before: Care, care: Care, basic: Flags, early: Flags, luck: Luck
) -> dict[str, Flags]:
    thin = (
        chart.body.anticoagulated
        | (chart.body.liver > 0)
        | (before.heparin_infusion > 0)
        | (chart.lab("inr") > 1.5)
    )
    coagulation = basic & (
        luck["coagulation"]
        < np.where(early, 0.85, np.where(thin, 0.85, np.where(care.intensive, 0.45, 0.15)))
    )
    coagulation |= (before.heparin_infusion > 0) & (chart.ago("coagulation") >= 6)
    sick = (chart.lab("platelets") < 80) | (chart.lab("inr") > 2.2)
    liver = chart.reason(
        "hepatic_failure", "acetaminophen_overdose", "cholangitis", "variceal_bleed", "pancreatitis"
    )
    share = np.where(
        liver,
        0.9,
        np.where(
            early, 0.55, np.where((chart.lab("alt") > 120) | (chart.lab("bilirubin_total") > 3), 0.6, 0.12)
        ),
    )
    return {
        "coagulation": coagulation,
        "clotting": basic & sick & (luck["clotting"] < 0.30),
        "liver": basic & (luck["liver"] < share),
        "pancreas": basic
        & (
            luck["pancreas"]
            < np.where(
                chart.reason("pancreatitis", "cholangitis") | (early & chart.reason("bowel_obstruction")),
                0.85,
                np.where(early, 0.10, 0.01),
            )
        ),
        "ammonia": basic & chart.has("cirrhosis") & (chart.vital("verbal") < 5) & (luck["ammonia"] < 0.3),
    }


def _gases(
    chart: Chart, before: Care, care: Care, site: Site, ill: Flags, early: Flags, luck: Luck
) -> dict[str, Flags]:
    every = site.number("gas_hours")
    poor = (
        (care.fio2 >= 0.42)
        | care.noninvasive
        | (chart.lab("ph") < 7.25)
        | chart.reason("diabetic_ketoacidosis") & (chart.hour < 24)
    )
    changed = care.ventilated != before.ventilated
    wants = (
        (care.ventilated | poor)
        & (chart.ago("gas") >= np.where(poor & care.ventilated, 0.6, 1.0) * every)
        & (luck["gas"] < 0.6)
    )
    operated = chart.reason(
        "bypass_surgery", "valve_surgery", "aortic_aneurysm", "trauma", "lung_resection"
    ) & (chart.hour < 20)
    wants |= operated & (chart.ago("gas") >= 4) & (luck["gas"] < 0.5)
    wants |= changed & (luck["changed"] < site.number("arterial"))
    distressed = (chart.vital("saturation") < 90) & (chart.ago("gas") > 8)
    wants |= distressed & (luck["distressed"] < 0.35 * site.number("arterial"))
    wants &= care.intensive | early
    infected = chart.treated >= 0
    raised = (chart.lab("lactate") > 2.2) & (chart.ago("lactate") >= 5) & (luck["raised"] < 0.6)
    suspected = (early | ((chart.treated == 0) & (chart.ago("lactate") > 6))) & (
        chart.reason(
            "bacteremia",
            "urosepsis",
            "pneumonia_sepsis",
            "abdominal_sepsis",
            "neutropenic_fever",
            "cardiac_arrest",
        )
    )
    first = early & (luck["lactate"] < site.number("lactate_rate")) & care.intensive
    low = (chart.vital("mean_pressure") < 60) & (chart.ago("lactate") > 6) & (luck["low"] < 0.35)
    lactate = (
        raised
        | (suspected & (luck["sepsis lactate"] < site.number("sepsis_lactate")))
        | first
        | low
        | (wants & ill & infected & (luck["with gas"] < 0.35))
    )
    return {"gas": wants, "gas_minerals": wants & (luck["gas minerals"] < 0.45), "lactate": lactate}


def _heart(chart: Chart, early: Flags, basic: Flags, luck: Luck) -> dict[str, Flags]:
    """Troponin at once and every eight hours, three times, for chest pain.

    (Amsterdam et al., Circulation 2014;130:e344).
    """
    chest = chart.reason(
        "infarction",
        "st_elevation_infarction",
        "heart_failure",
        "cardiac_arrest",
        "rapid_atrial_fibrillation",
        "pulmonary_embolism",
    )
    maybe = early & (luck["cardiac"] < 0.30) & (chart.body.age > 40)
    series = chest & (
        early | ((chart.times("cardiac") < 3) & (chart.ago("cardiac") >= 8) & (chart.ago("cardiac") < 900))
    )
    failing = chart.reason("heart_failure", "respiratory_failure", "copd_exacerbation")
    return {"cardiac": series | maybe, "peptide": early & (luck["peptide"] < np.where(failing, 0.55, 0.05))}


def _seldom(chart: Chart, care: Care, early: Flags, basic: Flags, luck: Luck) -> dict[str, Flags]:
    second = basic & (chart.times("chemistry") == 1)
    vessels = chart.reason("infarction", "st_elevation_infarction", "ischemic_stroke", "bypass_surgery")
    anemic = chart.lab("hemoglobin") < 10
    poisoned = chart.reason(
        "opioid_overdose",
        "sedative_overdose",
        "acetaminophen_overdose",
        "alcohol_withdrawal",
        "seizure",
        "trauma",
    )
    treated = (
        (chart.treated > 30)
        & (chart.treated < 200)
        & (chart.ago("vancomycin") > 40)
        & (chart.clock.astype(np.int64) == 9)
    )
    on_vancomycin = care.antibiotics[ANTIBIOTICS.index("vancomycin")]
    diabetic = chart.body.resistance > 0.4
    sweet = diabetic | (care.insulin_infusion > 0) | (chart.lab("glucose") > 180)
    finger = (sweet | care.intensive) & ~chart.body.newborn
    often = np.where(care.insulin_infusion > 0, 1.0, np.where(care.intensive, 4.0, 6.0))
    every = np.where(sweet, often, 6.0)
    salty = (chart.lab("sodium") < 128) | (chart.lab("creatinine") > 2 * chart.body.creatinine)
    return {
        "lipids": second & (luck["lipids"] < np.where(vessels, 0.6, 0.05)),
        "glycation": second & (luck["glycation"] < np.where(diabetic, 0.45, np.where(vessels, 0.25, 0.03))),
        "thyroid": second
        & (
            luck["thyroid"]
            < np.where(
                chart.has("hypothyroidism") | chart.reason("rapid_atrial_fibrillation", "hyponatremia"),
                0.45,
                0.12,
            )
        ),
        "iron": second & (luck["iron"] < np.where(anemic, 0.28, 0.03)),
        "vitamins": second & (luck["vitamins"] < np.where(anemic, 0.2, 0.05)),
        "hemolysis": basic & anemic & (luck["hemolysis"] < 0.07),
        "inflammation": basic & (chart.treated >= 0) & (luck["inflammation"] < 0.06),
        "osmolality": basic & salty & (luck["osmolality"] < 0.25),
        "cortisol": (care.norepinephrine > 0.2) & (luck["cortisol"] < 0.02),
        "toxicology": early & (luck["toxicology"] < np.where(poisoned, 0.85, 0.04)),
        "urinalysis": (early & (luck["urinalysis"] < 0.55) | (chart.fever == 3)) & ~chart.body.newborn,
        "urine_chemistry": basic & salty & (luck["urine chemistry"] < 0.30),
        "vancomycin": treated & on_vancomycin & (luck["level"] < 0.8),
        "digoxin": second
        & chart.has("atrial_fibrillation")
        & chart.has("systolic_failure")
        & (luck["level"] < 0.4),
        "phenytoin": second & chart.has("epilepsy") & (luck["level"] < 0.35),
        "fingerstick": finger & (chart.ago("fingerstick") >= every),
    }


def _newborn(chart: Chart, early: Flags, morning: Flags, luck: Luck) -> dict[str, Flags]:
    infant = chart.body.newborn
    preterm = infant & chart.reason("preterm_newborn")
    daily = (
        morning
        & (chart.hour > 20)
        & (luck["infant"] < np.where(preterm, np.where(chart.hour < 200, 0.8, 0.25), 0.35))
    )
    return {
        "count": infant & (early | (daily & (luck["infant count"] < 0.25))),
        "differential": infant & early,
        "liver": infant & daily & (chart.hour > 30),
        "chemistry": preterm & daily,
        "fingerstick": infant & ((chart.hour < 26) & (chart.ago("fingerstick") >= 5)),
        "gas": preterm & (chart.ago("gas") >= 10) & (chart.hour < 72),
    }
