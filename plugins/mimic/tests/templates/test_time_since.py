import pytest

from medgym_ehr.questions.option import FIRST, LAST, SECOND_TO_LAST, UNIT_COUNTS
from medgym_plugin_mimic.templates.time_since import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
DAYS, HOURS = UNIT_COUNTS


@pytest.fixture(autouse=True)
def visits(add):
    """A visit of patient 7 that has ended, and the current one."""
    add(
        "admissions",
        subject_id=7,
        hadm_id=71,
        admittime="2105-12-01 00:00:00",
        dischtime="2105-12-02 00:00:00",
    )
    add("admissions", subject_id=7, hadm_id=72, admittime="2105-12-21 11:59:00")


@pytest.mark.parametrize(("unit", "count"), [(DAYS, 10.5), (HOURS, 252)])
def test_time_in_hospital_keeps_its_fraction(ask, unit, count):
    ((passed,),) = ask(BY_ID["since_admission"], {"unit": unit}, patient=7)
    assert passed == pytest.approx(count, abs=1e-6)


def test_icu_stays_of_former_visits_are_past(add, ask):
    for hadm, day in ((71, 1), (72, 23)):
        add("icustays", subject_id=7, hadm_id=hadm, intime=f"2105-12-{day:02} 23:59:00")
    ((passed,),) = ask(BY_ID["since_icu_admission"], {"unit": DAYS}, patient=7)
    assert passed == pytest.approx(8, abs=1e-6)


@pytest.mark.parametrize(("nth", "hours"), [(FIRST, 743), (LAST, 47)])
def test_a_drug_is_looked_for_in_every_visit(add, ask, nth, hours):
    for hadm, drug, day in ((71, "a", 1), (72, "a", 30), (72, "b", 25)):
        add("prescriptions", subject_id=7, hadm_id=hadm, drug=drug, startdate=f"2105-12-{day:02} 00:00:00")
    ((passed,),) = ask(BY_ID["since_drug"], {"unit": HOURS, "nth": nth}, patient=7, drug="a")
    assert passed == pytest.approx(hours + 59 / 60, abs=1e-6)


def test_the_second_to_last_lab_test_is_found(add, ask):
    add("d_labitems", itemid=1, label="glucose")
    for hour in (7, 9, 13):
        add("labevents", subject_id=7, hadm_id=72, itemid=1, charttime=f"2105-12-31 {hour:02}:59:00")
    options = {"unit": HOURS, "nth": SECOND_TO_LAST}
    ((passed,),) = ask(BY_ID["since_lab"], options, patient=7, lab="glucose")
    assert passed == pytest.approx(14, abs=1e-6)


def test_a_diagnosis_may_be_of_a_former_visit(add, ask):
    add("d_icd_diagnoses", icd9_code="486", short_title="pneumonia")
    add("diagnoses_icd", subject_id=7, hadm_id=71, icd9_code="486", charttime="2105-12-01 00:00:00")
    ((passed,),) = ask(BY_ID["since_diagnosis"], {"unit": DAYS}, patient=7, diagnosis="pneumonia")
    assert passed == pytest.approx(30 + (24 - 1 / 60) / 24, abs=1e-6)
