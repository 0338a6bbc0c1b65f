import pytest

from medgym_ehr.questions.period import Period
from medgym_ehr.questions.within import TAGS, Within
from medgym_plugin_mimic.templates.count_within import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
DIAGNOSED = "2104-01-30 11:30:00"
AFTER = {
    1: DIAGNOSED,
    2: "2104-01-30 20:00:00",
    3: "2104-01-31 11:30:00",
    4: "2104-02-01 11:30:01",
    5: "2104-03-01 11:30:00",
    6: "2104-03-30 11:30:00",
    7: "2104-03-30 11:30:01",
}
"""Patient to the time of what follows; one month from 30 January overflows into March, as in SQLite."""
CLOSE = [
    (Within("within-day"), {2}),
    (Within("within-n_day", 1), {2, 3}),
    (Within("within-month"), {2, 3}),
    (Within("within-n_month", 1), {2, 3, 4, 5}),
    (Within("within-n_month", 2), {2, 3, 4, 5, 6}),
]


@pytest.fixture
def diagnose(add):
    """Pneumonia of a patient in the visit of the same number."""
    add("d_icd_diagnoses", icd9_code="486", short_title="pneumonia")

    def once(patient, time=DIAGNOSED):
        add("diagnoses_icd", subject_id=patient, hadm_id=patient, icd9_code="486", charttime=time)

    return once


def test_every_closeness_is_asked_for():
    assert {tag for template in TEMPLATES if template.within for tag in template.within.tags} == set(TAGS)


@pytest.mark.parametrize(("within", "patients"), CLOSE)
def test_drugs_follow_a_diagnosis(diagnose, add, ask, within, patients):
    for patient, time in AFTER.items():
        diagnose(patient)
        add("prescriptions", subject_id=patient, hadm_id=patient, drug="a", startdate=time)
        add("prescriptions", subject_id=patient, hadm_id=patient, drug="b", startdate="2104-01-30 12:00:00")
    fact = {"diagnosis": "pneumonia", "drug": "a"}
    rows = ask(BY_ID["patients_with_drug_after_diagnosis"], within=within, **fact)
    assert rows == [(len(patients),)]


@pytest.mark.parametrize(("within", "patients"), CLOSE)
def test_procedures_follow_a_diagnosis(diagnose, add, ask, within, patients):
    add("d_icd_procedures", icd9_code="331", short_title="spinal tap")
    for patient, time in AFTER.items():
        diagnose(patient)
        add("procedures_icd", subject_id=patient, hadm_id=patient, icd9_code="331", charttime=time)
    fact = {"diagnosis": "pneumonia", "procedure": "spinal tap"}
    rows = ask(BY_ID["patients_with_procedure_after_diagnosis"], within=within, **fact)
    assert rows == [(len(patients),)]


@pytest.mark.parametrize(("within", "patients"), CLOSE)
def test_lab_tests_follow_a_prescription(add, ask, within, patients):
    add("d_labitems", itemid=1, label="glucose")
    for patient, time in AFTER.items():
        add("prescriptions", subject_id=patient, hadm_id=patient, drug="a", startdate=DIAGNOSED)
        add("labevents", subject_id=patient, hadm_id=patient, itemid=1, charttime=time)
    rows = ask(BY_ID["patients_with_lab_after_drug"], within=within, drug="a", lab="glucose")
    assert rows == [(len(patients),)]


@pytest.mark.parametrize(("within", "patients"), CLOSE)
def test_deaths_follow_a_diagnosis(diagnose, add, ask, within, patients):
    for patient, time in AFTER.items():
        diagnose(patient)
        add("patients", subject_id=patient, dod=time)
    diagnose(8)
    add("patients", subject_id=8)
    assert ask(BY_ID["deaths_after_diagnosis"], within=within, diagnosis="pneumonia") == [(len(patients),)]


def test_the_same_visit_is_asked_of_both_events(diagnose, add, ask):
    for patient, hadm in ((1, 1), (2, 99)):
        diagnose(patient)
        add("prescriptions", subject_id=patient, hadm_id=hadm, drug="a", startdate="2104-02-01 00:00:00")
    fact = {"diagnosis": "pneumonia", "drug": "a"}
    rows = ask(BY_ID["patients_with_drug_after_diagnosis"], within=Within("within-hosp"), **fact)
    assert rows == [(1,)]


def test_the_period_is_that_of_the_diagnosis(diagnose, add, ask):
    diagnose(1, "2103-12-31 23:00:00")
    diagnose(2, "2104-01-01 00:00:00")
    for patient in (1, 2):
        add("prescriptions", subject_id=patient, drug="a", startdate="2104-01-05 00:00:00")
    rows = ask(
        BY_ID["patients_with_drug_after_diagnosis"],
        period=Period("abs-year-in", "2104"),
        within=Within("within-n_month", 1),
        diagnosis="pneumonia",
        drug="a",
    )
    assert rows == [(1,)]


