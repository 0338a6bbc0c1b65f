"""Codes: what a coder would find in the chart, in order, with omissions."""

from __future__ import annotations

import numpy as np
import pytest

from medgym_patient import DIAGNOSES, PROCEDURES
from medgym_patient.testing.cohort import Cohort, kinds


def test_acute_kidney_failure_is_coded_where_creatinine_rose(hospital: Cohort) -> None:
    """1.9 : 1.0 in the MIMIC-III demo (KDIGO 2012)."""
    coded = hospital.coded("acute_kidney_injury", "tubular_necrosis")
    highest = hospital.extreme("creatinine", np.fmax)
    plain = hospital.adult & ~hospital.has("renal_failure_on_dialysis")
    assert coded[hospital.adult].mean() > 0.06
    assert np.nanmedian(highest[coded & plain]) > 1.5 * np.nanmedian(highest[plain & ~coded])


def test_coders_leave_out(hospital: Cohort) -> None:
    """Half to two thirds of acute kidney injuries are coded (Waikar 2006)."""
    highest, lowest = (hospital.extreme("creatinine", reduce) for reduce in (np.fmax, np.fmin))
    injured = (
        (highest >= 1.5 * lowest)
        & (highest >= lowest + 0.3)
        & ~hospital.has("renal_failure_on_dialysis")
        & hospital.adult
    )
    assert 0.4 < hospital.coded("acute_kidney_injury")[injured].mean() < 0.9
    assert not hospital.coded("acute_kidney_injury")[
        hospital.adult & ~injured & ~hospital.reason("acute_kidney_injury")
    ].any()


@pytest.mark.parametrize(
    ("code", "lab", "reduce", "limit"),
    [
        ("hyponatremia", "sodium", np.fmin, 133),
        ("hypokalemia", "potassium", np.fmin, 3.3),
        ("thrombocytopenia", "platelets", np.fmin, 105),
        ("hypernatremia", "sodium", np.fmax, -148),
        ("hyperkalemia", "potassium", np.fmax, -5.7),
        ("hemorrhagic_anemia", "hemoglobin", np.fmin, 9.8),
    ],
)
def test_a_code_has_its_lab(hospital: Cohort, code: str, lab: str, reduce: np.ufunc, limit: float) -> None:
    rows = hospital.coded(code) & ~hospital.reason("hyponatremia")
    value = hospital.extreme(lab, reduce)[rows]
    assert len(value) > 0
    assert (value < limit).all() if limit > 0 else (value > -limit).all()


def test_the_first_code_is_the_reason(hospital: Cohort) -> None:
    codes = hospital.records.diagnoses
    first = codes.concept[codes.rank == 1]
    assert len(first) == hospital.size
    for name in ("pneumonia", "pancreatitis", "hip_fracture", "intracerebral_hemorrhage"):
        assert np.isin(first[hospital.reason(name)], kinds(DIAGNOSES, name)).all()


def test_ranks_are_consecutive_and_codes_are_once(hospital: Cohort) -> None:
    codes = hospital.records.diagnoses
    icd9 = np.array(DIAGNOSES.texts("icd9"))[codes.concept]
    starts = np.searchsorted(codes.stay, codes.stay)
    assert (codes.rank == np.arange(len(codes.stay)) - starts + 1).all()
    assert len(set(zip(codes.stay, icd9, strict=True))) == len(icd9)


def test_how_many_codes(hospital: Cohort, clinic: Cohort) -> None:
    """MIMIC-III has 11 a stay (651,047 of 58,976 stays), up to 39; eICU's sites code fewer."""
    counts = [
        c.records.diagnoses.stay[c.adult[c.records.diagnoses.stay]].size / c.adult.sum()
        for c in (hospital, clinic)
    ]
    assert 7 < counts[0] < 14
    assert counts[1] < 0.85 * counts[0]


def test_ventilation_codes_are_by_hours(hospital: Cohort) -> None:
    """96.71 under 96 hours, 96.72 from 96 on (ICD-9-CM)."""
    hours = hospital.dosed("sedation")
    assert (hours[hospital.done("ventilation_long") & hospital.adult] >= 96).all()
    assert (hours[hospital.done("ventilation_short") & hospital.adult] < 96).all()
    assert not (hospital.done("ventilation_short") & hospital.done("ventilation_long")).any()


def test_septic_shock_had_vasopressors(hospital: Cohort) -> None:
    rows = hospital.coded("septic_shock")
    assert rows.any()
    assert (hospital.dosed("norepinephrine", "phenylephrine", "vasopressin")[rows] > 0).all()


@pytest.mark.parametrize(
    "condition", ["diabetes_type_2", "atrial_fibrillation", "coronary_disease", "hypothyroidism", "copd"]
)
def test_conditions_are_coded_by_most(hospital: Cohort, condition: str) -> None:
    """70 to 97 % of those who have it, never of others (Quan 2002)."""
    coded, has = hospital.coded(condition), hospital.has(condition)
    rows = has & hospital.adult & ~hospital.reason("copd_exacerbation", "bypass_surgery")
    assert 0.65 < coded[rows].mean() < 0.99
    assert not coded[
        ~has & ~hospital.reason("rapid_atrial_fibrillation", "bypass_surgery", "valve_surgery")
    ].any()


def test_hypertension_with_kidney_disease_has_one_code(hospital: Cohort) -> None:
    """403.x, not 401.9 (ICD-9-CM guidelines, I.C.7.a.3)."""
    kidney = hospital.coded("hypertensive_kidney_disease", "hypertensive_renal_failure")
    assert kidney.any()
    assert not hospital.coded("hypertension")[kidney].any()


def test_sex_specific_codes(hospital: Cohort) -> None:
    men = hospital.coded("prostate_cancer", "prostatic_hyperplasia")
    women = hospital.coded(
        "breast_cancer", "ovarian_cancer", "preeclampsia", "postpartum_hemorrhage", "single_liveborn_outcome"
    )
    assert not hospital.person("female")[men].any()
    assert hospital.person("female")[women].all()


def test_codes_are_written_as_icd9_has_them() -> None:
    for table in (DIAGNOSES, PROCEDURES):
        codes = table.texts("icd9")
        assert all(3 <= len(code) <= 5 and code[1:].isdigit() for code in codes)
