import pytest

from medgym_ehr.questions.option import COMPARISONS
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.count_event import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
ABOVE, BELOW = COMPARISONS
YEAR = Period("abs-year-in", "2104")


def test_visits_are_counted_by_admission(add, ask):
    for patient, year in ((7, 2103), (7, 2104), (7, 2104), (8, 2104)):
        add(
            "admissions",
            subject_id=patient,
            admittime=f"{year}-06-01 00:00:00",
            admission_location="clinic",
        )
    assert ask(BY_ID["patient_visits"], period=YEAR, patient=7) == [(2,)]
    assert ask(BY_ID["visits_by_location"], period=YEAR, location="clinic") == [(3,)]


def test_stays_go_by_their_first_careunit(add, ask):
    for first, last in (("micu", "ccu"), ("ccu", "micu"), ("micu", "sicu")):
        add("icustays", first_careunit=first, last_careunit=last, intime="2104-06-01 00:00:00")
    assert ask(BY_ID["stays_by_careunit"], period=YEAR, careunit="micu") == [(2,)]


def test_prescriptions_are_counted_as_rows_and_drugs_once(add, ask):
    for drug in ("a", "a", "b"):
        add("prescriptions", subject_id=7, drug=drug, startdate="2104-06-01 00:00:00")
    add("prescriptions", subject_id=8, drug="a", startdate="2104-06-01 00:00:00")
    assert ask(BY_ID["drug_prescriptions"], period=YEAR, drug="a") == [(3,)]
    assert ask(BY_ID["patient_drugs"], period=YEAR, patient=7) == [(2,)]


@pytest.mark.parametrize(("which", "tests"), [("first", 1), ("last", 2), ("cur", 3)])
def test_lab_tests_belong_to_visits(add, ask, which, tests):
    add("d_labitems", itemid=1, label="glucose")
    for hadm, year in ((1, 2101), (2, 2103), (3, 2105)):
        leave = None if hadm == 3 else f"{year}-02-01 00:00:00"
        add("admissions", subject_id=7, hadm_id=hadm, admittime=f"{year}-01-01 00:00:00", dischtime=leave)
        for _ in range(hadm):
            add("labevents", subject_id=7, hadm_id=hadm, itemid=1)
    period = Period(f"rel-hosp-{which}")
    assert ask(BY_ID["patient_lab_tests"], period=period, patient=7, lab="glucose") == [(tests,)]


@pytest.mark.parametrize(("side", "readings"), [(ABOVE, 2), (BELOW, 1)])
def test_readings_at_the_bound_are_not_counted(add, ask, side, readings):
    add("d_items", itemid=211, label="heart rate")
    for rate in (79.5, 80, 80.5, 90):
        add("chartevents", subject_id=7, itemid=211, charttime="2104-01-01 00:00:00", valuenum=rate)
    fact = {"patient": 7, "vital": "heart rate", "bound": 80}
    assert ask(BY_ID["patient_vitals_beyond"], {"side": side}, YEAR, **fact) == [(readings,)]
