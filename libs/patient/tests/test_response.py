"""Dose and response: the same patients under other care go another way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from medgym_patient import ANTIBIOTICS, Care, Chart, Site, State, begin, decide, rollout
from medgym_patient.key import Keys

TEACHING = Site.named("teaching")
Array = np.ndarray[Any, Any]
Change = Callable[[Care, Chart], None]


def under(change: Change | None, reason: str, hours: int, size: int = 60, before: int = 0) -> State:
    """The state after hours of the site's care with a change, from the same start."""

    def policy(chart: Chart, care: Care, site: Site, key: Keys) -> Care:
        new = replace(decide(chart, care, site, key))
        if change is not None:
            change(new, chart)
        return new

    state, chart, care = begin(11, size, reason, TEACHING)
    if before:
        *_, (state, chart, care, _) = rollout(state, chart, care, TEACHING, before)
    *_, (state, *_) = rollout(state, chart, care, TEACHING, hours, policy)
    return state


def setting(**doses: float) -> Change:
    """Care with these doses every hour, instead of the clinician's."""

    def change(care: Care, chart: Chart) -> None:
        for name, dose in doses.items():
            old = getattr(care, name)
            setattr(care, name, np.full(len(old), dose).astype(old.dtype))

    return change


def effect(
    field: str, change: Change, reason: str, hours: int = 4, instead: Change | None = None, before: int = 0
) -> float:
    """Mean difference of a part of the state between care with the change and without."""
    adult = ~under(None, reason, 1).body.newborn
    treated, other = under(change, reason, hours, before=before), under(instead, reason, hours, before=before)
    return float((getattr(treated, field) - getattr(other, field))[adult].mean())


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


def test_a_unit_of_red_cells_is_a_gram() -> None:
    """(Elzik 2006.)"""
    given = effect("red_mass", setting(red_cells=1.0), "upper_gi_bleed", 1, setting(red_cells=0.0))
    assert 0.7 < given < 1.2


def test_platelets_and_plasma() -> None:
    """A unit raises platelets by 20 to 40 (Slichter 2010); plasma lowers an INR of over 2."""
    assert 15 < effect("platelets", setting(platelets=1.0), "upper_gi_bleed", 1, setting(platelets=0.0)) < 45
    assert effect("inr", setting(plasma=2.0), "variceal_bleed", 3, setting(plasma=0.0)) < -0.1


def test_heparin_acts_on_the_ptt() -> None:
    none = setting(heparin_infusion=0.0)
    assert effect("heparin", setting(heparin_infusion=1300.0), "pulmonary_embolism", 6, none) > 0.6


def test_antibiotics_clear_what_they_cover() -> None:
    def all_of(care: Care, chart: Chart) -> None:
        care.antibiotics = np.ones_like(care.antibiotics)

    def none_of(care: Care, chart: Chart) -> None:
        care.antibiotics = np.zeros_like(care.antibiotics)

    assert effect("burden", all_of, "pneumonia_sepsis", 48, none_of) < -0.8
    assert effect("temperature", all_of, "pneumonia_sepsis", 48, none_of) < -0.3
    assert effect("pressure", all_of, "pneumonia_sepsis", 48, none_of) > 3
    deaths = [under(change, "pneumonia_sepsis", 120, 150).dead.mean() for change in (all_of, none_of)]
    assert deaths[0] < 0.75 * deaths[1]


def test_a_resistant_organism_does_not_care() -> None:
    """Metronidazole alone does nothing for what is not an anaerobe."""

    def wrong(care: Care, chart: Chart) -> None:
        care.antibiotics = np.zeros_like(care.antibiotics)
        care.antibiotics[ANTIBIOTICS.index("metronidazole")] = True

    def none_of(care: Care, chart: Chart) -> None:
        care.antibiotics = np.zeros_like(care.antibiotics)

    assert effect("burden", wrong, "urosepsis", 24, none_of) == pytest.approx(0, abs=0.05)


def test_oxygen_raises_the_arterial_pressure() -> None:
    rise = [effect("po2", setting(fio2=f), "pneumonia", 2, setting(fio2=0.21)) for f in (0.3, 0.5, 0.8)]
    assert rise[0] > 8
    assert np.diff(rise).min() > 20


