"""Dose and response of blood, antibiotics, oxygen, ventilation and other drugs."""

from __future__ import annotations

import numpy as np
import pytest

from medgym_patient import ANTIBIOTICS, Care, Chart, Site, begin, decide, rollout
from medgym_patient.key import Keys

from .response import TEACHING, effect, setting, under


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
