"""Who gets what: by indication, at the right time, and not otherwise."""

from __future__ import annotations

import numpy as np
import pytest

from medgym_patient import ANTIBIOTICS, DRUGS, SPECIMENS
from medgym_patient.testing.cohort import Cohort


def test_diabetics_get_insulin(hospital: Cohort) -> None:
    """88 : 59 % in the MIMIC-III demo; insulin for those over 180 mg/dL (NICE-SUGAR)."""
    insulin = (hospital.dosed("insulin", "insulin_infusion") > 0) | hospital.given("insulin_glargine")
    diabetic = hospital.has("diabetes_type_1") | hospital.has("diabetes_type_2")
    rates = insulin[hospital.adult & diabetic].mean(), insulin[hospital.adult & ~diabetic].mean()
    assert rates[0] > 0.7
    assert rates[0] > 1.3 * rates[1]


def test_vasopressors_follow_low_pressure(hospital: Cohort) -> None:
    """Goal 65 mmHg (Rhodes 2017)."""
    pressors = hospital.dosed("norepinephrine", "phenylephrine") > 0
    low = hospital.vital_extreme("mean_pressure", np.fmin)
    assert low[pressors].mean() < 65
    assert pressors[hospital.adult & (low > 70)].mean() < 0.02
    assert 0.10 < pressors[hospital.adult].mean() < 0.45


def test_antibiotics_are_for_infection(hospital: Cohort) -> None:
    treated = hospital.given(*(name for name in ANTIBIOTICS if name != "cefazolin"))
    infected = hospital.reason(
        "urosepsis",
        "pneumonia_sepsis",
        "bacteremia",
        "pneumonia",
        "cellulitis",
        "cholangitis",
        "neutropenic_fever",
    )
    assert treated[infected].mean() > 0.9
    assert treated[hospital.adult & ~infected].mean() < 0.5


def test_cultures_are_taken_before_antibiotics(hospital: Cohort) -> None:
    """Within the hour before (Rhodes 2017)."""
    orders, cultures = hospital.records.orders, hospital.records.cultures
    first = np.full(hospital.size, np.inf)
    rows = np.isin(orders.drug, [DRUGS.index[n] for n in ANTIBIOTICS if n != "cefazolin"])
    np.minimum.at(first, orders.stay[rows], orders.start[rows])
    blood = cultures.specimen == SPECIMENS.index("blood_culture")
    assert blood.sum() > 100
    before = np.full(hospital.size, np.inf)
    np.minimum.at(before, cultures.stay[blood], cultures.minute[blood])
    treated = np.isfinite(first)
    assert (before[treated] <= first[treated]).all()


def test_blood_cultures_grow_in_bacteremia(hospital: Cohort) -> None:
    """82 % against less than 35 % (Coburn 2012)."""
    cultures = hospital.records.cultures
    blood = cultures.specimen == SPECIMENS.index("blood_culture")
    there = hospital.reason("bacteremia")[cultures.stay]
    blood &= np.diff(cultures.stay, prepend=-1) != 0
    assert (cultures.organism >= 0)[blood & there].mean() > 0.6
    assert (cultures.organism >= 0)[blood & ~there].mean() < 0.35


def test_most_cultures_grow_nothing(hospital: Cohort) -> None:
    """One of blood in 14 (Bates 1990), of urine in 4, of sputum in 2 (MIMIC-III demo: eight an admission)."""
    cultures = hospital.records.cultures
    grew = {
        name: (cultures.organism[cultures.specimen == SPECIMENS.index(name)] >= 0).mean()
        for name in ("blood_culture", "urine", "sputum")
    }
    assert 0.05 < grew["blood_culture"] < 0.2
    assert 0.12 < grew["urine"] < 0.4
    assert 0.3 < grew["sputum"] < 0.6
    assert 2 < len(cultures.stay) / hospital.adult.sum() < 9


def test_nothing_is_susceptible_that_was_not_grown(hospital: Cohort) -> None:
    cultures = hospital.records.cultures
    assert (cultures.susceptible[cultures.organism < 0] == -1).all()
    assert (cultures.susceptible[cultures.organism >= 0] == 1).mean() > 0.3


def test_no_heparin_for_who_bleeds(hospital: Cohort) -> None:
    bleeds = hospital.reason(
        "upper_gi_bleed", "variceal_bleed", "intracerebral_hemorrhage", "subdural_hematoma"
    )
    heparin = hospital.given("heparin_prophylaxis", "enoxaparin_prophylaxis", "heparin_infusion")
    assert bleeds.any()
    assert not heparin[bleeds].any()
    assert heparin[hospital.adult & ~bleeds].mean() > 0.5


