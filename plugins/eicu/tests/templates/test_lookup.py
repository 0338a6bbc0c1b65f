import pytest

from medgym_ehr.questions.option import FIRST, LAST, TIMES
from medgym_ehr.questions.period import Period
from medgym_plugin_eicu.templates.lookup_names import _FLUIDS

FIRST_VISIT, LAST_VISIT, CURRENT = (Period(f"rel-hosp-{which}") for which in ("first", "last", "cur"))


@pytest.fixture
def visits(stay):
    """Patient 1-1: an ended visit with two stays, a later one, and a current one; patient 1-2 besides."""
    days = (("1-1", 10, 100, 1, 5), ("1-1", 10, 101, 1, 5), ("1-1", 20, 200, 11, 15), ("1-2", 40, 400, 1, 2))
    for patient, visit, unit, came, left in days:
        stay(
            patient,
            visit,
            unit,
            age=str(visit),
            hospitalid=visit,
            wardid=unit,
            hospitaladmittime=f"2104-01-{came:02} 08:00:00",
            hospitaldischargetime=f"2104-01-{left:02} 08:00:00",
            unitadmittime=f"2104-01-{came:02} {9 + unit % 10:02}:00:00",
            unitdischargetime=f"2104-01-{left:02} 07:00:00",
            hospitaladmitsource="floor",
        )
    late = "2105-12-30 08:00:00"
    stay("1-1", 30, 300, age="30", hospitalid=30, hospitaladmittime=late, unitadmittime=late)


@pytest.mark.parametrize(("period", "age"), [(FIRST_VISIT, 10), (LAST_VISIT, 20), (CURRENT, 30)])
def test_the_current_visit_is_neither_first_nor_last(visits, ask, period, age):
    assert ask("visit_age", period=period, patient="1-1") == [(age,)]
    assert ask("visit_hospital", period=period, patient="1-1") == [(age,)]


@pytest.mark.parametrize(("which", "ward"), [("first", 100), ("last", 200), ("cur", 10)])
def test_the_ward_is_that_of_the_stay(visits, ask, which, ward):
    assert ask("stay_ward", period=Period(f"rel-icu-{which}"), patient="1-1") == [(ward,)]


def test_wards_are_entered_in_the_order_of_their_stays(visits, ask):
    period = FIRST_VISIT
    assert ask("ward_entered", {"nth": FIRST}, period, patient="1-1") == [(100,)]
    assert ask("ward_entered", {"nth": LAST}, period, patient="1-1") == [(101,)]


def test_codes_are_texts_with_all_that_they_hold(add, ask):
    add("diagnosis", diagnosisname="sepsis", icd9code="038.9, a41.9")
    add("diagnosis", diagnosisname="sepsis")
    add("diagnosis", diagnosisname="shock", icd9code="038.9")
    assert ask("diagnosis_codes", diagnosis="sepsis") == [("038.9, a41.9",)]
    assert ask("code_diagnoses", code="038.9") == [("shock",)]


@pytest.fixture
def prescribed(visits, add):
    """Patient 1-1's prescriptions: stay, drug, day, dosage."""
    for unit, drug, day in ((100, "a", 1), (100, "b", 1), (101, "a", 2), (200, "c", 11), (400, "d", 1)):
        at = f"2104-01-{day:02} 10:00:00"
        add(
            "medication",
            patientunitstayid=unit,
            drugname=drug,
            dosage=f"{day} mg",
            routeadmin="iv",
            drugstarttime=at,
        )


def test_drugs_of_all_stays_of_a_visit_belong_to_it(prescribed, ask):
    assert sorted(ask("drugs_prescribed", period=FIRST_VISIT, patient="1-1")) == [("a",), ("b",)]
    assert ask("drugs_n_times", {"times": TIMES[0]}, FIRST_VISIT, patient="1-1") == [("a",)]


def test_drugs_prescribed_together_are_one_time(prescribed, ask):
    assert sorted(ask("drugs_started", {"nth": FIRST}, patient="1-1")) == [("a",), ("b",)]
    assert ask("drug_dosage", {"nth": LAST}, patient="1-1", drug="a") == [("2 mg",)]
    assert ask("drug_route", {"nth": LAST}, patient="1-1", drug="a") == [("iv",)]


def test_the_path_tells_intakes_from_outputs(visits, add, ask):
    kinds = {"fluids": "io|intake (ml)|x", "urine": "io|output (ml)|y"}
    for label, path in kinds.items():
        add(
            "intakeoutput",
            patientunitstayid=100,
            cellpath=path,
            celllabel=label,
            intakeoutputtime="2104-01-01 12:00:00",
        )
    for fluid, label in zip(_FLUIDS, kinds, strict=True):
        assert ask("fluids_recorded", {"nth": FIRST, "fluid": fluid}, patient="1-1") == [(label,)]


def test_no_growth_is_no_organism(visits, add, ask):
    for organism in ("no growth", "candida"):
        add("microlab", patientunitstayid=100, culturesite="urine", organism=organism)
    assert ask("organisms_found", patient="1-1") == [("candida",)]
    assert ask("specimens_tested", patient="1-1") == [("urine",)]


def test_allergies_recorded_at_every_visit_are_named_once(visits, add, ask):
    for unit, allergy in ((100, "latex"), (200, "latex"), (200, "eggs"), (400, "nuts")):
        add("allergy", patientunitstayid=unit, allergyname=allergy, allergytime="2104-01-01 10:00:00")
    assert sorted(ask("allergies_of_patient", patient="1-1")) == [("eggs",), ("latex",)]
    assert ask("patients_allergic", allergy="nuts") == [("1-2",)]
