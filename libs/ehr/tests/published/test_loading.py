import hashlib
import json

import pytest

from medgym_core import VerifierError
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_ehr.published import EICU, MIMIC_III, MIMIC_IV_DEMO, Caps, answer_kind, load, natural_family
from medgym_ehr.published.patients import ENOUGH
from medgym_ehr.published.refusal import Reason

ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"
EVERYONE = "select subject_id from admissions"


@pytest.fixture
def loaded(folder, hospital, row):
    """Load rows of one split, each given by id and query."""

    def make(caps=None, **queries):
        rows = [row(id, query, value={}) for id, query in queries.items()]
        return load(MIMIC_III, folder({"valid.json": rows}), hospital, caps)

    return make


def failures(report):
    return {reason: [failure.id for failure in each] for reason, each in report.failures.items()}


def test_questions_become_tasks_with_gold_and_shape(folder, hospital, row):
    query = "select label, valuenum from labs where charttime >= datetime(current_time,'-1 year')"
    tasks, report = load(MIMIC_III, folder({"train.json": [row("a", query, split="train")]}), hospital)
    (task,) = tasks["train"]
    assert task.question.question == "How old was patient 2 on the made-up day?"
    assert [(c.name, c.kind) for c in task.question.shape.columns] == [
        ("label", "text"),
        ("valuenum", "number"),
    ]
    assert task.solution.gold == [["zinc", 90.0]]
    assert "'2105-12-31 23:59:00'" in task.solution.sql
    assert (task.solution.category, task.solution.paraphrase) == ("published", "human")
    assert (report.answerable, report.executed, report.tasks) == (1, 1, {"train": 1, "valid": 0, "test": 0})


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("select age where from", Reason.SYNTAX),
        ("select a from nowhere", Reason.MISSING_TABLE),
        ("select heartrate_lower, heartrate_upper from labs", Reason.MISSING_COLUMN),
        ("delete from labs", Reason.FORBIDDEN),
        ("select random() from labs", Reason.UNREPEATABLE),
        ("select nosuch(1)", Reason.ERROR),
        ("select age from admissions where age > 200", Reason.EMPTY),
        ("select max(age) from admissions where age > 200", Reason.NULL),
        ("select subject_id from admissions limit 3", Reason.TOO_MANY_ROWS),
        ("select 'a text that is longer than is permitted here'", Reason.TOO_LARGE),
        ("select mixed from odd", Reason.MIXED),
        ("select raw from odd", Reason.NOT_JSON),
        ("null", Reason.CONTRADICTION),
        (ENDLESS, Reason.TIMEOUT),
    ],
)
def test_what_fails_is_left_out_with_its_reason(loaded, query, expected):
    tasks, report = loaded(
        Caps(seconds=0.05, rows=2, bytes=40), bad=query, good="select age from admissions limit 1"
    )
    assert [task.question.id for task in tasks["valid"]] == ["good"]
    assert failures(report) == {expected: ["bad"]}
    assert report.rows == {"valid": 2}


def test_only_what_ran_to_its_end_counts_as_executed(loaded):
    report = loaded(a="select 1", b="select null", c="select x from y").report
    assert (report.executed, report.answerable) == (2, 3)


def test_sql_on_a_question_marked_unanswerable_is_a_contradiction(folder, hospital, row):
    report = load(MIMIC_III, folder({"test.json": [row(is_impossible=True)]}), hospital).report
    assert failures(report) == {Reason.CONTRADICTION: ["a1"]}


def test_gold_keeps_every_row_though_the_official_evaluators_look_at_a_hundred(loaded):
    many = "with recursive n(i) as (select 1 union all select i + 1 from n where i < {}) select i from n"
    tasks, report = loaded(long=many.format(101), short=many.format(100))
    assert [len(task.solution.gold) for task in tasks["valid"]] == [101, 100]
    assert report.long == ["long"]


def test_unanswerable_questions_are_tasks_to_abstain_from(folder, hospital, row, impossible):
    question = "How many teeth has patient 2?"
    rows = [row("a", question="How many wards are there?"), impossible("n", question)]
    tasks, report = load(MIMIC_III, folder({"valid.json": rows}), hospital)
    answerable, task = tasks["valid"]
    assert task.solution.impossible
    assert (task.solution.sql, task.solution.gold, task.solution.template) == (None, None, "telephone")
    assert task.question.shape == answerable.question.shape
    assert (report.answerable, report.unanswerable) == (1, 1)


def test_shapes_of_unanswerable_questions_come_from_their_own_split(folder, hospital, row, impossible):
    files = {
        "train.json": [row("a", "select admittime from admissions limit 1", split="train")],
        "test.json": [impossible("n"), row("b", split="test")],
    }
    tasks = load(MIMIC_III, folder(files), hospital).tasks
    assert tasks["test"][0].question.shape.columns[0].kind == "integer"


def test_tasks_keep_the_order_of_their_file(folder, hospital, row, impossible):
    rows = [row("c"), impossible("b"), row("bad", "select 0 from nowhere"), row("a"), impossible("d")]
    tasks = load(MIMIC_III, folder({"valid.json": rows}), hospital).tasks["valid"]
    assert [task.question.id for task in tasks] == ["c", "b", "a", "d"]


