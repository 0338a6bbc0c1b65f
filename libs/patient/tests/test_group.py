"""Groups of stays, what follows from them, and how much there is of everything."""

from __future__ import annotations

import numpy as np
import pytest

from medgym_patient import ANTIBIOTICS, DIAGNOSES, DRUGS, PROCEDURES, REASONS, SPECIMENS, table
from medgym_patient.formulary import INDICATIONS
from medgym_patient.group import COMPLICATIONS, Groups
from medgym_patient.record import Stays
from medgym_patient.testing.cohort import Cohort, kinds


@pytest.fixture(scope="module")
def groups(hospital: Cohort) -> Groups:
    """Of the hospital's stays, with every event and complication named as never."""
    never = np.zeros(hospital.size, dtype=bool)
    events = ("female", "male", "adult", "newborn", "died", "infected", "operated", "ventilated", "treated")
    events += ("ventilated_long", "pressors", "warfarin_user", "penicillin_allergy", "sulfonamide_allergy")
    names = (*events, "codeine_allergy", *COMPLICATIONS.names)
    records = hospital.records
    return Groups(records.people, records.stays, records.labs, dict.fromkeys(names, never))


@pytest.mark.parametrize("concepts", [DIAGNOSES, PROCEDURES, INDICATIONS, COMPLICATIONS])
def test_every_group_of_the_tables_is_known(groups: Groups, concepts: object) -> None:
    for text in concepts.texts("among"):
        assert not text or len(groups.of(text))


def test_groups_are_alternatives_of_terms(hospital: Cohort, groups: Groups) -> None:
    stays: Stays = hospital.records.stays
    old = groups.of("pneumonia&age>70;!age>1")
    assert (old == (hospital.reason("pneumonia") & (stays.age > 70) | (stays.age <= 1))).all()
    low = hospital.extreme("sodium", np.fmin)
    assert (groups.of("sodium<130") == (low < 130)).all()
    with pytest.raises(KeyError):
        groups.of("nobody")


@pytest.mark.parametrize("concepts", [DIAGNOSES, PROCEDURES])
def test_what_is_more_specific_is_of_something(concepts: object) -> None:
    general = {text for text in concepts.texts("general") if text}
    assert general <= set(concepts.names)
    for name in general:
        rows = [row for row, text in enumerate(concepts.texts("general")) if text == name]
        plain = [row for row in rows if not concepts.texts("among")[row]]
        assert concepts.numbers("share")[plain].sum() <= 1


def test_how_much_there_is(hospital: Cohort) -> None:
    """The MIMIC-III demo has 590 names of drugs, 581 diagnoses, 164 procedures, 40 organisms in 129 stays."""
    records = hospital.records
    assert len({DRUGS.texts("label")[row] for row in records.orders.drug}) >= 250
    assert len({DIAGNOSES.texts("icd9")[row] for row in records.diagnoses.concept}) >= 450
    assert len(set(records.procedures.concept)) >= 100
    assert len(set(records.cultures.organism)) > 25
    assert len(set(records.cultures.specimen)) == len(SPECIMENS)
    assert len(ANTIBIOTICS) >= 20


def test_sex_of_the_specific_codes(hospital: Cohort) -> None:
    female = hospital.person("female")
    assert not female[
        hospital.coded("urinary_retention", "history_of_bladder_cancer", "routine_circumcision")
    ].any()
    assert female[hospital.coded("absent_uterus", "fibromyalgia", "migraine", "anemia_of_delivery")].all()


def test_difficile_is_coded_grown_and_treated(hospital: Cohort) -> None:
    coded = hospital.coded("c_difficile_colitis")
    cultures = hospital.records.cultures
    grown = np.isin(cultures.organism, [table("organism").index["clostridium_difficile"]])
    assert coded.any()
    assert np.isin(cultures.stay[grown], np.flatnonzero(coded)).mean() > 0.8
    assert hospital.given("vancomycin_oral", "metronidazole_oral")[coded].mean() > 0.6


def test_stages_of_kidney_disease_follow_creatinine(hospital: Cohort) -> None:
    """KDIGO 2012: stage 3 above 30 mL/min, stage 4 below."""
    low = hospital.extreme("creatinine", np.fmin)
    worse, better = (hospital.coded(name) for name in ("kidney_disease_stage_4", "kidney_disease_stage_3"))
    assert np.nanmedian(low[worse]) > 1.5 * np.nanmedian(low[better])


def test_nobody_takes_two_statins(hospital: Cohort) -> None:
    orders = hospital.records.orders
    for kind in ("statin", "antidepressant", "benzodiazepine", "diuretic"):
        rows = orders.home & np.isin(
            orders.drug, [r for r, c in enumerate(DRUGS.texts("class")) if c == kind]
        )
        assert np.bincount(orders.stay[rows], minlength=hospital.size).max() <= 1


def test_no_antirheumatic_for_weak_kidneys(hospital: Cohort) -> None:
    kidney = hospital.has("chronic_kidney_disease") | hospital.has("renal_failure_on_dialysis")
    assert not hospital.given("ibuprofen", "celecoxib", "ketorolac")[kidney].any()


def test_drugs_of_choice_for_what_grew(hospital: Cohort) -> None:
    """Nafcillin, linezolid and fluconazole are for what a culture grew (Barlam 2016)."""
    given = hospital.given("nafcillin", "fluconazole", "micafungin", "linezolid", "ampicillin")
    grew = (
        np.bincount(hospital.records.cultures.stay, hospital.records.cultures.organism >= 0, hospital.size)
        > 0
    )
    assert given.any()
    assert grew[given].all()


def test_reasons_have_specific_principal_codes(hospital: Cohort) -> None:
    """Half of the anterior infarctions would be wrong: walls differ as in registries."""
    codes = hospital.records.diagnoses
    first = codes.rank == 1
    heart = hospital.reason("st_elevation_infarction")[codes.stay] & first
    assert len(set(codes.concept[heart])) >= 3
    assert np.isin(codes.concept[heart], kinds(DIAGNOSES, "st_elevation_infarction")).all()
    assert set(REASONS.texts("diagnosis")) <= set(DIAGNOSES.names)
