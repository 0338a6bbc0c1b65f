import pytest

from medgym_ehr.questions.option import GENDERS, RANKS, SURVIVAL_YEARS
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.statistics_survival import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
LEAST = {option.words: option for option in BY_ID["deadliest_diagnoses"].options["least"]}
ONE_YEAR, TWO_YEARS, *_ = SURVIVAL_YEARS
FEMALE = GENDERS[0]


@pytest.fixture
def patient(add):
    """Add a patient with the same first event of every kind."""

    def one(number, first, dod, *, title="sepsis", again=None, gender="f"):
        add("patients", subject_id=number, gender=gender, dod=dod)
        for titles in ("d_icd_diagnoses", "d_icd_procedures"):
            add(titles, icd9_code=f"{title}{number}", short_title=title)
        for time in (first, again) if again else (first,):
            row = {"subject_id": number, "icd9_code": f"{title}{number}", "charttime": time}
            add("diagnoses_icd", **row)
            add("procedures_icd", **row)
            add("prescriptions", subject_id=number, drug=title, startdate=time)

    return one


@pytest.mark.parametrize("kind", ["diagnosis", "procedure", "drug"])
def test_survival_counts_those_followed_for_long_enough(patient, ask, kind):
    """365 days after 2103-01-01 is 2104-01-01; patients 5 and 6 were first seen too late."""
    patient(1, "2103-01-01 00:00:00", None)
    patient(2, "2103-01-01 00:00:00", "2104-01-01 00:00:00")
    patient(3, "2103-01-01 00:00:00", "2104-01-01 00:01:00", again="2104-01-01 00:00:00")
    patient(4, "2104-12-31 23:58:00", "2105-01-01 00:00:00")
    patient(5, "2105-01-01 00:00:00", "2105-01-02 00:00:00")
    patient(6, "2104-12-31 23:59:00", "2105-01-02 00:00:00")
    template = BY_ID[f"survival_after_{kind}"]
    assert ask(template, {"survival": ONE_YEAR}, **{kind: "sepsis"}) == [(50,)]
    assert ask(template, {"survival": TWO_YEARS}, **{kind: "sepsis"}) == [(pytest.approx(100 / 3),)]


def test_a_period_is_about_the_first_event(patient, ask):
    patient(1, "2102-01-01 00:00:00", None, again="2103-01-01 00:00:00")
    patient(2, "2103-01-01 00:00:00", "2103-01-01 00:00:00")
    period = Period("abs-year-in", "2103")
    rows = ask(BY_ID["survival_after_diagnosis"], {"survival": ONE_YEAR}, period, diagnosis="sepsis")
    assert rows == [(0,)]


def test_the_deadliest_diagnoses_among_those_with_enough_patients(patient, ask):
    """Of eight women with each title as many die as the title says; only seven have the last one."""
    for place, (title, patients, deaths) in enumerate((("2", 8, 2), ("5", 8, 5), ("8", 8, 8), ("7", 7, 7))):
        for number in range(patients):
            dod = "2103-02-01 00:00:00" if number < deaths else None
            patient(100 * place + number, "2103-01-01 00:00:00", dod, title=title)
    for number in range(900, 908):
        patient(number, "2103-01-01 00:00:00", "2103-02-01 00:00:00", title="men", gender="m")
    options = {"top": RANKS[0], "survival": ONE_YEAR, "gender": FEMALE, "least": LEAST["8"]}
    rows = ask(BY_ID["deadliest_diagnoses"], options)
    assert {title for (title,) in rows} == {"2", "5", "8"}
