import pytest

from medgym_ehr.questions.option import FIRST, LAST
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.lookup import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}


@pytest.fixture
def visits(add):
    """Two visits of patient 7 that have ended, one that has not, and one of patient 8."""
    for hadm, start, end, age, goal in (
        (71, "2103-05-01 08:00:00", "2103-05-04 20:00:00", 60, "snf"),
        (72, "2104-06-01 08:00:00", "2104-06-09 10:00:00", 61, "home"),
        (73, "2105-12-30 08:00:00", None, 63, None),
    ):
        add(
            "admissions",
            subject_id=7,
            hadm_id=hadm,
            admittime=start,
            dischtime=end,
            age=age,
            discharge_location=goal,
        )
    add("admissions", subject_id=8, hadm_id=81, admittime="2104-01-01 00:00:00", age=30)


@pytest.mark.parametrize(("which", "age"), [("first", 60), ("last", 61), ("cur", 63)])
def test_the_current_visit_is_neither_first_nor_last(visits, ask, which, age):
    assert ask(BY_ID["visit_age"], period=Period(f"rel-hosp-{which}"), patient=7) == [(age,)]


@pytest.mark.parametrize(("nth", "goal"), [(FIRST, "snf"), (LAST, "home")])
def test_discharges_are_ordered_by_their_time(visits, ask, nth, goal):
    assert ask(BY_ID["discharge_location"], {"nth": nth}, patient=7) == [(goal,)]


def test_a_period_restricts_discharges(visits, ask):
    period = Period("abs-month-in", "2103-05")
    assert ask(BY_ID["discharge_location"], {"nth": LAST}, period, patient=7) == [("snf",)]


def test_admissions_that_differ_give_two_answers(add, ask):
    (kind, _) = BY_ID["admission_detail"].options["detail"]
    for type_ in ("urgent", "elective", "urgent"):
        add("admissions", subject_id=7, admittime="2104-02-01 00:00:00", admission_type=type_)
    rows = ask(BY_ID["admission_detail"], {"detail": kind}, Period("abs-year-in", "2104"), patient=7)
    assert sorted(rows) == [("elective",), ("urgent",)]


def test_transfers_that_name_no_unit_are_passed_over(add, ask):
    for hour, unit, ward in ((1, None, 9), (2, "micu", 15), (3, "ccu", 7), (4, None, 9), (5, None, None)):
        time = f"2104-02-01 0{hour}:00:00"
        add("transfers", subject_id=7, hadm_id=71, intime=time, careunit=unit, wardid=ward)
    assert ask(BY_ID["careunit_entered"], {"nth": FIRST}, patient=7) == [("micu",)]
    assert ask(BY_ID["careunit_entered"], {"nth": LAST}, patient=7) == [("ccu",)]
    assert ask(BY_ID["ward_entered"], {"nth": LAST}, patient=7) == [(9,)]


def test_titles_are_read_from_the_dictionary_of_their_kind(add, ask):
    add(
        "d_icd_diagnoses", icd9_code="0389", short_title="septicemia nos", long_title="unspecified septicemia"
    )
    add("d_icd_procedures", icd9_code="389", short_title="septicemia nos", long_title="not a diagnosis")
    _, long = BY_ID["code_title"].options["form"]
    assert ask(BY_ID["diagnosis_meaning"], diagnosis="septicemia nos") == [("unspecified septicemia",)]
    assert ask(BY_ID["code_title"], {"form": long}, code="0389") == [("unspecified septicemia",)]
