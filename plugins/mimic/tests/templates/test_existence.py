import pytest

from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.existence import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}


def test_each_drug_is_asked_about_with_two_others(database, add):
    for drug in "abcdefghijklmnopqrstuvwxyz":
        add("prescriptions", subject_id=7, hadm_id=71, startdate="2104-03-01 00:00:00", drug=drug)
    rows = database.execute(BY_ID["has_drug_of_three"].facts).fetchall()
    assert {row[2] for row in rows} == set("abcdefghijklmnopqrstuvwxyz")
    assert all(len({*row[2:]}) == 3 for row in rows)


@pytest.mark.parametrize(("patient", "yes"), [(7, 1), (8, 0)])
def test_any_of_three_drugs_suffices(add, ask, patient, yes):
    add("prescriptions", subject_id=7, hadm_id=71, startdate="2104-03-01 00:00:00", drug="heparin")
    drugs = {"drug": "aspirin", "drug2": "insulin", "drug3": "heparin"}
    assert ask(BY_ID["has_drug_of_three"], patient=patient, **drugs) == [(yes,)]


@pytest.mark.parametrize(("event", "yes"), [("prescription", 1), ("lab test", 0)])
def test_events_are_dated_by_their_own_column(add, ask, event, yes):
    add("prescriptions", subject_id=7, hadm_id=71, startdate="2104-03-01 00:00:00", drug="heparin")
    add("labevents", subject_id=7, hadm_id=71, charttime="2105-03-01 00:00:00")
    (option,) = (one for one in BY_ID["has_any_event"].options["event"] if one.words == event)
    period = Period("abs-year-in", "2104")
    assert ask(BY_ID["has_any_event"], {"event": option}, period, patient=7) == [(yes,)]


def test_every_event_can_be_asked_for(ask):
    for option in BY_ID["has_any_event"].options["event"]:
        assert ask(BY_ID["has_any_event"], {"event": option}, Period("rel-year-this"), patient=7) == [(0,)]


@pytest.mark.parametrize(("specimen", "yes"), [("urine", 1), ("stool", 0), ("bile", None)])
def test_growth_presumes_a_test(add, ask, specimen, yes):
    for kind, organism in (("urine", None), ("urine", "yeast"), ("stool", None)):
        add(
            "microbiologyevents",
            subject_id=7,
            charttime="2104-03-01 06:00:00",
            spec_type_desc=kind,
            org_name=organism,
        )
    assert ask(BY_ID["has_growth"], patient=7, specimen=specimen) == [(yes,)]


def test_a_diagnosis_of_another_visit_does_not_count(add, ask):
    add("d_icd_diagnoses", icd9_code="486", short_title="pneumonia")
    for hadm, year in ((71, 2103), (72, 2104)):
        times = {"admittime": f"{year}-01-01 00:00:00", "dischtime": f"{year}-01-09 00:00:00"}
        add("admissions", subject_id=7, hadm_id=hadm, **times)
    add("diagnoses_icd", subject_id=7, hadm_id=71, icd9_code="486", charttime="2103-01-01 00:00:00")
    fact = {"patient": 7, "diagnosis": "pneumonia"}
    assert ask(BY_ID["has_diagnosis"], period=Period("rel-hosp-first"), **fact) == [(1,)]
    assert ask(BY_ID["has_diagnosis"], period=Period("rel-hosp-last"), **fact) == [(0,)]


@pytest.mark.parametrize(("place", "yes"), [(0, 1), (1, 0)])
def test_admissions_are_told_apart_by_type(add, ask, place, yes):
    for type_ in ("emergency", "elective"):
        add("admissions", subject_id=7, admittime="2104-03-01 06:00:00", admission_type=type_)
    option = BY_ID["has_visit_of_type"].options["type"][place]
    assert ask(BY_ID["has_visit_of_type"], {"type": option}, patient=7) == [(yes,)]


def test_facts_hold_as_many_visits_of_every_type(database, add):
    for patient, type_ in enumerate(("emergency",) * 5 + ("elective",) * 3 + ("urgent",) * 2):
        add("admissions", subject_id=patient, hadm_id=patient, admittime="2104-01-01", admission_type=type_)
    patients = {patient for patient, _ in database.execute(BY_ID["has_visit_of_type"].facts)}
    assert patients == {0, 1, 5, 6, 8, 9}
