import json

import pytest
import sqlglot

from medgym_ehr.published import MIMIC_III, MIMIC_IV_DEMO, post_process
from medgym_ehr.published.patients import match, named, why_empty

from .shared import EHRSQL_2024

JOINED = "select count(*) from (select t1.subject_id from a as t1 join b as t2 on {}) where {}"


@pytest.mark.parametrize(
    ("sql", "whom"),
    [
        ("select age from admissions where admissions.subject_id = 7", {"7"}),
        ("select age from admissions where SUBJECT_ID = '7'", {"7"}),
        ("select age from admissions where 7 = subject_id", {"7"}),
        ("select age from admissions where (subject_id) = (7)", {"7"}),
        ("select age from admissions where subject_id in (7, 8)", {"7", "8"}),
        (
            "select (select 1 from a where subject_id = 7) > (select 1 from a where subject_id = 8)",
            {"7", "8"},
        ),
        (JOINED.format("t1.subject_id = t2.subject_id", "t2.subject_id = 9"), {"9"}),
        (JOINED.format("t1.subject_id = t2.subject_id", "true"), set()),
        ("select age from admissions where subject_id in (select subject_id from patients)", set()),
        ("select age from admissions where drug = 'subject_id = 7'", set()),
        ("select age from admissions where subject_id <> 7", set()),
        ("select age from admissions where hadm_id = 7", set()),
        ("select 1 from a where subject_id = 7;", {"7"}),
        ("select subject_id from where (", set()),
    ],
)
def test_only_literals_name_patients(sql, whom):
    assert named(sql, "subject_id") == whom


def test_ids_that_are_texts_are_compared_in_lower_case():
    assert named("select 1 from patient where uniquepid = '002-ABC'", "uniquepid") == {"002-abc"}


def test_a_question_is_found_if_all_whom_it_names_are_there():
    ids = match({"a": {"1"}, "b": {"1", "9"}, "c": set(), "d": {"2"}}, {"1", "2", "3"})
    assert (ids.named, ids.missing, ids.naming, ids.found, ids.foreign) == (3, ("9",), 3, 2, False)


def test_questions_that_name_nobody_fit_any_database():
    assert not match({"a": set()}, {"1"}).foreign


def test_why_the_splits_are_empty_counts_questions_and_names_the_database():
    text = why_empty(match({"a": {"8"}, "b": {"9"}}, {"1"}), MIMIC_III)
    assert text.startswith("the published splits are empty: 0 of the 2 questions")
    assert "mimic_iii.sqlite" in text


@pytest.mark.skipif(not EHRSQL_2024.is_dir(), reason=f"EHRSQL-2024 is not in {EHRSQL_2024}")
def test_every_query_of_ehrsql_2024_is_parsed():
    labels = json.loads((EHRSQL_2024 / "valid" / "label.json").read_text())
    for sql in labels.values():
        assert sqlglot.parse_one(post_process(sql, MIMIC_IV_DEMO), read="sqlite")


@pytest.mark.skipif(not EHRSQL_2024.is_dir(), reason=f"EHRSQL-2024 is not in {EHRSQL_2024}")
def test_every_query_of_ehrsql_2024_names_exactly_the_patient_of_its_question():
    labels = json.loads((EHRSQL_2024 / "valid" / "label.json").read_text())
    records = json.loads((EHRSQL_2024 / "valid" / "annotated.json").read_text())
    answerable = {id: post_process(sql, MIMIC_IV_DEMO) for id, sql in labels.items() if sql != "null"}
    slots = {
        record["id"]: record["val_dict"]["val_placeholder"]
        for record in records
        if record["id"] in answerable
    }
    assert len(answerable) == len(slots) == 931
    wrong = {
        id: sql
        for id, sql in answerable.items()
        if named(sql, "subject_id")
        != {str(value) for slot, value in slots[id].items() if slot.startswith("patient_id")}
    }
    assert wrong == {}
