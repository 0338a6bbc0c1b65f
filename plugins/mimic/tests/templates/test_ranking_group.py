import pytest

from medgym_ehr.questions.option import AGE_BANDS, GENDERS, RANKS
from medgym_plugin_mimic.templates.ranking_group import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
TWENTIES, *_, OLDEST = AGE_BANDS
FEMALE, MALE = GENDERS
TOP = {"top": RANKS[0]}


@pytest.fixture(autouse=True)
def people(add):
    """A woman with visits at 29 and 60, a man with one at 60."""
    add("patients", subject_id=1, gender="f")
    add("patients", subject_id=2, gender="m")
    for patient, hadm, age, language in ((1, 11, 29, "engl"), (1, 12, 60, None), (2, 21, 60, "span")):
        add("admissions", subject_id=patient, hadm_id=hadm, age=age, language=language)
        add("d_icd_diagnoses", icd9_code=str(hadm), short_title=f"diagnosis {hadm}")
        add("d_icd_procedures", icd9_code=str(hadm), short_title=f"procedure {hadm}")
        add("diagnoses_icd", subject_id=patient, hadm_id=hadm, icd9_code=str(hadm))
        add("procedures_icd", subject_id=patient, hadm_id=hadm, icd9_code=str(hadm))
        add("prescriptions", subject_id=patient, hadm_id=hadm, drug=f"drug {hadm}")
        add("microbiologyevents", subject_id=patient, hadm_id=hadm, spec_type_desc=f"specimen {hadm}")


@pytest.mark.parametrize(("age", "visits"), [(TWENTIES, {11}), (OLDEST, {12, 21})])
def test_age_is_that_of_the_visit(ask, age, visits):
    rows = ask(BY_ID["top_diagnoses_of_age"], TOP | {"age": age})
    assert {name for (name,) in rows} == {f"diagnosis {visit}" for visit in visits}
    rows = ask(BY_ID["top_drugs_of_age"], TOP | {"age": age})
    assert {name for (name,) in rows} == {f"drug {visit}" for visit in visits}


def test_gender(ask):
    rows = ask(BY_ID["top_procedures_of_gender"], TOP | {"gender": MALE})
    assert rows == [("procedure 21",)]


def test_gender_and_age(ask):
    rows = ask(BY_ID["top_specimens_of_group"], TOP | {"gender": FEMALE, "age": OLDEST})
    assert rows == [("specimen 12",)]


def test_a_patient_counts_once(add, ask):
    for number, code in enumerate("abcd"):
        add("d_icd_diagnoses", icd9_code=code, short_title=code)
        for patient in range(number):
            add("patients", subject_id=100 + 10 * number + patient, gender="f")
            add("diagnoses_icd", subject_id=100 + 10 * number + patient, icd9_code=code)
    for _ in range(9):
        add("diagnoses_icd", subject_id=1, icd9_code="a")
    rows = ask(BY_ID["widest_diagnoses_of_gender"], TOP | {"gender": FEMALE})
    assert {name for (name,) in rows} == {"d", "c", "b", "a", "diagnosis 11", "diagnosis 12"}


def test_attributes_that_are_not_known_do_not_rank(ask):
    languages = next(a for a in BY_ID["top_attributes_of_visits"].options["attribute"] if a.sql == "language")
    rows = ask(BY_ID["top_attributes_of_visits"], TOP | {"attribute": languages, "age": OLDEST})
    assert rows == [("span",)]