@pytest.mark.parametrize(
    ("drugs", "condition", "share"),
    [
        (("levothyroxine",), "hypothyroidism", 0.8),
        (("atorvastatin", "simvastatin"), "hyperlipidemia", 0.4),
        (("aspirin",), "coronary_disease", 0.5),
        (("citalopram", "sertraline", "lorazepam"), "depression", 0.4),
        (("sevelamer", "nephrocaps", "epoetin"), "renal_failure_on_dialysis", 0.8),
        (("tiotropium", "ipratropium", "fluticasone_salmeterol"), "copd", 0.6),
        (("donepezil",), "dementia", 0.5),
        (("allopurinol",), "gout", 0.5),
        (("tacrolimus", "mycophenolate"), "kidney_transplant", 0.6),
        (("oral_furosemide",), "systolic_failure", 0.5),
    ],
)
def test_home_medication_follows_from_conditions(
    hospital: Cohort, drugs: tuple[str, ...], condition: str, share: float
) -> None:
    """Registries and NHANES; at least three times as often as without the condition."""
    has = hospital.has(condition) & hospital.adult
    given = hospital.given(*drugs)
    assert given[has].mean() > share
    assert given[hospital.adult & ~has].mean() < given[has].mean() / (
        2 if condition == "coronary_disease" else 1.9
    )


def test_sedation_is_for_the_ventilated(hospital: Cohort) -> None:
    settings = hospital.records.settings
    ventilated = np.bincount(settings.stay[settings.invasive], minlength=hospital.size) > 0
    assert not (hospital.dosed("sedation") > 0)[~ventilated].any()
    assert (hospital.dosed("sedation") > 0)[ventilated & hospital.adult].all()
    assert 0.2 < ventilated[hospital.adult].mean() < 0.55


def test_the_ventilated_were_ill_or_operated(hospital: Cohort) -> None:
    settings = hospital.records.settings
    ventilated = (np.bincount(settings.stay[settings.invasive], minlength=hospital.size) > 0) & hospital.adult
    ratio = hospital.vital_extreme("saturation", np.fmin)
    assert ratio[ventilated].mean() < ratio[hospital.adult & ~ventilated].mean()


def test_red_cells_are_for_low_hemoglobin(hospital: Cohort) -> None:
    """Under 7 to 8 g/dL (Carson 2016)."""
    lowest = hospital.extreme("hemoglobin", np.fmin)
    given = hospital.dosed("red_cells") > 0
    assert (lowest[given] < 8.6).all()
    assert given[lowest < 7].mean() > 0.9
    assert 0.08 < given[hospital.adult].mean() < 0.5


def test_potassium_is_for_low_potassium(hospital: Cohort) -> None:
    lowest = hospital.extreme("potassium", np.fmin)
    given = hospital.dosed("potassium") > 0
    assert (lowest[given] < 4.0).all()
    assert given[hospital.adult & (lowest < 3.3)].mean() > 0.7


def test_dialysis_is_for_failing_kidneys(hospital: Cohort) -> None:
    dialysed = hospital.done("dialysis")
    highest = hospital.extreme("creatinine", np.fmax)
    assert dialysed.any()
    assert (highest[dialysed] > 2).mean() > 0.95
    assert dialysed[hospital.has("renal_failure_on_dialysis")].mean() > 0.8


@pytest.mark.parametrize(
    ("drug", "reasons"),
    [
        ("acetylcysteine", ("acetaminophen_overdose",)),
        ("naloxone", ("opioid_overdose",)),
        ("octreotide", ("variceal_bleed",)),
        ("nimodipine", ("subarachnoid_hemorrhage",)),
        ("alteplase", ("ischemic_stroke",)),
        ("diazepam", ("alcohol_withdrawal",)),
        ("oxytocin", ("postpartum_hemorrhage", "preeclampsia")),
        ("caffeine", ("preterm_newborn",)),
    ],
)
def test_remedies_of_one_disease(hospital: Cohort, drug: str, reasons: tuple[str, ...]) -> None:
    given = hospital.given(drug)
    assert not given[~hospital.reason(*reasons)].any()


@pytest.mark.parametrize(
    ("procedure", "reasons"),
    [
        ("extracorporeal_circulation", ("bypass_surgery", "valve_surgery")),
        ("coronary_stent", ("infarction", "st_elevation_infarction")),
        ("hip_fixation", ("hip_fracture",)),
        ("variceal_ligation", ("variceal_bleed",)),
        ("cesarean_section", ("preeclampsia",)),
        ("lobectomy", ("lung_resection",)),
        ("craniotomy", ("intracerebral_hemorrhage",)),
        ("circumcision", ("term_newborn", "preterm_newborn")),
    ],
)
def test_procedures_belong_to_their_diagnosis(
    hospital: Cohort, procedure: str, reasons: tuple[str, ...]
) -> None:
    assert not hospital.done(procedure)[~hospital.reason(*reasons)].any()


def test_circumcision_is_of_boys(hospital: Cohort) -> None:
    assert not hospital.person("female")[hospital.done("circumcision")].any()


def test_beta_blockers_are_not_for_asthma(hospital: Cohort) -> None:
    assert not hospital.given("metoprolol", "carvedilol")[hospital.has("asthma")].any()


def test_vancomycin_levels_are_of_those_on_it(hospital: Cohort) -> None:
    stay, _, value = hospital.lab("vancomycin")
    assert hospital.given("vancomycin")[stay].all()
    assert 8 < np.median(value) < 28
