"""What cannot be: values out of range, events outside the stay, diseases of others."""

from __future__ import annotations

import numpy as np
import pytest

from medgym_patient import ALLERGENS, DIAGNOSES, DRUGS, LABS, REASONS
from medgym_patient.testing.cohort import Cohort

NEEDS = {
    "copd_exacerbation": ["copd"],
    "bypass_surgery": ["coronary_disease"],
    "hepatic_failure": ["cirrhosis"],
    "diabetic_ketoacidosis": ["diabetes_type_1", "diabetes_type_2"],
    "valve_surgery": ["aortic_stenosis", "mitral_regurgitation"],
    "alcohol_withdrawal": ["alcohol_dependence"],
    "colectomy": ["colon_cancer"],
}


def test_labs_are_within_what_instruments_report(hospital: Cohort) -> None:
    labs = hospital.records.labs
    least, most = LABS.numbers("least"), LABS.numbers("most")
    assert ((labs.value >= least[labs.lab]) & (labs.value <= most[labs.lab])).all()


def test_labs_have_the_decimals_of_the_table(hospital: Cohort) -> None:
    labs = hospital.records.labs
    scale = 10.0 ** LABS.numbers("decimals")[labs.lab]
    assert np.abs(labs.value * scale - np.round(labs.value * scale)).max() < 1e-6


def test_flags_say_what_the_range_says(hospital: Cohort) -> None:
    labs = hospital.records.labs
    low, high = LABS.numbers("low")[labs.lab], LABS.numbers("high")[labs.lab]
    assert (labs.abnormal == ((labs.value < low) | (labs.value > high))).all()
    assert 0.2 < labs.abnormal.mean() < 0.65


@pytest.mark.parametrize("reason", sorted(NEEDS))
def test_reasons_follow_from_conditions(hospital: Cohort, reason: str) -> None:
    rows = hospital.reason(reason)
    assert rows.any()
    assert np.any([hospital.has(name)[rows] for name in NEEDS[reason]], axis=0).all()


def test_pregnancy_is_of_women_of_age(hospital: Cohort, clinic: Cohort) -> None:
    for cohort in (hospital, clinic):
        rows = cohort.reason("preeclampsia", "postpartum_hemorrhage")
        assert cohort.person("female")[rows].all()
        assert ((cohort.records.stays.age[rows] > 15) & (cohort.records.stays.age[rows] < 49)).all()


def test_only_newborns_are_born(hospital: Cohort) -> None:
    rows = hospital.reason("term_newborn", "preterm_newborn")
    assert (hospital.records.stays.age[rows] == 0).all()
    assert (hospital.records.stays.ordinal[rows] == 0).all()
    names = [
        n
        for n in DIAGNOSES.names
        if "newborn" in n or n in ("respiratory_distress_syndrome", "preterm_jaundice")
    ]
    assert not hospital.coded(*names)[hospital.adult].any()


@pytest.mark.parametrize("table", ["vitals", "labs", "doses", "orders", "cultures", "procedures", "settings"])
def test_events_are_within_their_stay(hospital: Cohort, table: str) -> None:
    part = getattr(hospital.records, table)
    minute = part.start if table == "orders" else part.minute
    assert (minute >= 0).all()
    assert (minute <= hospital.records.stays.minutes[part.stay]).all()


def test_rows_are_by_stay_and_time(hospital: Cohort) -> None:
    labs = hospital.records.labs
    same = labs.stay[1:] == labs.stay[:-1]
    assert (np.diff(labs.stay) >= 0).all()
    assert (np.diff(labs.minute)[same] >= 0).all()


def test_units_follow_each_other_without_a_gap(hospital: Cohort) -> None:
    units, stays = hospital.records.units, hospital.records.stays
    total = np.bincount(units.stay, units.stop - units.start, minlength=hospital.size)
    assert np.allclose(total, stays.minutes)
    same = units.stay[1:] == units.stay[:-1]
    assert (units.start[1:][same] == units.stop[:-1][same]).all()


def test_stays_of_a_person_do_not_overlap(hospital: Cohort) -> None:
    stays = hospital.records.stays
    same = stays.person[1:] == stays.person[:-1]
    assert same.any()
    assert (stays.admitted[1:] >= stays.admitted[:-1] + stays.minutes[:-1])[same].all()
    assert not stays.died[:-1][same].any()


def test_weight_moves_plausibly(hospital: Cohort) -> None:
    """Fluid moves weight by a few kilograms (Malbrain et al., Anaesthesiol Intensive Ther 2014;46:361)."""
    high, low = (hospital.vital_extreme("weight", reduce) for reduce in (np.fmax, np.fmin))
    change = (high - low)[hospital.adult] / hospital.records.stays.weight[hospital.adult]
    assert np.nanpercentile(change, 99) < 0.20
    assert np.nanmedian(change) < 0.06


def test_nobody_gets_what_they_are_allergic_to(hospital: Cohort) -> None:
    classes = {
        "penicillins": ["piperacillin_tazobactam"],
        "cephalosporins": ["cefazolin", "ceftriaxone", "cefepime"],
        "statins": ["atorvastatin", "simvastatin"],
        "ace_inhibitors": ["lisinopril"],
        "sulfonamides": ["hydrochlorothiazide"],
    }
    for allergen, drugs in classes.items():
        allergic = hospital.records.people.allergies[list(ALLERGENS).index(allergen)][
            hospital.records.stays.person
        ]
        assert allergic.any()
        assert not hospital.given(*drugs)[allergic].any(), allergen


def test_no_metformin_for_failing_kidneys(hospital: Cohort) -> None:
    """Contraindicated under 30 mL/min (FDA 2016)."""
    kidney = hospital.has("chronic_kidney_disease") | hospital.has("renal_failure_on_dialysis")
    assert hospital.given("metformin").any()
    assert not hospital.given("metformin")[kidney].any()


def test_orders_end_after_they_start(hospital: Cohort) -> None:
    orders = hospital.records.orders
    assert (orders.stop > orders.start).all()
    assert (orders.dose >= 0).all()
    assert len(np.unique(orders.drug)) > 85
    assert len(DRUGS) > 110


def test_there_are_enough_labs_and_reasons(hospital: Cohort) -> None:
    assert len(np.unique(hospital.records.labs.lab)) >= 80
    assert len(np.unique(hospital.records.stays.reason)) >= len(REASONS) - 3
