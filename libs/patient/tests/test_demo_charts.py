"""More of the laws on real patients: what is drawn together, what is coded, given and charted, and when."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from .conftest import DEMO, draws

Demo = dict[str, pd.DataFrame]
ITEMS = {
    "sodium": 50983,
    "chloride": 50902,
    "potassium": 50971,
    "bicarbonate": 50882,
    "gap": 50868,
    "urea": 51006,
    "creatinine": 50912,
    "glucose": 50931,
    "alt": 50861,
    "ast": 50878,
    "platelets": 51265,
    "inr": 51237,
    "hemoglobin": 51222,
    "troponin": 51003,
    "vancomycin": 51009,
    "lactate": 50813,
    "neutrophils": 51256,
    "lymphocytes": 51244,
    "monocytes": 51254,
    "eosinophils": 51200,
    "basophils": 51146,
    "bands": 51144,
    "cholesterol": 50907,
    "hdl": 50904,
    "triglycerides": 51000,
    "ldl": 50905,
    "transferrin": 50998,
    "binding": 50953,
    "osmolality": 50964,
    "magnesium": 50960,
    "phosphate": 50970,
    "calcium": 50893,
}


@pytest.fixture(scope="module")
def wide(demo: Demo) -> pd.DataFrame:
    return draws(demo, ITEMS)


@pytest.fixture(scope="module")
def charted(demo: Demo) -> pd.DataFrame:
    """Pressures, temperature and coma scale."""
    names = {220050: "systolic", 220051: "diastolic", 220052: "mean", 223761: "heat"}
    names |= {678: "heat", 220739: "eyes", 223900: "verbal", 223901: "motor"}
    names |= {184: "eyes", 723: "verbal", 454: "motor"}
    events = pd.read_csv(DEMO / "chartevents.csv.gz", usecols=["hadm_id", "itemid", "charttime", "valuenum"])
    events = events[events["itemid"].isin(names)]
    events["name"] = events["itemid"].map(names)
    return events.pivot_table(index=["hadm_id", "charttime"], columns="name", values="valuenum")


def coded(demo: Demo, pattern: str) -> set[int]:
    """Stays with a code."""
    codes = demo["diagnoses_icd"]
    return set(codes.loc[codes["icd9_code"].astype(str).str.match(pattern), "hadm_id"])


def given(demo: Demo, pattern: str) -> set[int]:
    """Stays with a prescription."""
    drugs = demo["prescriptions"]
    return set(drugs.loc[drugs["drug"].str.contains(pattern, case=False, na=False), "hadm_id"])


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        ("creatinine", "urea", 0.5, 0.9),
        ("bicarbonate", "gap", -0.8, -0.3),
        ("alt", "ast", 0.7, 1.0),
        ("sodium", "chloride", 0.6, 0.95),
        ("creatinine", "phosphate", 0.2, 0.8),
    ],
)
def test_labs_that_go_together(wide: pd.DataFrame, one: str, other: str, low: float, high: float) -> None:
    assert low < wide[[one, other]].dropna().corr("spearman").iloc[0, 1] < high


def test_differential_adds_up(wide: pd.DataFrame) -> None:
    v = wide[["neutrophils", "lymphocytes", "monocytes", "eosinophils", "basophils"]].dropna()
    total = v.sum(axis=1) + wide["bands"].reindex(v.index).fillna(0)
    assert (total.between(85, 101)).mean() > 0.9


def test_low_density_cholesterol(wide: pd.DataFrame) -> None:
    v = wide[["cholesterol", "hdl", "triglycerides", "ldl"]].dropna()
    assert (v["cholesterol"] - v["hdl"] - v["triglycerides"] / 5 - v["ldl"]).abs().max() <= 1.5


def test_iron_binding_capacity(wide: pd.DataFrame) -> None:
    v = wide[["transferrin", "binding"]].dropna()
    assert (1.3 * v["transferrin"] - v["binding"]).abs().max() <= 0.51


def test_osmolality(wide: pd.DataFrame) -> None:
    v = wide[["osmolality", "sodium", "glucose", "urea"]].dropna()
    assert (
        v["osmolality"] - 2 * v["sodium"] - v["glucose"] / 18 - v["urea"] / 2.8
    ).median() == pytest.approx(4, abs=8)


def test_labs_are_drawn_in_the_morning(wide: pd.DataFrame) -> None:
    times = pd.to_datetime(wide["sodium"].dropna().index.get_level_values(1))
    hour = times.hour + times.minute / 60
    assert ((hour > 1.5) & (hour < 7)).mean() > 0.4


@pytest.mark.parametrize(
    ("pattern", "lab", "lowest", "limit"),
    [
        ("2761", "sodium", True, 136),
        ("2760", "sodium", False, 145),
        ("2767", "potassium", False, 5.0),
        ("2768", "potassium", True, 3.6),
        ("287[345]", "platelets", True, 150),
        ("2851", "hemoglobin", True, 10.5),
    ],
)
def test_a_code_has_its_lab(
    demo: Demo, wide: pd.DataFrame, pattern: str, lab: str, lowest: bool, limit: float
) -> None:
    values = wide[lab].groupby("hadm_id").min() if lowest else wide[lab].groupby("hadm_id").max()
    found = values[values.index.isin(coded(demo, pattern))]
    assert ((found < limit) if lowest else (found > limit)).mean() > 0.8


@pytest.mark.parametrize(
    ("pattern", "drug", "times"),
    [
        ("244", "levothyroxine", 5.0),
        ("42731", "warfarin|metoprolol|amiodarone|diltiazem", 1.2),
        ("5856", "sevelamer|nephrocaps|calcium acetate", 3.0),
        ("571[25]", "lactulose|rifaximin|spironolactone|nadolol", 1.3),
        ("428", "furosemide", 1.2),
        ("345", "phenytoin|levetiracetam|keppra|lamotrigine|valpro", 1.5),
        ("493|496|4912", "albuterol|ipratropium", 1.2),
    ],
)
def test_medication_follows_from_conditions(demo: Demo, pattern: str, drug: str, times: float) -> None:
    stays, has, gets = set(demo["prescriptions"]["hadm_id"]), coded(demo, pattern), given(demo, drug)
    rates = [np.mean([stay in gets for stay in group]) for group in (stays & has, stays - has)]
    assert rates[0] > times * rates[1]


def test_vancomycin_levels_are_of_those_on_it(demo: Demo, wide: pd.DataFrame) -> None:
    levels = set(wide["vancomycin"].dropna().index.get_level_values(0)) & set(
        demo["prescriptions"]["hadm_id"]
    )
    assert np.mean([stay in given(demo, "vancomycin") for stay in levels]) > 0.9


def test_septic_shock_had_vasopressors(demo: Demo) -> None:
    pressors = given(demo, "norepinephrine|phenylephrine|vasopressin|dopamine|levophed")
    shock, stays = coded(demo, "78552"), set(demo["prescriptions"]["hadm_id"])
    assert np.mean([stay in pressors for stay in shock & stays]) > 0.7


def test_missing_lactate_tells(demo: Demo, wide: pd.DataFrame) -> None:
    stays = demo["admissions"].set_index("hadm_id")
    drawn = stays.index.isin(wide["lactate"].dropna().index.get_level_values(0))
    died = stays["hospital_expire_flag"] == 1
    assert died[drawn].mean() > 1.15 * died[~drawn].mean()


def test_discharges_are_by_day(demo: Demo) -> None:
    stays = demo["admissions"]
    alive = stays[stays["hospital_expire_flag"] == 0]
    assert pd.to_datetime(alive["dischtime"]).dt.hour.between(9, 20).mean() > 0.9


def test_ventilation_codes_are_not_of_both_lengths(demo: Demo) -> None:
    """96.71 and 96.72 stand together only where a patient was ventilated twice."""
    codes = pd.read_csv(DEMO / "procedures_icd.csv.gz", dtype={"icd9_code": str})
    of = {code: set(codes.loc[codes["icd9_code"] == code, "hadm_id"]) for code in ("9671", "9672")}
    assert len(of["9671"] & of["9672"]) <= 0.1 * len(of["9671"] | of["9672"])


def test_mean_pressure_is_between_the_others(charted: pd.DataFrame) -> None:
    v = charted[["systolic", "diastolic", "mean"]].dropna()
    v = v[(v > 20).all(axis=1) & (v < 250).all(axis=1)]
    assert ((v["systolic"] + 2 * v["diastolic"]) / 3 - v["mean"]).abs().median() < 5
    assert ((v["diastolic"] <= v["mean"]) & (v["mean"] <= v["systolic"])).mean() > 0.97


def test_coma_scale_parts(charted: pd.DataFrame) -> None:
    for part, most in (("eyes", 4), ("verbal", 5), ("motor", 6)):
        assert charted[part].dropna().between(1, most).all()


def test_temperature_is_higher_in_the_evening(charted: pd.DataFrame) -> None:
    heat = charted["heat"].dropna()
    heat = (heat[heat.between(93, 108)] - 32) / 1.8
    hour = pd.to_datetime(heat.index.get_level_values(1)).hour
    late, early = (heat[(hour >= h) & (hour < h + 4)].mean() for h in (17, 4))
    assert 0.05 < late - early < 0.7
