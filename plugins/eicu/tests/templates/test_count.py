import pytest

from medgym_ehr.questions.option import AGE_BANDS, COMPARISONS, TIMES
from medgym_ehr.questions.period import Period
from medgym_ehr.questions.within import Within
from medgym_plugin_eicu.templates.count_patient import _STATUSES
from medgym_plugin_eicu.templates.gender import GENDERS
from medgym_plugin_eicu.templates.vital import BOUNDED

FEMALE, MALE = GENDERS
YEAR = Period("abs-year-in", "2104")
AT = "2104-01-02 00:00:00"
HOSPITAL = Within("within-hosp")


@pytest.fixture
def admitted(stay):
    """Patient 1-1 with two stays of one visit, 1-2 with two visits, 1-3 still in hospital."""
    for patient, visit, unit, age, gender, left, status in (
        ("1-1", 10, 100, "29", "female", "2104-01-20 00:00:00", "alive"),
        ("1-1", 10, 101, "29", "female", "2104-01-20 00:00:00", "alive"),
        ("1-2", 20, 200, "60", "male", "2104-01-20 00:00:00", "alive"),
        ("1-2", 21, 210, "60", "male", "2104-02-20 00:00:00", "expired"),
        ("1-3", 30, 300, "30", "female", None, None),
    ):
        stay(
            patient,
            visit,
            unit,
            age=age,
            gender=gender,
            hospitaladmittime=f"2104-0{2 if visit == 21 else 1}-01 00:00:00",
            unitadmittime=f"2104-01-0{1 + unit % 2} 00:00:00",
            hospitaldischargetime=left,
            hospitaldischargestatus=status,
            hospitaladmitsource="floor",
        )


def test_visits_count_once_and_stays_each(admitted, ask):
    assert ask("visits_by_source", period=YEAR, source="floor") == [(4,)]
    assert ask("visits_by_hospital", period=YEAR, hospital=1) == [(4,)]
    assert ask("stays_by_ward", period=YEAR, ward=10) == [(5,)]


@pytest.mark.parametrize(
    ("band", "gender", "patients"), [(0, FEMALE, 1), (1, FEMALE, 1), (4, MALE, 1), (4, FEMALE, 0)]
)
def test_ages_are_numbers_in_texts(admitted, ask, band, gender, patients):
    options = {"band": AGE_BANDS[band], "gender": gender}
    assert ask("patients_admitted_by_age", options, YEAR) == [(patients,)]


def test_the_current_are_those_without_discharge(admitted, add, ask):
    options = {"band": AGE_BANDS[1], "gender": FEMALE}
    assert ask("current_patients_by_age", options, YEAR) == [(1,)]
    for unit in (100, 300):
        add("lab", patientunitstayid=unit, labname="ph")
        add("diagnosis", patientunitstayid=unit, diagnosisname="gout")
    assert ask("current_patients_with_lab", {"band": AGE_BANDS[1]}, lab="ph") == [(1,)]
    assert ask("current_patients_with_diagnosis", {"gender": FEMALE}, diagnosis="gout") == [(1,)]


@pytest.mark.parametrize(("status", "gender", "patients"), [(0, MALE, 1), (1, MALE, 1), (1, FEMALE, 0)])
def test_discharges_have_a_status(admitted, ask, status, gender, patients):
    options = {"status": _STATUSES[status], "gender": gender}
    assert ask("patients_discharged", options, YEAR) == [(patients,)]


@pytest.mark.parametrize(
    ("template", "table", "fact", "name", "time"),
    [
        ("patients_with_diagnosis", "diagnosis", "diagnosis", "diagnosisname", "diagnosistime"),
        ("patients_with_treatment", "treatment", "treatment", "treatmentname", "treatmenttime"),
        ("patients_with_drug", "medication", "drug", "drugname", "drugstarttime"),
        ("patients_with_allergy", "allergy", "allergy", "allergyname", "allergytime"),
    ],
)
def test_a_patient_counts_once(admitted, add, ask, template, table, fact, name, time):
    for unit in (100, 101, 200):
        add(table, patientunitstayid=unit, **{name: "x", time: AT})
    assert ask(template, period=YEAR, **{fact: "x"}) == [(2,)]


