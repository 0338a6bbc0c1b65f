"""How a stay ends and what comes after it: discharge, where to, death later, readmission."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.clinician.chart import Chart
from medgym_patient.concept import table
from medgym_patient.key import (
    Flags,
    Floats,
    Indices,
    Keys,
    choose,
    fold,
    lognormal,
    normal,
    uniform,
    uniforms,
)
from medgym_patient.person import People
from medgym_patient.site import Site

DESTINATIONS = (
    "home",
    "home_health",
    "skilled_nursing",
    "rehabilitation",
    "long_term_care",
    "hospice",
    "died",
    "against_advice",
)
_READMITTED = table("condition").numbers("readmission")
USUAL_BURDEN = 1.2
"""Sum of the conditions' weights in the usual patient: around it a site's readmissions turn on conditions."""


def leaves(chart: Chart, care: Care, key: Keys, site: Site) -> Flags:
    """Whether a patient is discharged this hour: on a ward, stable, after the reason's usual days, by day.

    After the site's longest stay, to long-term care in any case.
    """
    body = chart.body
    least = chart.hospital_least
    open_hours = (chart.clock >= 10) & (chart.clock < 18)
    since = chart.hour - chart.intensive
    ready = ~care.intensive & (chart.hour > least) & (chart.stable > 16) & (since > 10)
    ready |= body.newborn & (chart.hour > least) & (chart.stable > 12)
    luck = uniforms(fold(key, chart.hour), "leaving", 2)
    gone = ready & open_hours & (luck[0] < 0.10)
    early = (chart.hour > 20) & ~care.intensive & (luck[1] < 0.00006) & (body.age > 18)
    found: Flags = gone | early | (chart.hour >= 24 * site.number("longest_days"))
    return found


def destination(chart: Chart, died: Flags, hours: Indices, worst: Floats) -> Indices:
    """Where a patient goes, by age, dementia, severity and length of stay.

     Shares of MIMIC-III's survivors: home 37 %, home health 30, skilled nursing 17, rehabilitation 9
    (Johnson 2016).
    """
    body = chart.body
    old = (body.age - 60) / 12
    ill = np.log1p(hours / 24) - 2.0 + 0.12 * (worst - 5)
    surgical = chart.reason(
        "hip_fracture",
        "hip_replacement",
        "ischemic_stroke",
        "trauma",
        "intracerebral_hemorrhage",
        "subdural_hematoma",
    )
    weights = np.stack(
        [
            np.exp(0.75 - 0.45 * old - 0.65 * ill),
            np.exp(0.15 + 0.15 * old + 0.0 * ill),
            np.exp(-1.35 + 0.85 * old + 0.55 * ill + 1.1 * body.dementia),
            np.exp(-1.65 + 0.25 * old + 0.75 * ill + 1.5 * surgical),
            np.exp(-3.3 + 0.1 * old + 1.5 * ill),
            np.exp(
                -4.4
                + 0.5 * old
                + 0.6 * ill
                + 1.2 * chart.has("metastatic_cancer")
                + 0.8 * chart.has("lung_cancer")
            ),
            0.0 * old,
            0.010 * (body.age < 70) * np.ones_like(old),
        ]
    )
    weights[1:, body.newborn] = 0
    where = choose(body.key, "destination", weights)
    return np.where(died, DESTINATIONS.index("died"), where)


def returns(
    people: People, chart: Chart, hours: Indices, worst: Floats, died: Flags, site: Site
) -> tuple[Floats, Floats]:
    """Days until the next admission (infinite if none), and until death out of hospital, from discharge.

     About one in eight is readmitted within 30 days (of ICU survivors; Lone et al., Thorax 2019;74:1046 and
    Hua et al., Crit Care Med 2015;43:430: 12 to 16 %), more with heart failure, dialysis, cirrhosis, cancer
    and long stays (HOSPITAL score; Donze et al., JAMA Intern Med 2013;173:632). A fifth of the survivors
    dies within a year (Wunsch et al., JAMA 2010;303:849), by age and conditions.
    """
    body = chart.body
    burden = (_READMITTED[:, None] * chart.conditions).sum(axis=0)
    log = -3.45 + 1.6 * burden + (site.number("returning") - 1.6) * (burden - USUAL_BURDEN)
    log = log + 0.42 * np.log1p(hours / 120) + 0.05 * worst.clip(0, 12)
    log = np.where(
        body.newborn, -4.5, log - 1.1 * chart.reason("bypass_surgery", "valve_surgery", "carotid_surgery")
    )
    soon = uniform(body.key, "soon") < 1 / (1 + np.exp(-log))
    later = uniform(body.key, "later") < np.where(body.newborn, 0.0, 1 / (1 + np.exp(-(log + 0.75))))
    days = np.where(
        soon, 1.5 + 28 * uniform(body.key, "days") ** 1.35, 31 + lognormal(body.key, "months", 210.0, 0.9)
    )
    rate = np.where(body.newborn, 1e-6, 1.35e-4 * np.exp(0.95 * body.frailty + 0.06 * worst.clip(0, 14)))
    survives = -np.log(uniform(body.key, "survives")) / rate
    dies = np.where(died, 0.0, survives + 0.5)
    again = (soon | later) & ~died & (days < dies)
    return np.where(again, days, np.inf), dies


def first_admission(key: Keys) -> Floats:
    """Day of the first admission, from the start of the clock: some time within four years."""
    found: Floats = np.floor(uniform(key, "first day") * 4 * 365.25)
    return found


def arrival(key: Keys, elective: Flags) -> Floats:
    """Hour of the day: electives at seven, others by a wave that is highest at 17 h.

    (McCarthy et al., Acad Emerg Med 2008;15:337).
    """
    drawn = 17 + 5.5 * normal(key, "hour")
    return np.where(elective, 7.0, np.floor(drawn) % 24)
