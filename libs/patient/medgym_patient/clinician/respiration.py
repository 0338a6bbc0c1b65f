"""Oxygen, ventilation and sedation."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.clinician.chart import Chart
from medgym_patient.clinician.luck import Luck
from medgym_patient.key import Flags, Floats
from medgym_patient.physiology.breathing import ideal_weight
from medgym_patient.reason import REASONS
from medgym_patient.site import Site

_OPERATED = np.array(
    [
        kind == "elective" or name in ("aortic_aneurysm", "trauma")
        for name, kind in zip(REASONS.names, REASONS.texts("kind"), strict=True)
    ]
)


def ventilate(chart: Chart, before: Care, care: Care, site: Site, luck: Luck) -> None:
    """Oxygen to 92 to 96 % (88 to 92 in retainers; O'Driscoll et al., Thorax 2017;72:ii1).

    Intubation for coma, exhaustion or hypoxemia, 7 mL/kg of ideal weight (ARDSNet, NEJM 2000;342:1301); a
    daily trial of breathing (Girard et al., Lancet 2008;371:126) before extubation.
    """
    care.ventilated = _intubated(chart, before, care, site, luck)
    care.noninvasive = _mask(chart, before, care, luck)
    care.fio2 = _oxygen(chart, before, care, site)
    rate = np.where(before.rate > 0, before.rate, 16.0)
    ph, fresh = chart.lab("ph"), chart.fresh("ph")
    rate = rate + 2 * (fresh & (ph < 7.31)) + 3 * (fresh & (ph < 7.22)) - 2 * (fresh & (ph > 7.47))
    on = care.ventilated
    care.rate = np.where(on, np.where(chart.body.newborn, 40, np.minimum(np.maximum(rate, 10), 32)), 0.0)
    volume = np.where(chart.body.newborn, 5.0, 7.2) * ideal_weight(chart.body)
    care.tidal = np.where(on, np.where(chart.body.newborn, volume.round(1), (volume / 10).round() * 10), 0.0)
    care.peep = np.where(on | care.noninvasive, _pressure(care.fio2), 0.0)
    _sedate(chart, before, care, site)


def _intubated(chart: Chart, before: Care, care: Care, site: Site, luck: Luck) -> Flags:
    vital, on = chart.vital, before.ventilated
    exhausted = (vital("respiratory_rate") > 27) & (vital("saturation") < 93) & (before.fio2 >= 0.45)
    acid = (chart.lab("ph") < 7.21) & (chart.lab("pco2") > 58) & (chart.ago("gas") < 4)
    acid &= ~before.noninvasive | (luck["mask fails"] < 0.15)
    comatose = vital("motor") + vital("eyes") + vital("verbal") <= 9
    shocked = (before.norepinephrine > 0.12) & (vital("respiratory_rate") > 23)
    needs = (exhausted | acid | comatose | shocked) & (luck["intubation"] < 0.4) & ~chart.body.newborn
    operated = (
        (chart.hour == 0)
        & _OPERATED[chart.body.reason]
        & (
            chart.habit("awake")
            > np.where(chart.reason("carotid_surgery", "hip_replacement", "trauma"), 0.5, 0.2)
        )
    )
    operated |= (chart.hour == 0) & chart.reason("bypass_surgery", "valve_surgery")
    theatre = chart.reason(
        "abdominal_sepsis",
        "bowel_obstruction",
        "subdural_hematoma",
        "subarachnoid_hemorrhage",
        "intracerebral_hemorrhage",
    )
    operated |= (chart.hour == 5) & theatre & (chart.habit("awake") > 0.4)
    operated |= (chart.hour == 2) & _threatened(chart) & (chart.habit("awake") > site.number("awake"))
    infant = (
        chart.body.newborn & (chart.hour == 0) & chart.reason("preterm_newborn") & (chart.body.severity > 0.5)
    )
    ratio = 100 * vital("saturation") / (100 * before.fio2)
    ready = (
        (before.fio2 <= 0.5)
        & (ratio > 188)
        & (before.norepinephrine <= 0.12)
        & (vital("motor") >= 5)
        & (vital("eyes") >= 2)
    )
    ready |= chart.body.newborn & (chart.ventilated > 60)
    free = (
        on
        & ready
        & (chart.ventilated >= 4)
        & (luck["extubation"] < np.where((chart.clock > 7) & (chart.clock < 20), 0.14, 0.05))
    )
    new = (~on & (needs | operated | infant)) | (on & ~free)
    found: Flags = new & care.intensive
    return found


def _threatened(chart: Chart) -> Flags:
    """Whose airway or breathing is expected to fail, so that it is secured early: fast or drowsy.

    (Higgs et al., Br J Anaesth 2018;120:323.)
    """
    disease = chart.reason(
        "respiratory_failure",
        "pneumonia_sepsis",
        "aspiration_pneumonia",
        "abdominal_sepsis",
        "cardiac_arrest",
        "variceal_bleed",
        "trauma",
        "seizure",
        "ischemic_stroke",
        "hepatic_failure",
        "opioid_overdose",
        "sedative_overdose",
    )
    drowsy = chart.vital("eyes") + chart.vital("verbal") + chart.vital("motor") <= 13
    return disease & (drowsy | (chart.vital("respiratory_rate") > 24))


def _mask(chart: Chart, before: Care, care: Care, luck: Luck) -> Flags:
    """Noninvasive ventilation for exacerbations of COPD and acidosis (Brochard et al., NEJM 1995;333:817)."""
    kind = chart.reason("copd_exacerbation", "heart_failure", "respiratory_failure", "asthma_exacerbation")
    acid = (chart.lab("ph") < 7.33) & (chart.lab("pco2") > 48) & (chart.ago("gas") < 6)
    begins = kind & (acid | (chart.vital("respiratory_rate") > 31)) & (chart.hour < 48)
    goes_on = (
        before.noninvasive
        & ~((chart.lab("ph") > 7.35) & (chart.vital("respiratory_rate") < 26))
        & (luck["mask"] < 0.93)
    )
    return (begins | goes_on) & care.intensive & ~care.ventilated & ~chart.body.newborn


def _oxygen(chart: Chart, before: Care, care: Care, site: Site) -> Floats:
    saturation = chart.vital("saturation")
    aim = np.where(chart.has("copd") & (chart.body.carbon_dioxide > 43), 89.0, 93.0 + site.number("oxygen"))
    last = before.fio2
    step = np.where(
        saturation < aim - 6,
        0.2,
        np.where(saturation < aim, 0.08, np.where(saturation > np.minimum(aim + 4, 98), -0.05, 0.0)),
    )
    new = np.round(last + step, 2)
    begins = care.ventilated & ~before.ventilated
    least = np.where(care.ventilated, 0.40, np.where(care.noninvasive, 0.30, 0.21))
    most = np.where(care.ventilated | care.noninvasive, 1.0, np.where(care.intensive, 0.80, 0.55))
    new = np.where(begins, np.maximum(0.6, new), new)
    return np.minimum(np.maximum(np.where(new < 0.235, 0.21, new), least), most)


def _pressure(fio2: Floats) -> Floats:
    """PEEP by the ARDSNet table of lower PEEP."""
    return np.asarray(
        5 + sum((fio2 >= limit) * more for limit, more in ((0.5, 3), (0.6, 2), (0.7, 2), (0.8, 2), (0.9, 2))),
        dtype=np.float64,
    )


def _sedate(chart: Chart, before: Care, care: Care, site: Site) -> None:
    """Propofol and fentanyl while ventilated, lightened once oxygen is low.

    (Barr et al., Crit Care Med 2013;41:263).
    """
    heavy = (care.fio2 > 0.5) | (chart.ventilated < 3)
    comatose = chart.reason("intracerebral_hemorrhage", "ischemic_stroke", "cardiac_arrest") & (
        chart.hour > 24
    )
    dose = np.where(heavy, 30.0, np.where(chart.ventilated < 10, 18.0, 8.0))
    dose = np.where(comatose, np.minimum(dose, 8.0), dose)
    on = care.ventilated & ~chart.body.newborn
    care.sedation = np.where(on, np.round(site.number("sedation") * dose), 0.0)
    care.opioid = np.where(on, np.where(heavy, 75.0, 25.0), 0.0)