def test_times_are_counted_over_all_stays(admitted, add, ask):
    for unit in (100, 101, 200):
        add("medication", patientunitstayid=unit, drugname="a", drugstarttime=AT)
        add("lab", patientunitstayid=unit, labname="ph", labresulttime=AT)
    assert ask("patients_with_drug_n_times", {"times": TIMES[0]}, YEAR, drug="a") == [(1,)]
    assert ask("patients_with_lab_n_times", {"times": TIMES[0]}, YEAR, lab="ph") == [(1,)]
    assert ask("drug_prescriptions", period=YEAR, drug="a") == [(3,)]
    assert ask("patient_lab_tests", patient="1-1", lab="ph") == [(2,)]
    assert ask("patient_drugs", patient="1-1") == [(1,)]


def test_numbers_below_three_are_not_asked_for(admitted, add, worth):
    for unit in (100, 200):
        add("diagnosis", patientunitstayid=unit, diagnosisname="gout")
    assert not worth("patients_with_diagnosis", diagnosis="'gout'", period="TRUE")
    add("diagnosis", patientunitstayid=300, diagnosisname="gout")
    assert worth("patients_with_diagnosis", diagnosis="'gout'", period="TRUE")


def test_readings_beyond_are_counted_each(admitted, add, ask):
    heart = next(vital for vital in BOUNDED if vital.words == "heart rate" and vital.bound == "85")
    for rate in (84, 85, 86, 99, None):
        add("vitalperiodic", patientunitstayid=100, heartrate=rate)
    options = {"side": COMPARISONS[0], "vital": heart}
    assert ask("patient_vitals_beyond", options, patient="1-1") == [(2,)]


@pytest.fixture
def followed(admitted, add):
    """Gout and then dialysis, drug and lab: in 1-1 in another stay of the visit, in 1-2 in another visit."""
    for unit, later in ((100, 101), (200, 210)):
        add("diagnosis", patientunitstayid=unit, diagnosisname="gout", diagnosistime=AT)
        at = "2104-01-09 00:00:00"
        add("treatment", patientunitstayid=later, treatmentname="dialysis", treatmenttime=at)
        add("medication", patientunitstayid=later, drugname="a", drugstarttime=at)
        add("lab", patientunitstayid=later, labname="ph", labresulttime="2104-01-10 00:00:00")


@pytest.mark.parametrize(("within", "patients"), [(HOSPITAL, 1), (Within("within-n_month", 1), 2)])
def test_what_follows_may_be_of_another_stay(followed, ask, within, patients):
    found = [
        ask("patients_with_drug_after_diagnosis", within=within, diagnosis="gout", drug="a"),
        ask("patients_with_treatment_after_diagnosis", within=within, diagnosis="gout", treatment="dialysis"),
    ]
    assert found == [[(patients,)]] * 2


def test_order_matters(followed, ask):
    within = Within("within-n_month", 1)
    rows = ask(
        "patients_with_diagnosis_after_treatment", within=within, diagnosis="gout", treatment="dialysis"
    )
    assert rows == [(0,)]
    assert ask("patients_with_lab_after_drug", within=HOSPITAL, drug="a", lab="ph") == [(2,)]


def test_deaths_are_discharges_of_the_expired(followed, ask):
    within = Within("within-n_month", 3)
    assert ask("deaths_after_diagnosis", within=within, diagnosis="gout") == [(1,)]
    assert ask("deaths_after_diagnosis", within=HOSPITAL, diagnosis="gout") == [(0,)]


def test_who_returned_within_the_time_is_not_counted(followed, ask):
    assert ask("patients_not_returned", within=Within("within-n_month", 1), diagnosis="gout") == [(1,)]


def test_both_drugs_at_one_time(admitted, add, ask):
    for unit, drug, hour in ((100, "a", 1), (101, "b", 1), (200, "a", 1), (200, "b", 2)):
        add("medication", patientunitstayid=unit, drugname=drug, drugstarttime=f"2104-01-02 0{hour}:00:00")
    drugs = {"drug": "a", "drug2": "b"}
    assert ask("patients_with_both_drugs", within=Within("within-same"), **drugs) == [(1,)]
    assert ask("patients_with_both_drugs", within=Within("within-day"), **drugs) == [(2,)]
