import pytest

from medgym_ehr.questions.option import GENDERS, RANKS
from medgym_ehr.questions.period import Period
from medgym_ehr.questions.within import Within
from medgym_plugin_mimic.templates.ranking_after import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
TOP = {"top": RANKS[0]}
VISIT, DAY, TWO_DAYS = Within("within-hosp"), Within("within-day"), Within("within-n_day", 2)


def names(rows):
    return {name for (name,) in rows}


@pytest.fixture(autouse=True)
def sepsis(add):
    """Diagnosed twice in one visit, once under each of two codes, and in another visit."""
    add("patients", subject_id=1, gender="f")
    for code in ("1", "2"):
        add("d_icd_diagnoses", icd9_code=code, short_title="sepsis")
        add("diagnoses_icd", subject_id=1, hadm_id=11, icd9_code=code, charttime="2104-05-01 12:00:00")
    add("diagnoses_icd", subject_id=1, hadm_id=12, icd9_code="1", charttime="2105-05-01 12:00:00")


@pytest.fixture
def drugs(add):
    for drug, times in (
        ("earlier", ("2104-05-01 11:00:00",)),
        ("at once", ("2104-05-01 12:00:00",)),
        ("same day", ("2104-05-01 13:00:00",) * 3),
        ("next day", ("2104-05-02 13:00:00",) * 2),
        ("last minute", ("2104-05-03 12:00:00",)),
        ("late", ("2104-05-03 13:00:00",)),
    ):
        for time in times:
            add("prescriptions", subject_id=1, hadm_id=11, drug=drug, startdate=time)
    add("prescriptions", subject_id=2, hadm_id=21, drug="other patient", startdate="2104-05-01 13:00:00")
    add("prescriptions", subject_id=1, hadm_id=12, drug="other visit", startdate="2105-05-01 13:00:00")


@pytest.mark.parametrize(
    ("within", "expected"),
    [
        (DAY, {"same day", "other visit"}),
        (TWO_DAYS, {"same day", "next day", "last minute", "other visit"}),
        (VISIT, {"same day", "next day", "last minute", "late", "other visit"}),
    ],
)
def test_what_follows_a_diagnosis(drugs, ask, within, expected):
    rows = ask(BY_ID["top_drugs_after_diagnosis"], TOP, within=within, diagnosis="sepsis")
    assert names(rows) == expected


def test_a_period_is_about_the_diagnosis(drugs, ask):
    period = Period("abs-year-in", "2105")
    rows = ask(BY_ID["top_drugs_after_diagnosis"], TOP, period, within=VISIT, diagnosis="sepsis")
    assert names(rows) == {"other visit"}


def test_a_row_counts_once_however_many_diagnoses_it_follows(add, ask):
    for drug, hadm, year, times in (
        ("a", 11, 2104, 3),
        ("b", 12, 2105, 4),
        ("c", 12, 2105, 5),
        ("d", 12, 2105, 6),
    ):
        for _ in range(times):
            add("prescriptions", subject_id=1, hadm_id=hadm, drug=drug, startdate=f"{year}-05-02 00:00:00")
    rows = ask(BY_ID["top_drugs_after_diagnosis"], TOP, within=VISIT, diagnosis="sepsis")
    assert names(rows) == {"b", "c", "d"}


def test_labs_of_one_gender(add, ask):
    add("patients", subject_id=2, gender="m")
    add("diagnoses_icd", subject_id=2, hadm_id=21, icd9_code="1", charttime="2104-05-01 12:00:00")
    for patient, itemid in ((1, 7), (2, 8)):
        add("d_labitems", itemid=itemid, label=f"lab {patient}")
        time = "2104-05-01 18:00:00"
        add("labevents", subject_id=patient, hadm_id=10 * patient + 1, itemid=itemid, charttime=time)
    options = TOP | {"gender": GENDERS[1]}
    assert names(ask(BY_ID["top_labs_after_diagnosis"], options, within=DAY, diagnosis="sepsis")) == {"lab 2"}


def test_specimens_and_procedures_after_a_diagnosis(add, ask):
    add("d_icd_procedures", icd9_code="9", short_title="tap")
    for day in (1, 2):
        event = {"subject_id": 1, "hadm_id": 11, "charttime": f"2104-05-{day:02} 06:00:00"}
        add("microbiologyevents", spec_type_desc=f"specimen {day}", **event)
        add("procedures_icd", icd9_code="9", **event)
    near = {"within": VISIT, "diagnosis": "sepsis"}
    assert names(ask(BY_ID["top_specimens_after_diagnosis"], TOP, **near)) == {"specimen 2"}
    assert names(ask(BY_ID["top_procedures_after_diagnosis"], TOP, **near)) == {"tap"}


def test_diagnoses_of_the_visits_with_a_procedure(add, ask):
    add("d_icd_procedures", icd9_code="9", short_title="tap")
    for _ in range(2):
        add("procedures_icd", subject_id=1, hadm_id=12, icd9_code="9", charttime="2105-05-09 00:00:00")
    add("d_icd_diagnoses", icd9_code="3", short_title="fever")
    add("diagnoses_icd", subject_id=1, hadm_id=11, icd9_code="3", charttime="2104-05-01 12:00:00")
    assert names(ask(BY_ID["top_diagnoses_with_procedure"], TOP, procedure="tap")) == {"sepsis"}


def test_other_drugs_at_the_same_time(add, ask):
    for patient, drug, time in ((1, "a", "08"), (1, "b", "08"), (1, "c", "09"), (2, "d", "08")):
        add("prescriptions", subject_id=patient, drug=drug, startdate=f"2104-05-01 {time}:00:00")
    template = BY_ID["top_drugs_with_drug"]
    assert names(ask(template, TOP, within=Within("within-same"), drug="a")) == {"b"}
    assert names(ask(template, TOP, within=DAY, drug="a")) == {"b", "c"}
