import pytest

from medgym_ehr.questions.option import ENDS, GENDERS
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.statistics import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
FIRST, LAST = ENDS
FEMALE, MALE = GENDERS


@pytest.fixture
def glucose(add):
    """Values at the ages 50 and 51; patient 1 has two at 50 and one at 51."""
    add("d_labitems", itemid=1, label="glucose")
    for hadm, patient, age, values in (
        (11, 1, 50, (3, 9)),
        (12, 1, 51, (4,)),
        (21, 2, 50, (1, 2, 3)),
        (31, 3, 51, (7, 8)),
    ):
        add("admissions", subject_id=patient, hadm_id=hadm, age=age)
        for hour, value in enumerate(values):
            time = f"210{hadm % 10}-01-01 0{hour}:00:00"
            add("labevents", subject_id=patient, hadm_id=hadm, itemid=1, charttime=time, valuenum=value)


@pytest.mark.parametrize(
    ("nth", "year", "percentile"), [(FIRST, "2101", 2 / 4), (LAST, "2101", 1.0), (LAST, "2102", 0.0)]
)
def test_a_lab_value_ranks_among_those_of_the_same_age(glucose, ask, nth, year, percentile):
    """At 50 the values are 1, 2, 3, 3, 9: two are below 3, and there are four others."""
    period = Period("abs-year-in", year)
    rows = ask(BY_ID["percentile_of_lab"], {"nth": nth}, period, patient=1, lab="glucose")
    assert rows == [(percentile,)]


def test_without_a_period_the_first_value_decides_the_age(glucose, ask):
    assert ask(BY_ID["percentile_of_lab"], {"nth": FIRST}, patient=1, lab="glucose") == [(2 / 4,)]


def test_values_at_one_time_give_as_many_answers(glucose, add, ask):
    add("labevents", subject_id=1, hadm_id=12, itemid=1, charttime="2102-01-01 00:00:00", valuenum=8)
    rows = ask(BY_ID["percentile_of_lab"], {"nth": LAST}, patient=1, lab="glucose")
    assert sorted(rows) == [(0,), (2 / 3,)]


def test_a_vital_sign_ranks_among_those_of_the_careunit(add, ask):
    add("d_items", itemid=1, label="heart rate")
    for stay, unit, patient, values in (
        (1, "micu", 1, (80,)),
        (2, "micu", 2, (70, 90)),
        (3, "ccu", 3, (60,)),
    ):
        add("icustays", icustay_id=stay, first_careunit=unit)
        for value in values:
            row = {"subject_id": patient, "icustay_id": stay, "itemid": 1, "charttime": "2104-01-01 00:00:00"}
            add("chartevents", valuenum=value, **row)
    rows = ask(BY_ID["percentile_of_vital"], {"nth": LAST}, patient=1, vital="heart rate")
    assert rows == [(1 / 2,)]


@pytest.mark.parametrize(
    ("values", "median"), [((5, 1, 2), 2), ((5, 1, 2, 4), 3), ((5, 5, 1, 1), 3), ((7,), 7)]
)
def test_median_of_a_lab(add, ask, values, median):
    add("patients", subject_id=1, gender="f")
    add("patients", subject_id=2, gender="m")
    for itemid in (1, 2):
        add("d_labitems", itemid=itemid, label="glucose")
    for place, value in enumerate(values):
        add("labevents", subject_id=1, itemid=1 + place % 2, valuenum=value)
    add("labevents", subject_id=2, itemid=1, valuenum=99)
    assert ask(BY_ID["median_of_lab"], {"gender": FEMALE}, lab="glucose") == [(median,)]


def test_median_of_a_patients_vital_sign(add, ask):
    add("d_items", itemid=1, label="heart rate")
    for patient, value in ((1, 60), (1, 70), (1, 90), (2, 200)):
        add("chartevents", subject_id=patient, itemid=1, valuenum=value)
    assert ask(BY_ID["median_of_vital_of_patient"], patient=1, vital="heart rate") == [(70,)]


@pytest.fixture
def stays(add):
    """Visits of 1, 2 and 9 days at the ages 40, 50 and 90, and one that goes on; the drug is given twice."""
    add("d_icd_diagnoses", icd9_code="1", short_title="sepsis")
    for hadm, end, age in (
        (1, "2104-01-02", 40),
        (2, "2104-01-03", 50),
        (3, "2104-01-10", 90),
        (4, None, 91),
    ):
        add("admissions", hadm_id=hadm, admittime="2104-01-01", dischtime=end, age=age)
        for _ in range(2):
            add("diagnoses_icd", hadm_id=hadm, icd9_code="1")
            add("prescriptions", hadm_id=hadm, drug="aspirin")


def test_median_stay_of_visits_that_ended(stays, ask):
    assert ask(BY_ID["median_stay_with_diagnosis"], diagnosis="sepsis") == [(2,)]


def test_median_age_counts_a_visit_once(stays, ask):
    assert ask(BY_ID["age_of_patients_with_drug"], drug="aspirin") == [(70,)]
