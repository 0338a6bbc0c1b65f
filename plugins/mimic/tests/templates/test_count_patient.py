import pytest

from medgym_ehr.questions.option import AGE_BANDS, GENDERS, TIMES
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.count_patient import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
YEAR = Period("abs-year-in", "2104")
TWICE, THRICE = TIMES
FEMALE, MALE = GENDERS


def test_a_patient_diagnosed_twice_counts_once(add, ask):
    for code, title in (("1", "pneumonia"), ("2", "asthma")):
        add("d_icd_diagnoses", icd9_code=code, short_title=title)
    for patient, code, year in (
        (1, "1", 2104),
        (1, "1", 2104),
        (2, "1", 2104),
        (3, "2", 2104),
        (4, "1", 2103),
    ):
        add("diagnoses_icd", subject_id=patient, icd9_code=code, charttime=f"{year}-01-01 00:00:00")
    assert ask(BY_ID["patients_with_diagnosis"], period=YEAR, diagnosis="pneumonia") == [(2,)]


@pytest.mark.parametrize(("times", "patients"), [(TWICE, 2), (THRICE, 1)])
def test_prescriptions_outside_the_period_do_not_count(add, ask, times, patients):
    for patient, years in ((1, "2104 2104"), (2, "2104 2104 2104"), (3, "2104 2104 2105"), (4, "2104 2103")):
        for year in years.split():
            add("prescriptions", subject_id=patient, drug="a", startdate=f"{year}-01-01 00:00:00")
    assert ask(BY_ID["patients_with_drug_n_times"], {"times": times}, YEAR, drug="a") == [(patients,)]


def test_lab_items_that_share_a_label_are_counted_together(add, ask):
    for item in (1, 2):
        add("d_labitems", itemid=item, label="glucose")
        add("labevents", subject_id=7, itemid=item, charttime="2104-01-01 00:00:00")
    rows = ask(BY_ID["patients_with_lab_n_times"], {"times": TWICE}, YEAR, lab="glucose")
    assert rows == [(1,)]


@pytest.fixture
def admitted(add):
    """Patients: gender, age, year of admission, whether in hospital now, where discharged to."""
    people = (
        ("f", 29, 2104, False, "home"),
        ("f", 30, 2104, False, "home"),
        ("f", 39, 2104, True, None),
        ("m", 39, 2104, True, None),
        ("f", 35, 2105, True, None),
        ("f", 60, 2104, True, None),
        ("f", 88, 2104, False, "snf"),
    )
    for patient, (gender, age, year, stays, goal) in enumerate(people):
        add("patients", subject_id=patient, gender=gender)
        times = {
            "admittime": f"{year}-12-31 00:00:00",
            "dischtime": None if stays else f"{year + 1}-01-03 00:00:00",
        }
        add("admissions", subject_id=patient, hadm_id=patient, age=age, discharge_location=goal, **times)


@pytest.mark.parametrize(("band", "patients"), [(0, 1), (1, 2), (4, 2)])
def test_bands_of_age_hold_their_ends(admitted, ask, band, patients):
    options = {"band": AGE_BANDS[band], "gender": FEMALE}
    assert ask(BY_ID["patients_admitted_by_age"], options, YEAR) == [(patients,)]


@pytest.mark.parametrize(("gender", "band", "patients"), [(FEMALE, 1, 2), (MALE, 1, 1), (FEMALE, 4, 1)])
def test_current_patients_are_those_not_discharged(admitted, ask, gender, band, patients):
    options = {"band": AGE_BANDS[band], "gender": gender}
    assert ask(BY_ID["current_patients_by_age"], options) == [(patients,)]


@pytest.mark.parametrize(("year", "patients"), [("2104", 0), ("2105", 2)])
def test_discharges_go_by_their_own_time(admitted, ask, year, patients):
    period = Period("abs-year-in", year)
    assert ask(BY_ID["patients_discharged"], period=period, destination="home") == [(patients,)]


def test_lab_tests_of_a_former_visit_are_not_of_the_current_one(admitted, add, ask):
    add("d_labitems", itemid=1, label="glucose")
    for patient, hadm in ((2, 2), (2, 2), (3, 99), (4, 4), (5, 5), (1, 1)):
        add("labevents", subject_id=patient, hadm_id=hadm, itemid=1)
    rows = ask(BY_ID["current_patients_with_lab"], {"band": AGE_BANDS[1]}, lab="glucose")
    assert rows == [(2,)]
