"""The same laws on real patients: a law that they break would not be kept."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from .conftest import draws

Demo = dict[str, pd.DataFrame]
ITEMS = {
    "hematocrit": 51221,
    "hemoglobin": 51222,
    "red_cells": 51279,
    "mcv": 51250,
    "sodium": 50983,
    "potassium": 50971,
    "chloride": 50902,
    "bicarbonate": 50882,
    "gap": 50868,
    "creatinine": 50912,
    "ph": 50820,
    "pco2": 50818,
    "tco2": 50804,
    "lactate": 50813,
    "platelets": 51265,
    "inr": 51237,
    "pt": 51274,
    "urea": 51006,
    "calcium": 50893,
    "albumin": 50862,
    "direct": 50883,
    "bilirubin": 50885,
    "po2": 50821,
    "mch": 51248,
    "mchc": 51249,
    "excess": 50802,
}


@pytest.fixture(scope="module")
def wide(demo: Demo) -> pd.DataFrame:
    return draws(demo, ITEMS)


def test_anion_gap_counts_potassium(wide: pd.DataFrame) -> None:
    v = wide[["gap", "sodium", "potassium", "chloride", "bicarbonate"]].dropna()
    assert (v["sodium"] + v["potassium"] - v["chloride"] - v["bicarbonate"] - v["gap"]).abs().max() <= 0.51


def test_hematocrit_goes_with_hemoglobin(wide: pd.DataFrame) -> None:
    v = wide[["hematocrit", "hemoglobin"]].dropna()
    assert v.corr().iloc[0, 1] > 0.94


def test_red_cell_indices(wide: pd.DataFrame) -> None:
    v = wide[["hematocrit", "hemoglobin", "red_cells", "mcv", "mch", "mchc"]].dropna()
    assert (v["hematocrit"] / v["red_cells"] * 10 - v["mcv"]).abs().quantile(0.99) < 1
    assert (v["hemoglobin"] / v["red_cells"] * 10 - v["mch"]).abs().quantile(0.99) < 1
    assert (v["hemoglobin"] / v["hematocrit"] * 100 - v["mchc"]).abs().quantile(0.99) < 1


def test_total_carbon_dioxide(wide: pd.DataFrame) -> None:
    v = wide[["ph", "pco2", "tco2"]].dropna()
    expected = 0.0307 * v["pco2"] * (10 ** (v["ph"] - 6.1) + 1)
    assert (expected - v["tco2"]).abs().median() < 0.6


def test_base_excess_goes_with_bicarbonate(wide: pd.DataFrame) -> None:
    assert wide[["tco2", "excess"]].dropna().corr().iloc[0, 1] > 0.85


def test_inr_goes_with_prothrombin_time(wide: pd.DataFrame) -> None:
    assert wide[["inr", "pt"]].dropna().corr(method="spearman").iloc[0, 1] > 0.9


def test_oxygen_is_below_the_alveolar(wide: pd.DataFrame) -> None:
    v = wide[["po2", "pco2"]].dropna()
    assert (v["po2"] <= 713 - v["pco2"] / 0.8).mean() > 0.99


def test_direct_bilirubin_is_part_of_the_total(wide: pd.DataFrame) -> None:
    v = wide[["direct", "bilirubin"]].dropna()
    assert (v["direct"] <= v["bilirubin"]).mean() > 0.99


def test_sodium_comes_in_a_panel(wide: pd.DataFrame) -> None:
    v = wide[wide["sodium"].notna()]
    assert v[["chloride", "bicarbonate", "urea", "creatinine"]].notna().all(axis=1).mean() > 0.95


@pytest.mark.parametrize(
    ("lab", "least"),
    [("creatinine", 0.85), ("platelets", 0.85), ("hemoglobin", 0.6), ("sodium", 0.55), ("urea", 0.85)],
)
def test_values_go_along_within_a_patient(wide: pd.DataFrame, lab: str, least: float) -> None:
    v = wide[lab].dropna().sort_index().reset_index()
    pairs = v["hadm_id"].eq(v["hadm_id"].shift())
    assert v[lab][pairs].corr(v[lab].shift()[pairs], method="spearman") > least


def test_acute_kidney_failure_is_coded_where_creatinine_rose(demo: Demo, wide: pd.DataFrame) -> None:
    highest = wide["creatinine"].groupby("hadm_id").max()
    codes = demo["diagnoses_icd"]
    coded = highest.index.isin(codes.loc[codes["icd9_code"].astype(str).str.startswith("584"), "hadm_id"])
    assert highest[coded].median() > 1.5 * highest[~coded].median()


def test_diabetics_get_insulin(demo: Demo) -> None:
    drugs, codes = demo["prescriptions"], demo["diagnoses_icd"]
    insulin = set(drugs.loc[drugs["drug"].str.contains("insulin", case=False, na=False), "hadm_id"])
    diabetic = set(codes.loc[codes["icd9_code"].astype(str).str.startswith("250"), "hadm_id"])
    stays = set(drugs["hadm_id"])
    rates = [np.mean([stay in insulin for stay in group]) for group in (stays & diabetic, stays - diabetic)]
    assert rates[0] > 1.3 * rates[1]


def test_lactate_foretells_death(demo: Demo, wide: pd.DataFrame) -> None:
    highest = wide["lactate"].groupby("hadm_id").max().dropna()
    died = demo["admissions"].set_index("hadm_id")["hospital_expire_flag"].reindex(highest.index)
    assert died[highest > 4].mean() > 1.5 * died[highest < 2].mean()


def test_ill_patients_are_measured_more(demo: Demo) -> None:
    stays = demo["admissions"].set_index("hadm_id")
    days = (
        pd.to_datetime(stays["dischtime"]) - pd.to_datetime(stays["admittime"])
    ).dt.total_seconds() / 86400
    counts = demo["labevents"].groupby("hadm_id").size().reindex(days.index).fillna(0) / days.clip(lower=0.5)
    assert (
        counts[stays["hospital_expire_flag"] == 1].median()
        > 1.2 * counts[stays["hospital_expire_flag"] == 0].median()
    )


def test_first_labs_and_age_foretell_death(demo: Demo, wide: pd.DataFrame) -> None:
    """Lactate, urea and platelets separate those who died in hospital, as in the model."""
    died = demo["admissions"].set_index("hadm_id")["hospital_expire_flag"] == 1
    urea = wide["urea"].groupby("hadm_id").first().dropna()
    assert urea[died.reindex(urea.index)].median() > urea[~died.reindex(urea.index)].median()


def test_sex_specific_codes(demo: Demo) -> None:
    codes = demo["diagnoses_icd"].merge(demo["patients"][["subject_id", "gender"]], on="subject_id")
    text = codes["icd9_code"].astype(str)
    assert (codes.loc[text.str.match("^(185|600)"), "gender"] == "M").all()
    assert (codes.loc[text.str.match("^(174|183|64[0-9])"), "gender"] == "F").all()
