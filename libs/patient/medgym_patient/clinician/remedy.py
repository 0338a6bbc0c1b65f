"""Antibiotics and remedies by reason: airway, fever, poison, clots, liver, newborn jaundice."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import ANTIBIOTICS, Care
from medgym_patient.clinician.chart import Chart
from medgym_patient.clinician.luck import Luck
from medgym_patient.concept import table
from medgym_patient.key import Flags, Indices
from medgym_patient.microbiology import identified
from medgym_patient.onset import SITES
from medgym_patient.physiology.infection import COVERED
from medgym_patient.reason import REASONS
from medgym_patient.site import Site

_INFECTED = REASONS.numbers("burden") >= 0.7
_MEROPENEM, _VANCOMYCIN = ANTIBIOTICS.index("meropenem"), ANTIBIOTICS.index("vancomycin")
_TARGETED = np.array([ANTIBIOTICS.index(name) for name in table("organism").texts("targeted")])
_SURGICAL = np.array([kind == "elective" for kind in REASONS.texts("kind")])
_SEPTIC = np.array([diagnosis in ("sepsis", "neutropenic_fever") for diagnosis in REASONS.texts("diagnosis")])


def relieve(chart: Chart, before: Care, care: Care, site: Site, luck: Luck) -> None:
    """Remedies of an hour."""
    care.antibiotics = _antibiotics(chart, before, site, luck)
    body, hour = chart.body, chart.hour
    obstructed = chart.reason("copd_exacerbation", "asthma_exacerbation")
    care.steroid = np.where(obstructed & (hour % 8 == 1) & (hour < 110), 60.0, 0.0)
    wheezes = obstructed | (
        chart.has("copd") & chart.reason("pneumonia", "respiratory_failure", "pneumonia_sepsis")
    )
    care.bronchodilator = (wheezes & (hour % 4 == 0) & (hour < 140)) * 1.0
    hot = (
        (chart.vital("temperature") > 38.2)
        & (hour % 6 == 0)
        & ~body.newborn
        & ~chart.reason("acetaminophen_overdose", "hepatic_failure")
    )
    care.acetaminophen = np.where(hot, 650.0, 0.0)
    opioid = (
        chart.reason("opioid_overdose")
        & (chart.vital("respiratory_rate") < 11)
        & (hour < 12)
        & ~care.ventilated
    )
    care.naloxone = np.where(opioid, 0.4, 0.0)
    care.acetylcysteine = np.where(
        chart.reason("acetaminophen_overdose") & (hour >= 1) & (hour < 73), np.round(6.25 * body.weight), 0.0
    )
    clots = (
        chart.reason("pulmonary_embolism", "infarction", "st_elevation_infarction")
        & (hour >= 1)
        & (hour < 50)
    )
    clots &= ~(chart.lab("platelets") < 70) & ~(chart.lab("hemoglobin") < 7.5)
    care.heparin_infusion = np.where(clots, np.round(17 * body.weight / 50) * 50, 0.0)
    confused = chart.has("cirrhosis") & (chart.vital("verbal") < 5) & (hour % 6 == 3)
    care.lactulose = np.where(confused, 30.0, 0.0)
    yellow = body.newborn & (
        chart.lab("bilirubin_total") > np.where(chart.reason("preterm_newborn"), 7.0, 11.5)
    )
    care.phototherapy = yellow | (before.phototherapy & ~(chart.lab("bilirubin_total") < 6.5))


def begins(chart: Chart, luck: Luck) -> Flags:
    """Whether antibiotics start this hour: one to four hours after admission for infection.

    Or twelve after a fever.

     Median two to three hours in emergency departments (Seymour et al., NEJM 2017;376:2235).
    """
    infected = _INFECTED[chart.body.reason] & ~chart.body.newborn
    first = infected & (chart.hour == 1 + np.floor(3 * chart.habit("door")).astype(np.int64))
    untreated = (chart.treated < 0) | (chart.treated > 200)
    later = untreated & (chart.fever >= 3) & (chart.fever % 12 == 3) & (luck["fever care"] < 0.5)
    later &= (chart.vital("temperature") > 38.1) & ~chart.body.newborn & (~infected | (chart.treated > 200))
    later &= (chart.hour > 24) | ~_SURGICAL[chart.body.reason]
    found: Flags = first | later
    return found


def _antibiotics(chart: Chart, before: Care, site: Site, luck: Luck) -> Flags:
    """Empirical by site of infection and severity.

    (IDSA guidelines: Kalil et al., Clin Infect Dis 2016;63:e61; Mandell 2007;44:S27; Solomkin 2010;50:133),
    by culture after 54 h, for a week; never one the patient is allergic to.
    """
    goes_on = before.antibiotics & (chart.treated % 200 < 24 * np.where(_SEPTIC[chart.body.reason], 8.0, 6.5))
    wound = (_SURGICAL[chart.body.reason] | chart.reason("hip_fracture", "trauma")) & (chart.hour < 24)
    cefazolin = ANTIBIOTICS.index("cefazolin")
    goes_on[cefazolin] = (before.antibiotics[cefazolin] & (chart.hour > 24) & goes_on[cefazolin]) | (
        wound & ~_barred(chart)["cefazolin"]
    )
    found, starting = goes_on, np.flatnonzero(begins(chart, luck))
    if len(starting):
        found[:, starting] |= _empirical(chart, site, starting)
    resulted = np.flatnonzero((chart.treated > 52) & (chart.treated < 54))
    if len(resulted):
        _revise(chart, before.antibiotics, found, resulted)
    return found


def _revise(chart: Chart, before: Flags, antibiotics: Flags, rows: Indices) -> None:
    """Changes the antibiotics of ``rows``, whose cultures have resulted.

    What fails is broadened, vancomycin that is not needed ends, and four of five whose culture grew something
    get one drug of choice for it where it works and is not barred (Barlam et al., Clin Infect Dis
    2016;62:e51).
    """
    body, barred = chart.body, _barred(chart)
    reason, organism = body.reason[rows], body.organism[rows]
    able = body.susceptible[rows] < COVERED[:, organism]
    works = before[:, rows] & able
    fails = ~works.any(axis=0) & _INFECTED[reason]
    antibiotics[_MEROPENEM, rows] |= fails & ~barred["meropenem"][rows]
    antibiotics[_VANCOMYCIN, rows] |= fails
    good = works.any(axis=0) & ~body.neutropenic[rows]
    antibiotics[_VANCOMYCIN, rows] &= ~(good & (works.sum(axis=0) > works[_VANCOMYCIN]))
    drug = _TARGETED[organism]
    free = np.stack(
        [~barred[name][rows] if name in barred else np.ones(len(rows), bool) for name in ANTIBIOTICS]
    )
    each = np.arange(len(rows))
    choice = (
        able[drug, each] & free[drug, each] & ~body.neutropenic[rows] & (chart.habit("awake")[rows] < 0.8)
    )
    choice &= identified(body.key[rows], reason)
    antibiotics[:, rows[choice]] = False
    antibiotics[drug[choice], rows[choice]] = True


def _barred(chart: Chart) -> dict[str, Flags]:
    penicillin, cephalosporin = chart.allergic("penicillins"), chart.allergic("cephalosporins")
    either = {name: cephalosporin for name in ("cefazolin", "ceftriaxone", "cefepime")}
    either |= {"ceftazidime": cephalosporin, "meropenem": penicillin & cephalosporin}
    either |= {
        name: penicillin
        for name in ("piperacillin_tazobactam", "ampicillin", "nafcillin", "ampicillin_sulbactam")
    }
    return either | {"trimethoprim_sulfa": chart.allergic("sulfonamides")}


def _empirical(chart: Chart, site: Site, rows: Indices) -> Flags:
    reason = chart.body.reason[rows]
    place = SITES[reason]
    place = np.where(place == "none", "lung", place)
    severe = _SEPTIC[reason] | ~_INFECTED[reason]
    broad = site.text("antipseudomonal")
    barred = {name: flags[rows] for name, flags in _barred(chart).items()}
    wants = {name: np.zeros(len(place), dtype=bool) for name in ANTIBIOTICS}
    wants["vancomycin"] = (place == "blood") | (place == "skin") | (severe & (place == "lung"))
    heavy = severe | (place == "blood") | (place == "abdomen")
    wants[broad] = heavy & ~barred[broad]
    wants["ceftriaxone"] = ~heavy & (place != "skin") & ~barred["ceftriaxone"]
    wants["azithromycin"] = ~heavy & (place == "lung")
    wants["levofloxacin"] = ~heavy & (place != "skin") & barred["ceftriaxone"]
    wants["aztreonam"] = heavy & barred[broad]
    wants["metronidazole"] = (place == "abdomen") & ((broad == "cefepime") | barred[broad])
    return np.stack([wants[name] for name in ANTIBIOTICS])