@pytest.mark.parametrize(
    ("tag", "patients"), [("within-same", 1), ("within-day", 2), ("within-month", 3), ("within-hosp", 3)]
)
def test_two_drugs_are_close_in_any_order(add, ask, tag, patients):
    pairs = {
        1: ("02-02 00:00:00", "02-02 00:00:00", 1),
        2: ("02-02 08:00:00", "02-02 06:00:00", 99),
        3: ("02-20 00:00:00", "02-10 00:00:00", 3),
        4: ("02-20 00:00:00", "03-10 00:00:00", 4),
        5: ("02-20 00:00:00", "03-10 00:00:00", 99),
    }
    for patient, (first, second, hadm) in pairs.items():
        add("prescriptions", subject_id=patient, hadm_id=patient, drug="a", startdate=f"2104-{first}")
        add("prescriptions", subject_id=patient, hadm_id=hadm, drug="b", startdate=f"2104-{second}")
    rows = ask(BY_ID["patients_with_both_drugs"], within=Within(tag), drug="a", drug2="b")
    assert rows == [(patients,)]


def test_a_patient_with_several_pairs_counts_once(diagnose, add, ask):
    for _ in range(2):
        diagnose(1)
        add("d_labitems", itemid=1, label="glucose")
        add("d_icd_procedures", icd9_code="331", short_title="spinal tap")
        add("patients", subject_id=1, dod="2104-02-01 00:00:00")
        for drug in "ab":
            add("prescriptions", subject_id=1, drug=drug, startdate="2104-01-31 00:00:00")
        for table, code in (("labevents", {"itemid": 1}), ("procedures_icd", {"icd9_code": "331"})):
            add(table, subject_id=1, charttime="2104-01-31 12:00:00", **code)
    names = {"diagnosis": "pneumonia", "procedure": "spinal tap", "lab": "glucose", "drug": "a", "drug2": "b"}
    for template in TEMPLATES:
        if template.id == "patients_not_returned":
            continue
        tag = "within-n_day" if "within-n_day" in template.within.tags else "within-same"
        assert ask(template, within=Within(tag, 7), **names) == [(1,)], template.id


def test_both_drugs_lie_in_the_period(add, ask):
    for drug, month in (("a", "02"), ("b", "03")):
        add("prescriptions", subject_id=1, hadm_id=1, drug=drug, startdate=f"2104-{month}-01 00:00:00")
    for month, patients in (("02", 1), ("03", 0)):
        period = Period("abs-month-since", f"2104-{month}")
        within = Within("within-hosp")
        rows = ask(BY_ID["patients_with_both_drugs"], period=period, within=within, drug="a", drug2="b")
        assert rows == [(patients,)]


@pytest.mark.parametrize(("months", "patients"), [(1, {1, 3}), (2, {1}), (3, {1})])
def test_who_comes_back_late_or_never_has_not_returned(diagnose, add, ask, months, patients):
    for patient, returns in ((1, None), (2, "2104-02-15 00:00:00"), (3, "2104-03-15 00:00:00")):
        diagnose(patient)
        add("patients", subject_id=patient)
        add("admissions", subject_id=patient, hadm_id=patient, admittime=DIAGNOSED)
        if returns:
            add("admissions", subject_id=patient, hadm_id=patient + 10, admittime=returns)
    within = Within("within-n_month", months)
    rows = ask(BY_ID["patients_not_returned"], within=within, diagnosis="pneumonia")
    assert rows == [(len(patients),)]


def test_the_dead_are_not_said_to_stay_away(diagnose, add, ask):
    for patient, died in ((1, None), (2, "2104-02-01 00:00:00"), (3, "2105-02-01 00:00:00")):
        diagnose(patient)
        add("patients", subject_id=patient, dod=died)
    within = Within("within-n_month", 1)
    assert ask(BY_ID["patients_not_returned"], within=within, diagnosis="pneumonia") == [(1,)]


@pytest.mark.parametrize(("since", "patients"), [("2104-01", 0), ("2104-02", 1)])
def test_the_first_diagnosis_of_the_period_counts(diagnose, add, ask, since, patients):
    add("patients", subject_id=1)
    for time in (DIAGNOSED, "2104-02-20 00:00:00"):
        diagnose(1, time)
        add("admissions", subject_id=1, admittime=time)
    rows = ask(
        BY_ID["patients_not_returned"],
        period=Period("abs-month-since", since),
        within=Within("within-n_month", 1),
        diagnosis="pneumonia",
    )
    assert rows == [(patients,)]