def test_gold_is_right_and_nothing_else_is(folder, hospital, row, impossible):
    rows = [
        row("a", "select valuenum, charttime from labs"),
        row("b", "select drug, dose from orders"),
        impossible("n"),
    ]
    for task in load(MIMIC_III, folder({"valid.json": rows}), hospital).tasks["valid"]:
        kind, gold = answer_kind(task.question.shape), task.solution.gold
        answer = TurnSubmission(answer=json.dumps(gold[::-1] if gold else gold))
        assert grade_answer(kind, answer, gold, 65_536).ok
        for constant in ("", "0", "[]", "[[]]", "[[0]]", '"None"', "true", "null" if gold else '[["null"]]'):
            assert not grade_answer(kind, TurnSubmission(answer=constant), gold, 65_536).ok
    with pytest.raises(VerifierError):
        grade_answer(kind, answer, [[1, 2, 3, 4, 5]], 65_536)


def test_a_question_about_a_patient_who_is_not_there_is_left_out(folder, hospital, row):
    rows = [row("a"), row("b", value={"patient_id": 77}), row("c", value={"patient_id": "3"})]
    tasks, report = load(MIMIC_III, folder({"valid.json": rows}), hospital)
    assert [task.question.id for task in tasks["valid"]] == ["a", "c"]
    assert failures(report) == {Reason.UNKNOWN_ID: ["b"]}
    assert report.ids["patient_id"].missing == ("77",)
    assert "patient_id: 2 of 3 are in the database, not 77" in report.text()


@pytest.mark.parametrize(("strangers", "foreign"), [(9, False), (10, True)])
def test_a_database_that_has_hardly_any_of_the_patients_is_another_one(
    folder, hospital, row, strangers, foreign
):
    assert ENOUGH == 0.1
    rows = [row("a"), row("again"), *(row(f"s{n}", value={"patient_id": 100 + n}) for n in range(strangers))]
    tasks, report = load(MIMIC_III, folder({"valid.json": rows}), hospital)
    assert len(tasks["valid"]) == (0 if foreign else 2)
    assert report.executed == (0 if foreign else 2)
    assert report.ids["patient_id"].foreign == foreign


def test_the_report_on_another_database_says_how_many_questions_name_its_patients_and_what_helps(
    folder, hospital, row, impossible
):
    strangers = [row(f"s{n}", value={"patient_id": 100 + n}) for n in range(10)]
    rows = [row("a"), row("again"), impossible("n"), *strangers]
    tasks, report = load(MIMIC_III, folder({"valid.json": rows}), hospital)
    assert tasks == {"train": [], "valid": [], "test": []}
    assert report.rows == {"valid": 13}
    assert "2 of the 12 questions that name a patient name only patients of this database" in report.text()
    assert "authors' own database, mimic_iii.sqlite" in report.text()


def test_without_slots_the_sql_names_the_patient(folder, hospital):
    sql = "SELECT age FROM admissions WHERE admissions.subject_id = {}"
    files = {
        "test/data.json": [{"id": id, "question": "How old?"} for id in "ab"],
        "test/label.json": {"a": sql.format(3), "b": sql.format(99)},
    }
    tasks, report = load(MIMIC_IV_DEMO, folder(files), hospital)
    assert [task.solution.gold for task in tasks["test"]] == [[[47]]]
    assert failures(report) == {Reason.UNKNOWN_ID: ["b"]}


def test_ids_of_eicu_are_texts(folder, hospital, row):
    query = "select gender from patient where uniquepid = '001-0002'"
    rows = [row("a", query, db_id="eicu", value={"patient_id": "001-0002"})]
    tasks, report = load(EICU, folder({"eicu/train.json": rows}), hospital)
    assert tasks["train"][0].solution.gold == [["male"]]
    assert report.ids["patient_id"].missing == ()


def test_published_answers_are_compared_but_not_used(folder, hospital):
    files = {
        "test/data.json": [{"id": id, "question": "How much?"} for id in "abc"],
        "test/label.json": dict.fromkeys("abc", "SELECT AVG(valuenum) FROM labs"),
        "test/answer.json": {"a": [[78.25]], "b": "[['78.2500001']]", "c": [[-363]]},
    }
    tasks, report = load(MIMIC_IV_DEMO, folder(files), hospital)
    assert {task.solution.gold[0][0] for task in tasks["test"]} == {78.25}
    assert (report.answers_agree, report.answers_differ) == (2, ["c"])


def test_the_category_is_derived_as_the_family_says(folder, hospital, row, impossible):
    rows = [row("a", "select count(*) from labs"), impossible("n")]
    tasks, _ = load(MIMIC_III, folder({"test.json": rows}), hospital, category=natural_family)
    assert [task.solution.category for task in tasks["test"]] == ["count", "unanswerable"]


def test_the_report_identifies_files_database_and_time(folder, hospital, row):
    report = load(MIMIC_III, folder({"test.json": [row()]}), hospital).report
    assert report.database_sha256 == hashlib.sha256(hospital.read_bytes()).hexdigest()
    assert list(report.files) == ["test.json"]
    assert report.now == "2105-12-31 23:59:00"
    assert report.version.startswith("EHRSQL on MIMIC-III, v1.5.0")
    assert report.strays == 1


def test_progress_is_told_of_every_question(folder, hospital, row):
    told = []
    root = folder({"test.json": [row("a"), row("b")]})
    load(MIMIC_III, root, hospital, progress=lambda what, fraction: told.append(fraction))
    assert told == [0.0, 0.5]


def test_loading_leaves_the_database_as_it_was(loaded, hospital):
    before = hospital.read_bytes()
    loaded(a=EVERYONE)
    assert hospital.read_bytes() == before
    assert [path for path in hospital.parent.iterdir() if path.is_file()] == [hospital]
