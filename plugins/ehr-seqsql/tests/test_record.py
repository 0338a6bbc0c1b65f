"""Reading EHR-SeqSQL's file: what rows may look like, and what is refused.

Questions and queries here are made up; none is of the published file.
"""

import json

import pytest

from medgym_core import DataError
from medgym_plugin_ehr_seqsql import record

ROW = {
    "id": "s1",
    "seed_question": "made-up end?",
    "value": {"patient_id": 7},
    "question": ["made-up first?", "made-up second?"],
    "question_template": ["first", "second"],
    "seqsql": ["select a from t", "select count(*) from t where a in ( prev_query )"],
    "sql": ["select a from t", "select count(*) from t where a in ( select a from t )"],
    "random_split": "train",
    "compositional_split": "test",
    "department": "any",
    "importance": "high",
}


@pytest.fixture
def read(tmp_path):
    def reading(*rows):
        (tmp_path / "data.json").write_text(json.dumps(list(rows)))
        return record.read(tmp_path / "data.json")

    return reading


def test_a_row_with_lists_is_a_session(read):
    (one,) = read(ROW)
    assert one.questions == ("made-up first?", "made-up second?")
    assert one.queries() == tuple(ROW["sql"])
    assert (one.random_split, one.compositional_split) == ("train", "test")


@pytest.mark.parametrize(
    "token",
    [
        *("prev_query", "prev_result", "(prev_query)", "( prev_result )", "<prev_query>", "[prev_result]"),
        *("{prev_query}", "PREV_QUERY", "previous_query", "prev query", "<prev-result>", "( <prev_query> )"),
    ],
)
def test_tokens_are_filled_in_however_they_are_spelt(read, token):
    queries = ["select a from t;", f"select b from t where a in {token} and b > 0"]
    (one,) = read({**ROW, "sql": None, "seqsql": queries})
    assert one.queries()[1] == "select b from t where a in (select a from t) and b > 0"


def test_tokens_chain_over_turns(read):
    row = {**ROW, "sql": [], "question": ["q1", "q2", "q3"]}
    (one,) = read({**row, "seqsql": ["select 1", "select 2 + prev_query", "select 3 + prev_query"]})
    assert one.queries()[2] == "select 3 + (select 2 + (select 1))"


def test_rows_that_are_turns_are_joined(read):
    turns = [
        {**ROW, "question": text, "question_template": text, "seqsql": sql, "sql": sql}
        for text, sql in (("q1?", "select 1"), ("q2?", "select 2"))
    ]
    (one,) = read(*turns)
    assert one.questions == ("q1?", "q2?")
    assert one.queries() == ("select 1", "select 2")


def test_turns_with_ids_of_their_own_are_joined_by_what_they_come_from(read):
    turns = [
        {
            **ROW,
            "id": f"t{seed}{number}",
            "seed_question": seed,
            "question": f"{seed}{number}",
            "sql": "select 1",
        }
        for seed in "ab"
        for number in range(3)
    ]
    turns = [{**turn, "question_template": None, "seqsql": None} for turn in turns]
    assert [one.questions for one in read(*turns)] == [("a0", "a1", "a2"), ("b0", "b1", "b2")]


def test_rows_that_grow_are_one_session(read):
    one_wording = {**ROW, "seqsql": None, "question_template": None}
    grown = [{**one_wording, "question": ROW["question"][:n], "sql": ROW["sql"][:n]} for n in (1, 2)]
    (one,) = read(*grown)
    assert len(one.questions) == 2


def test_templates_are_shown_where_there_is_no_paraphrase(read):
    (one,) = read({**ROW, "question": None})
    assert one.questions == ("first", "second")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        ({"question": ["one"]}, r"row 2 \(id s2\).*as many queries as questions"),
        ({"sql": None, "seqsql": None}, r"row 2 \(id s2\).*as many queries as questions"),
        ({"question": ["one?", " "]}, r"row 2 \(id s2\).*empty"),
        ({"random_split": "dev"}, r"row 2 \(id s2\): random_split"),
        ({"sql": [1, ["a"]]}, r"row 2 \(id s2\): sql"),
    ],
)
def test_a_bad_row_is_named(read, spoil, said):
    with pytest.raises(DataError, match=said):
        read(ROW, {**ROW, "id": "s2", **spoil})


def test_rows_of_one_id_that_do_not_fit_are_named(read):
    other = {**ROW, "question": ["another?", "made-up second?"]}
    with pytest.raises(DataError, match="rows with id s1"):
        read(ROW, other)


def test_an_id_that_comes_again_later_is_refused(read):
    with pytest.raises(DataError, match="id of another"):
        read(ROW, {**ROW, "id": "s2"}, ROW)


def test_a_token_in_the_first_turn_is_refused(read):
    (one,) = read({**ROW, "sql": ["select prev_query", "select 1"]})
    with pytest.raises(DataError, match="s1 refers to a previous query in its first turn"):
        one.queries()


def test_what_is_no_list_of_rows_is_refused(tmp_path):
    for text in ("{", "{}", "[]", '"text"', "[1]"):
        (tmp_path / "data.json").write_text(text)
        with pytest.raises(DataError, match=r"data\.json"):
            record.read(tmp_path / "data.json")


def test_the_file_is_found_at_any_depth_and_another_release_s_is_not(tmp_path):
    other = {"id": "q1", "question": "a question"}
    for place, row in (("valid/data.json", other), ("EHR-SeqSQL/v1/data.json", ROW)):
        (tmp_path / place).parent.mkdir(parents=True)
        (tmp_path / place).write_text(json.dumps({"data": [row]}))
    assert record.find(tmp_path) == tmp_path / "EHR-SeqSQL" / "v1" / "data.json"
    assert record.find(tmp_path / "valid") is None
