import math

import pytest
from pydantic import ValidationError

from medgym_ehr.published.record import Labelled, Row


def test_an_answerable_row(row):
    record = Row.model_validate(row(t_tag=["abs-year-in", "", "", "", ""])).record("valid")
    assert (record.id, record.split, record.paraphrase) == ("a1", "valid", "human")
    assert record.time_tags[0] == "abs-year-in"
    assert record.slots == {"patient_id": 2}
    assert record.pattern.endswith("{patient_id}?")
    assert record.sql == "select age from admissions where subject_id = 2"
    assert not record.impossible


@pytest.mark.parametrize("query", ["null", "nan", "NaN", " NULL ", "", None, math.nan])
def test_unanswerable_rows_lack_fields_and_have_no_query(impossible, query):
    record = Row.model_validate(impossible(query=query)).record("test")
    assert record.impossible
    assert record.sql is None
    assert record.slots == {}
    assert record.time_tags == ()
    assert record.template == "telephone"


@pytest.mark.parametrize("blank", [None, math.nan])
def test_fields_of_unanswerable_rows_may_be_null_or_nan(impossible, blank):
    fields = impossible() | dict.fromkeys(("value", "q_tag", "t_tag", "o_tag", "importance"), blank)
    assert Row.model_validate(fields).record("test").slots == {}


def test_without_the_mark_the_query_tells_whether_there_is_an_answer(row):
    assert not Row.model_validate(row(is_impossible=...)).record("train").impossible
    assert Row.model_validate(row(is_impossible=..., query="null")).record("train").impossible


def test_without_query_and_mark_a_row_is_malformed(row):
    with pytest.raises(ValidationError, match="neither query nor is_impossible"):
        Row.model_validate(row(is_impossible=..., query=...))


@pytest.mark.parametrize("field", ["id", "question"])
@pytest.mark.parametrize("value", [..., None, "  ", ["x"]])
def test_id_and_question_are_needed(row, field, value):
    with pytest.raises(ValidationError):
        Row.model_validate(row(**{field: value}))


def test_unknown_fields_are_ignored_and_numbers_are_ids_too(row):
    assert Row.model_validate(row(id=17, novelty="x")).id == "17"


@pytest.mark.parametrize("value", ["patient 2", ["patient_id"]])
def test_values_that_are_no_mapping_are_refused(row, value):
    with pytest.raises(ValidationError):
        Row.model_validate(row(value=value))


def test_a_label_must_be_there_though_it_may_be_null():
    assert Labelled.model_validate({"id": "a", "label": "null"}).label is None
    with pytest.raises(ValidationError):
        Labelled.model_validate({"id": "a"})
