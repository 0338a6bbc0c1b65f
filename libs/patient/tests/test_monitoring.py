"""What is measured when: panels, severity, and how values go along within a patient."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import spearmanr

from medgym_patient import LABS, REASONS
from medgym_patient.testing.cohort import Array, Cohort


def serial(cohort: Cohort, name: str) -> float:
    """Rank correlation of a lab with the next one of the same adult."""
    stay, _, value = cohort.lab(name)
    pairs = (stay[1:] == stay[:-1]) & cohort.adult[stay[1:]]
    return float(spearmanr(value[1:][pairs], value[:-1][pairs]).statistic)


def days(cohort: Cohort) -> Array:
    return cohort.records.stays.minutes / 1440


def test_sodium_comes_in_a_panel(hospital: Cohort) -> None:
    """97 % of sodium draws in the MIMIC-III demo are with chloride, bicarbonate, urea and creatinine."""
    labs = hospital.records.labs
    times = {
        name: set(zip(*hospital.lab(name)[:2], strict=True))
        for name in ("sodium", "chloride", "bicarbonate", "urea_nitrogen", "creatinine")
    }
    together = set.intersection(*times.values())
    assert len(together) / len(times["sodium"]) > 0.97
    assert len(np.unique(labs.lab)) > 80


def test_hematocrit_comes_with_hemoglobin(hospital: Cohort) -> None:
    one, other = (set(zip(*hospital.lab(name)[:2], strict=True)) for name in ("hematocrit", "hemoglobin"))
    assert one == other


@pytest.mark.parametrize(
    ("lab", "least", "most"),
    [
        ("sodium", 0.9, 2.0),
        ("hemoglobin", 0.9, 2.0),
        ("ph", 0.15, 1.2),
        ("lactate", 0.1, 0.6),
        ("alt", 0.1, 0.6),
        ("tsh", 0, 0.1),
    ],
)
def test_draws_a_day(hospital: Cohort, lab: str, least: float, most: float) -> None:
    """1.45, 1.28, 1.0, 0.45, 0.41 and below 0.05 in the demo, whose patients are iller than most."""
    stay = hospital.lab(lab)[0]
    assert least < hospital.adult[stay].sum() / days(hospital)[hospital.adult].sum() < most


def test_the_ill_are_measured_more(hospital: Cohort) -> None:
    """Draws a day rise with severity (Agniel 2018)."""
    counts = np.bincount(hospital.records.labs.stay, minlength=hospital.size) / days(hospital)
    worst = hospital.records.stays.worst
    assert counts[hospital.adult & (worst >= 8)].mean() > 1.4 * counts[hospital.adult & (worst <= 3)].mean()


def test_missing_lactate_tells(hospital: Cohort) -> None:
    measured = ~np.isnan(hospital.extreme("lactate", np.fmax, 24))
    died = hospital.records.stays.died
    assert died[hospital.adult & measured].mean() > 1.15 * died[hospital.adult & ~measured].mean()


def test_troponin_is_of_hearts(hospital: Cohort) -> None:
    drawn = ~np.isnan(hospital.extreme("troponin_t", np.fmax))
    heart = hospital.reason("infarction", "st_elevation_infarction", "heart_failure")
    assert drawn[heart].mean() > 0.9
    assert drawn[hospital.adult & ~heart].mean() < 0.6


@pytest.mark.parametrize(
    ("lab", "least"),
    [
        ("creatinine", 0.85),
        ("urea_nitrogen", 0.85),
        ("hemoglobin", 0.75),
        ("platelets", 0.85),
        ("sodium", 0.55),
        ("inr", 0.6),
        ("mcv", 0.85),
        ("albumin", 0.6),
    ],
)
def test_values_go_along_within_a_patient(hospital: Cohort, lab: str, least: float) -> None:
    """Serial correlation: 0.9 and more for creatinine, urea, platelets in the demo."""
    assert serial(hospital, lab) > least


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        ("creatinine", "urea_nitrogen", 0.5, 0.9),
        ("bicarbonate", "anion_gap", -0.8, -0.3),
        ("alt", "ast", 0.7, 1.0),
        ("sodium", "chloride", 0.6, 0.95),
        ("creatinine", "phosphate", 0.2, 0.8),
    ],
)
def test_labs_that_go_together(hospital: Cohort, one: str, other: str, low: float, high: float) -> None:
    """Rank correlations of 0.68, -0.55, 0.87, 0.73 and 0.29 in the demo."""
    v = hospital.drawn(one, other)
    assert low < spearmanr(v[one], v[other]).statistic < high


def test_vital_signs_are_hourly_in_intensive_care(hospital: Cohort) -> None:
    units, vitals = hospital.records.units, hospital.records.vitals
    intensive = (
        np.bincount(units.stay, (units.stop - units.start) * units.intensive, minlength=hospital.size) / 60
    )
    total = np.bincount(vitals.stay, minlength=hospital.size)
    ward = hospital.records.stays.minutes / 60 - intensive
    assert (total[hospital.adult] / (intensive + ward / 6)[hospital.adult]).mean() == pytest.approx(
        1.0, abs=0.2
    )


def test_temperature_is_highest_in_the_evening(hospital: Cohort) -> None:
    """A quarter of a degree at about 18 h (Mackowiak 1992)."""
    stay, minute, value = hospital.vital("temperature")
    hour = ((hospital.records.stays.admitted[stay] + minute) / 60) % 24
    late, early = (value[hospital.adult[stay] & (hour >= h) & (hour < h + 4)].mean() for h in (17, 4))
    assert 0.15 < late - early < 0.7


def test_labs_are_drawn_in_the_morning(hospital: Cohort) -> None:
    stay, minute, _ = hospital.lab("sodium")
    later = minute > 1440
    hour = ((hospital.records.stays.admitted[stay] + minute) / 60) % 24
    assert ((hour > 2.5) & (hour < 6.5))[later & hospital.adult[stay]].mean() > 0.4


def test_fever_and_white_cells_are_of_infection(hospital: Cohort) -> None:
    burden = REASONS.numbers("burden")[hospital.records.stays.reason] >= 0.9
    burden &= ~hospital.reason("neutropenic_fever")
    fever, white = (
        hospital.vital_extreme("temperature", np.fmax, 48),
        hospital.extreme("white_cells", np.fmax, 48),
    )
    plain = hospital.adult & ~burden & ~hospital.reason("neutropenic_fever")
    assert fever[burden].mean() > fever[plain].mean() + 0.5
    assert np.nanmean(white[burden]) > np.nanmean(white[plain]) + 3


@pytest.mark.parametrize(
    ("lab", "reduce", "reason", "limit", "above"),
    [
        ("troponin_t", np.fmax, "st_elevation_infarction", 0.3, True),
        ("glucose", np.fmax, "diabetic_ketoacidosis", 350, True),
        ("anion_gap", np.fmax, "diabetic_ketoacidosis", 20, True),
        ("lipase", np.fmax, "pancreatitis", 200, True),
        ("alt", np.fmax, "acetaminophen_overdose", 400, True),
        ("hemoglobin", np.fmin, "upper_gi_bleed", 9.5, False),
        ("sodium", np.fmin, "hyponatremia", 125, False),
        ("creatinine", np.fmax, "acute_kidney_injury", 2.2, True),
        ("bilirubin_total", np.fmax, "hepatic_failure", 2.0, True),
        ("pco2", np.fmax, "copd_exacerbation", 50, True),
        ("white_cells", np.fmin, "neutropenic_fever", 1.0, False),
        ("natriuretic_peptide", np.fmax, "heart_failure", 1000, True),
    ],
)
def test_the_lab_of_the_disease(
    hospital: Cohort, lab: str, reduce: np.ufunc, reason: str, limit: float, above: bool
) -> None:
    """Diagnostic thresholds of the guidelines; the median of those admitted for it is beyond."""
    value = np.nanmedian(hospital.extreme(lab, reduce, 72)[hospital.reason(reason)])
    assert value > limit if above else value < limit


@pytest.mark.parametrize(
    ("lab", "condition", "times"),
    [
        ("creatinine", "chronic_kidney_disease", 1.3),
        ("hemoglobin_a1c", "diabetes_type_2", 1.15),
        ("inr", "cirrhosis", 1.2),
        ("tsh", "hypothyroidism", 1.5),
        ("glucose", "diabetes_type_2", 1.2),
    ],
)
def test_the_lab_of_the_condition(hospital: Cohort, lab: str, condition: str, times: float) -> None:
    value = hospital.extreme(lab, np.fmax, 48)
    has = hospital.has(condition)
    assert np.nanmedian(value[has]) > times * np.nanmedian(value[hospital.adult & ~has])


def test_marginals_are_near_the_demo(hospital: Cohort) -> None:
    """Medians of the MIMIC-III demo, with the width that a hundred patients who all died leave."""
    demo = {
        "sodium": (139, 3),
        "potassium": (3.9, 0.35),
        "bicarbonate": (25, 2.5),
        "hemoglobin": (9.7, 2.2),
        "white_cells": (8.9, 2.5),
        "platelets": (178, 70),
        "glucose": (122, 20),
        "urea_nitrogen": (23, 8),
        "calcium": (8.4, 0.5),
        "magnesium": (2.0, 0.2),
        "ph": (7.40, 0.04),
        "pco2": (40, 4),
    }
    for name, (value, width) in demo.items():
        stay, _, found = hospital.lab(name)
        assert np.median(found[hospital.adult[stay]]) == pytest.approx(value, abs=width), name


def test_reference_ranges_and_units_are_of_the_table() -> None:
    assert (LABS.numbers("low") <= LABS.numbers("high")).all()
    assert (LABS.numbers("least") < LABS.numbers("most")).all()
    assert len(set(LABS.texts("loinc"))) >= len(LABS) - 1