def test_pressure_at_the_end_of_breath_opens_an_injured_lung() -> None:
    low, high = (setting(ventilated=1, rate=18, tidal=450, fio2=0.6, peep=p) for p in (5, 14))
    assert effect("po2", high, "aspiration_pneumonia", 3, low) > 3


def test_more_ventilation_clears_carbon_dioxide() -> None:
    slow, fast = (setting(ventilated=1, rate=r, tidal=480, fio2=0.5, sedation=30.0) for r in (10, 24))
    assert effect("pco2", fast, "respiratory_failure", 3, slow) < -10
    assert effect("ph", fast, "respiratory_failure", 3, slow) > 0.06


def test_bronchodilators_and_steroids_open_the_airway() -> None:
    none = setting(bronchodilator=0.0, steroid=0.0)
    assert effect("airway", setting(bronchodilator=1.0, steroid=60.0), "copd_exacerbation", 24, none) < -0.08


def test_steroids_raise_glucose() -> None:
    """(Umpierrez 2012: hyperglycemia in half of those treated.)"""
    quiet = {"insulin": 0.0, "insulin_infusion": 0.0}
    assert (
        effect(
            "glucose", setting(steroid=60.0, **quiet), "copd_exacerbation", 18, setting(steroid=0.0, **quiet)
        )
        > 10
    )


def test_naloxone_wakes() -> None:
    """(Kim and Nelson 2015.)"""
    none = setting(naloxone=0.0, ventilated=0, sedation=0.0)
    woken = setting(naloxone=0.4, ventilated=0, sedation=0.0)
    assert effect("coma_scale", woken, "opioid_overdose", 3, none) > 1.5
    assert effect("breaths", woken, "opioid_overdose", 3, none) > 1


def test_acetylcysteine_protects_the_liver() -> None:
    """(Smilkstein et al., NEJM 1988;319:1557.)"""
    none = setting(acetylcysteine=0.0)
    assert effect("alt", setting(acetylcysteine=450.0), "acetaminophen_overdose", 48, none) < -150


def test_acetaminophen_lowers_fever() -> None:
    """By 0.3 to 0.9 degrees in the critically ill (Young et al., NEJM 2015;373:2215: 0.3)."""
    assert (
        -1.1
        < effect(
            "temperature", setting(acetaminophen=650.0), "pneumonia_sepsis", 6, setting(acetaminophen=0.0)
        )
        < -0.15
    )


def test_metoprolol_and_nicardipine() -> None:
    assert (
        effect("pressure", setting(vasodilator=7.5), "intracerebral_hemorrhage", 3, setting(vasodilator=0.0))
        < -5
    )
    assert (
        effect(
            "arrhythmia",
            setting(rate_control=5.0),
            "rapid_atrial_fibrillation",
            12,
            setting(rate_control=0.0),
        )
        < -0.1
    )


def test_bicarbonate_raises_ph() -> None:
    assert (
        0.01
        < effect("ph", setting(bicarbonate=50.0), "acute_kidney_injury", 2, setting(bicarbonate=0.0))
        < 0.15
    )


def test_dobutamine_helps_a_failing_pump() -> None:
    none = setting(dobutamine=0.0)
    assert effect("pressure", setting(dobutamine=6.0), "cardiac_arrest", 4, none) > 2


def test_vancomycin_adds_up_with_failing_kidneys() -> None:
    def on(care: Care, chart: Chart) -> None:
        care.antibiotics[ANTIBIOTICS.index("vancomycin")] = True

    level = under(on, "acute_kidney_injury", 36).vancomycin.mean()
    assert 8 < level < 45


def test_light_lowers_bilirubin() -> None:
    """(AAP, Pediatrics 2004;114:297.)"""
    from medgym_patient import take

    def levels(light: float) -> float:
        state, chart, care = begin(12, 120, "term_newborn", TEACHING)
        rows = np.flatnonzero(state.body.newborn)
        state, chart, care = take(state, rows), take(chart, rows), take(care, rows)

        def policy(chart: Chart, care: Care, site: Site, key: Keys) -> Care:
            new = decide(chart, care, site, key)
            setting(phototherapy=light)(new, chart)
            return new

        *_, (state, *_) = rollout(state, chart, care, TEACHING, 60, policy)
        return float(state.bilirubin.mean())

    assert levels(0) - levels(1) > 1
