"""Dose and response of pressors, fluids, insulin, diuretics and dialysis."""

from __future__ import annotations

import numpy as np

from .response import effect, setting, under


def test_norepinephrine_raises_pressure_by_dose() -> None:
    """0.05 to 0.4 mcg/kg/min by 5 to 30 mmHg, with less gained at the top (Beloeil 2005)."""
    none = setting(norepinephrine=0.0, crystalloid=0.0)
    rise = [
        effect("pressure", setting(norepinephrine=d, crystalloid=0.0), "urosepsis", instead=none)
        for d in (0.05, 0.1, 0.2, 0.4)
    ]
    assert 4 < rise[0] < 13
    assert 20 < rise[3] < 36
    assert np.diff(rise).min() > 2
    assert rise[0] / 0.05 > 1.3 * (rise[3] - rise[2]) / 0.2


def test_vasopressin_raises_pressure() -> None:
    """0.04 units a minute by about 8 mmHg (VASST 2008)."""
    none = setting(vasopressin=0.0, norepinephrine=0.0)
    assert (
        5 < effect("pressure", setting(vasopressin=0.04, norepinephrine=0.0), "urosepsis", instead=none) < 12
    )


def test_fluid_raises_the_pressure_of_the_dry() -> None:
    """Two litres in sepsis by several mmHg (Rivers et al., NEJM 2001)."""
    assert (
        3
        < effect("pressure", setting(crystalloid=500.0), "abdominal_sepsis", 4, setting(crystalloid=0.0))
        < 20
    )


def test_fluid_dilutes() -> None:
    """Hemoglobin falls by half a gram to two a few litres (Hahn 2010)."""
    assert (
        -2.6
        < effect("hemoglobin", setting(crystalloid=700.0), "urosepsis", 4, setting(crystalloid=0.0))
        < -0.4
    )


def test_fluid_makes_weight() -> None:
    """A litre is a kilogram, less what the kidneys pass."""
    assert 1.0 < effect("weight", setting(crystalloid=500.0), "urosepsis", 4, setting(crystalloid=0.0)) < 2.0


def test_propofol_lowers_pressure_and_consciousness() -> None:
    none = setting(sedation=0.0, ventilated=1, rate=16, tidal=450, fio2=0.5)
    deep = setting(sedation=40.0, ventilated=1, rate=16, tidal=450, fio2=0.5)
    assert -14 < effect("pressure", deep, "pneumonia", instead=none) < -2
    assert effect("coma_scale", deep, "pneumonia", instead=none) < -4


def test_insulin_lowers_glucose_by_dose() -> None:
    """50 to 100 mg/dL an hour at 0.1 units/kg/h at first (Kitabchi 2009)."""
    none = setting(insulin_infusion=0.0, insulin=0.0)
    fall = [
        effect("glucose", setting(insulin_infusion=d, insulin=0.0), "diabetic_ketoacidosis", 4, none)
        for d in (2.0, 4.0, 8.0)
    ]
    assert -420 < fall[2] < fall[1] < fall[0] < -25


def test_insulin_clears_ketones() -> None:
    assert (
        effect(
            "ketone",
            setting(insulin_infusion=7.0),
            "diabetic_ketoacidosis",
            12,
            setting(insulin_infusion=0.0, insulin=0.0),
        )
        < -3
    )


def test_insulin_lowers_potassium() -> None:
    """0.5 to 1.2 mEq/L by ten units (Allon, Kidney Int 1990;38:869)."""
    assert (
        -1.5
        < effect(
            "potassium",
            setting(insulin_infusion=8.0),
            "acute_kidney_injury",
            5,
            setting(insulin_infusion=0.0),
        )
        < -0.1
    )


def test_dextrose_raises_glucose() -> None:
    """25 g by 80 to 160 mg/dL at once (Balentine et al., Ann Emerg Med 1998)."""
    assert 60 < effect("glucose", setting(dextrose=25.0), "hyponatremia", 1, setting(dextrose=0.0)) < 170


def test_furosemide_makes_urine_by_dose_to_a_ceiling() -> None:
    """(Ellison and Felker 2017.)"""
    made = [
        effect("urine", setting(furosemide=d), "heart_failure", 2, setting(furosemide=0.0))
        for d in (20.0, 40.0, 80.0, 160.0)
    ]
    assert made[0] > 25
    assert np.diff(made).min() > 0
    assert made[3] - made[2] < made[1] - made[0] + 40


def test_furosemide_moves_weight_and_potassium() -> None:
    day, none = setting(furosemide=20.0, potassium=0.0), setting(furosemide=0.0, potassium=0.0)
    assert -9 < effect("weight", day, "heart_failure", 24, none) < -0.7
    assert -1.2 < effect("potassium", day, "heart_failure", 24, none) < -0.15


def test_potassium_is_raised_by_what_is_given() -> None:
    """0.1 mEq/L by 10 mEq (Hamill 1991)."""
    assert 0.2 < effect("potassium", setting(potassium=20.0), "pneumonia", 2, setting(potassium=0.0)) < 0.7


def test_kayexalate_and_dialysis_lower_potassium() -> None:
    none = setting(kayexalate=0.0, dialysis=0)
    assert effect("potassium", setting(kayexalate=15.0, dialysis=0), "acute_kidney_injury", 4, none) < -0.2
    assert effect("potassium", setting(dialysis=1, kayexalate=0.0), "acute_kidney_injury", 4, none) < -0.3


def test_dialysis_clears_creatinine_and_urea() -> None:
    """A session lowers urea by about two thirds in those on dialysis, less in one of four hours here.

    (Daugirdas 1993).
    """
    one, none = (
        under(setting(dialysis=1), "acute_kidney_injury", 4),
        under(setting(dialysis=0), "acute_kidney_injury", 4),
    )
    ratio = (one.urea / none.urea).mean()
    assert 0.3 < ratio < 0.75
    assert (one.creatinine < none.creatinine).mean() > 0.95
