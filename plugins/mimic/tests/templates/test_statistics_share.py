import pytest

from medgym_ehr.questions.option import AGE_BANDS, GENDERS
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.statistics_share import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
DAYS = {option.words: option for option in BY_ID["return_share_of_diagnosis"].options["days"]}
TWENTIES = AGE_BANDS[0]
FEMALE, MALE = GENDERS


@pytest.fixture(autouse=True)
def visits(add):
    """Four visits with sepsis, of which one goes on; patient 1 came back 30 days after the first."""
    add("d_icd_diagnoses", icd9_code="1", short_title="sepsis")
    for patient, gender in ((1, "f"), (2, "m"), (3, "m"), (4, "f")):
        add("patients", subject_id=patient, gender=gender)
    for hadm, patient, start, end, to, age in (
        (11, 1, "2104-01-01", "2104-01-10 08:00:00", "home", 29),
        (12, 1, "2104-02-09 08:00:00", "2104-02-20 00:00:00", "dead/expired", 30),
        (21, 2, "2104-01-01", "2104-01-10 00:00:00", "home", 40),
        (31, 3, "2105-12-01", None, None, 21),
        (41, 4, "2104-01-01", "2104-01-02 00:00:00", "dead/expired", 22),
    ):
        times = {"admittime": start, "dischtime": end}
        add("admissions", subject_id=patient, hadm_id=hadm, discharge_location=to, age=age, **times)
        for _ in range(2 if patient < 4 else 0):
            add("diagnoses_icd", subject_id=patient, hadm_id=hadm, icd9_code="1", charttime=start)
            add("prescriptions", subject_id=patient, hadm_id=hadm, drug="aspirin", startdate=start)


def test_patients_are_counted_once(ask):
    template = BY_ID["gender_share_of_diagnosis"]
    assert ask(template, {"gender": FEMALE}, diagnosis="sepsis") == [(pytest.approx(100 / 3),)]
    period = Period("abs-year-in", "2104")
    assert ask(template, {"gender": MALE}, period, diagnosis="sepsis") == [(50,)]


def test_visits_are_counted_once(ask):
    assert ask(BY_ID["age_share_of_drug"], {"age": TWENTIES}, drug="aspirin") == [(50,)]


def test_deaths_among_the_visits_that_ended(ask):
    rows = ask(BY_ID["death_share_with_diagnosis"], diagnosis="sepsis")
    assert rows == [(pytest.approx(100 / 3),)]


@pytest.mark.parametrize(("days", "share"), [("30", 100 / 3), ("90", 100 / 3)])
def test_returns_up_to_the_last_minute(ask, days, share):
    period = Period("abs-year-in", "2104")
    rows = ask(BY_ID["return_share_of_diagnosis"], {"days": DAYS[days]}, period, diagnosis="sepsis")
    assert rows == [(pytest.approx(share),)]


def test_a_later_return_is_too_late(add, ask, database):
    database.execute("UPDATE admissions SET admittime = '2104-02-09 08:00:01' WHERE hadm_id = 12")
    period = Period("abs-year-in", "2104")
    rows = ask(BY_ID["return_share_of_diagnosis"], {"days": DAYS["30"]}, period, diagnosis="sepsis")
    assert rows == [(0,)]
