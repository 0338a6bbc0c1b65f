"""What is computed from what holds up to rounding."""

from __future__ import annotations

import numpy as np
import pytest

from medgym_patient.testing.cohort import Cohort


def test_anion_gap(hospital: Cohort) -> None:
    """Sodium + potassium - chloride - bicarbonate, as MIMIC-III's laboratory counts it.

    (within 0.5 in the demo).
    """
    v = hospital.drawn("sodium", "potassium", "chloride", "bicarbonate", "anion_gap")
    assert (
        np.abs(v["sodium"] + v["potassium"] - v["chloride"] - v["bicarbonate"] - v["anion_gap"]).max() <= 0.51
    )


def test_red_cell_indices(hospital: Cohort) -> None:
    v = hospital.drawn("hemoglobin", "hematocrit", "red_cells", "mcv", "mch", "mchc")
    assert np.abs(v["hematocrit"] / v["red_cells"] * 10 - v["mcv"]).max() <= 0.51
    assert np.abs(v["hemoglobin"] / v["red_cells"] * 10 - v["mch"]).max() <= 0.051
    assert np.abs(v["hemoglobin"] / v["hematocrit"] * 100 - v["mchc"]).max() <= 0.051


def test_hematocrit_goes_with_hemoglobin(hospital: Cohort) -> None:
    """0.95 in the MIMIC-III demo."""
    v = hospital.drawn("hemoglobin", "hematocrit")
    assert np.corrcoef(v["hemoglobin"], v["hematocrit"])[0, 1] > 0.94


def test_mean_arterial_pressure(hospital: Cohort) -> None:
    """(systolic + 2 diastolic) / 3."""
    (_, _, systolic), (_, _, diastolic), (_, _, mean) = (
        hospital.vital(name) for name in ("systolic", "diastolic", "mean_pressure")
    )
    assert np.abs((systolic + 2 * diastolic) / 3 - mean).max() <= 1.1
    assert (systolic > diastolic).all()


def test_total_carbon_dioxide(hospital: Cohort) -> None:
    """Henderson and Hasselbalch; dissolved carbon dioxide 0.0307 a mmHg.

    (mean of the demo's excess: 1.23 at 40 mmHg).
    """
    v = hospital.drawn("ph", "pco2", "total_co2")
    bicarbonate = 0.0307 * v["pco2"] * 10 ** (v["ph"] - 6.1)
    assert np.abs(bicarbonate + 0.0307 * v["pco2"] - v["total_co2"]).max() <= 0.51


def test_base_excess_goes_with_bicarbonate(hospital: Cohort) -> None:
    v = hospital.drawn("ph", "total_co2", "base_excess")
    assert np.corrcoef(v["total_co2"], v["base_excess"])[0, 1] > 0.85


def test_gas_and_chemistry_see_one_bicarbonate(hospital: Cohort) -> None:
    gas, chemistry = (hospital.extreme(name, np.fmin, 24) for name in ("total_co2", "bicarbonate"))
    both = ~np.isnan(gas) & ~np.isnan(chemistry)
    assert np.corrcoef(gas[both], chemistry[both])[0, 1] > 0.7


def test_oxygen_is_below_the_alveolar(hospital: Cohort) -> None:
    """The A-a gradient is never negative; 100 % oxygen at most 713 mmHg less carbon dioxide."""
    v = hospital.drawn("po2", "pco2")
    assert (v["po2"] <= 713 - v["pco2"] / 0.8).all()


def test_saturation_follows_the_dissociation_curve(hospital: Cohort) -> None:
    """90 % at 60 mmHg, 97 at 95 (Severinghaus 1979)."""
    v = hospital.drawn("po2", "oxygen_saturation")
    assert v["oxygen_saturation"][np.abs(v["po2"] - 60) < 3].mean() == pytest.approx(90, abs=2)
    assert v["oxygen_saturation"][np.abs(v["po2"] - 95) < 5].mean() == pytest.approx(97, abs=1)


def test_prothrombin_time_and_inr(hospital: Cohort) -> None:
    v = hospital.drawn("pt", "inr")
    assert np.abs((v["pt"] / 12.5) ** 1.09 - v["inr"]).max() < 0.2


def test_differential_adds_up(hospital: Cohort) -> None:
    names = ("neutrophils", "lymphocytes", "monocytes", "eosinophils", "basophils", "bands")
    v = hospital.drawn(*names)
    assert np.abs(sum(v[name] for name in names) - 100).max() < 0.2


def test_direct_bilirubin_is_part_of_the_total(hospital: Cohort) -> None:
    v = hospital.drawn("bilirubin_direct", "bilirubin_total")
    assert (v["bilirubin_direct"] <= v["bilirubin_total"]).all()


def test_calcium_corrected_for_albumin_goes_with_ionised(hospital: Cohort) -> None:
    """Payne's correction, 0.8 mg/dL a g/dL."""
    total, albumin = (hospital.extreme(name, np.fmin, 24) for name in ("calcium", "albumin"))
    ionised = hospital.extreme("ionized_calcium", np.fmin, 24)
    rows = ~np.isnan(total + albumin + ionised) & hospital.adult
    corrected = total + 0.8 * (4 - albumin)
    assert np.corrcoef(corrected[rows], ionised[rows])[0, 1] > 0.4
    assert np.corrcoef(total[rows], albumin[rows])[0, 1] > 0.4


def test_low_density_cholesterol(hospital: Cohort) -> None:
    """Friedewald 1972."""
    v = hospital.drawn("cholesterol", "hdl_cholesterol", "triglycerides", "ldl_cholesterol")
    assert (
        np.abs(v["cholesterol"] - v["hdl_cholesterol"] - v["triglycerides"] / 5 - v["ldl_cholesterol"]).max()
        <= 1.5
    )


def test_iron_binding_capacity(hospital: Cohort) -> None:
    """1.3 times transferrin."""
    v = hospital.drawn("transferrin", "iron_binding_capacity")
    assert np.abs(1.3 * v["transferrin"] - v["iron_binding_capacity"]).max() <= 0.51


def test_osmolality(hospital: Cohort) -> None:
    v = hospital.drawn("osmolality", "sodium", "glucose", "urea_nitrogen")
    computed = 2 * v["sodium"] + v["glucose"] / 18 + v["urea_nitrogen"] / 2.8
    assert np.median(v["osmolality"] - computed) == pytest.approx(4, abs=8)


def test_coma_scale_parts(hospital: Cohort) -> None:
    for part, most in (("eyes", 4), ("verbal", 5), ("motor", 6)):
        value = hospital.vital(part)[2]
        assert set(np.unique(value)) <= set(range(1, most + 1))


def test_the_intubated_do_not_speak(hospital: Cohort) -> None:
    settings, vitals = hospital.records.settings, hospital.records.vitals
    there = set(zip(vitals.stay, vitals.minute, strict=True))
    times = (
        set(zip(settings.stay[settings.invasive], settings.minute[settings.invasive], strict=True)) & there
    )
    verbal = hospital.vital("verbal")[2]
    spoken = [v for s, m, v in zip(vitals.stay, vitals.minute, verbal, strict=True) if (s, m) in times]
    assert len(spoken) > 200
    assert set(spoken) == {1}
