import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.answer import Integer, Number, Record, SetOf, Text
from medgym_core.errors import VerifierError
from medgym_core.task import FileSpec, Gold, Turn
from medgym_core.verifier import Submission, TurnSubmission
from medgym_core.verifier.answer import AnswerVerifier

VERIFIER = AnswerVerifier()
TURNS = (Turn(question="how many", answer=Integer()), Turn(question="which", answer=SetOf(items=Text())))
GOLD = Gold(3, ["a", "b"])


def grade(task, gold, *answers, **fields):
    turns = tuple(TurnSubmission(answer=answer, **fields) for answer in answers)
    return VERIFIER.grade(task, gold, Submission(turns=turns), (), {})


def test_all_turns_right_earn_one(task_of):
    verdict = grade(task_of(*TURNS), GOLD, "3", '["b", "a"]')
    assert (verdict.status, verdict.reward, verdict.reason) == ("success", 1.0, "")
    assert verdict.components == {"turn_0": 1.0, "turn_1": 1.0}


@pytest.mark.parametrize(
    ("answers", "reason", "right"),
    [
        (("3", '["b"]'), "wrong_length", [1, 0]),
        (("4", '["b", "a"]'), "wrong_value", [0, 1]),
        (("3", "nonsense"), "bad_json", [1, 0]),
        (("3", None), "no_answer", [1, 0]),
        (("3",), "no_answer", [1, 0]),
        ((), "no_answer", [0, 0]),
        (('"3"', "[1]"), "wrong_type", [0, 0]),
    ],
)
def test_any_wrong_turn_earns_nothing_and_names_the_first_reason(task_of, answers, reason, right):
    verdict = grade(task_of(*TURNS), GOLD, *answers)
    assert (verdict.status, verdict.reward, verdict.reason) == ("fail", 0.0, reason)
    assert list(verdict.components.values()) == right


def test_records_report_their_keys(task_of):
    kind = Record(fields={"n": Integer(), "x": Number(rel_tol=0.1)})
    verdict = grade(task_of(Turn(question="?", answer=kind)), Gold({"n": 1, "x": 2.0}), '{"n": 1, "x": 3}')
    assert verdict.components == {"turn_0": 0.0, "turn_0.n": 1.0, "turn_0.x": 0.0}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [(None, "execution_failed"), ("{", "bad_json"), ("[]", "null_not_allowed"), ("3", "wrong_type")],
)
def test_records_without_a_readable_answer_report_every_key_wrong(task_of, answer, reason):
    kind = Record(fields={"n": Integer()})
    verdict = grade(
        task_of(Turn(question="?", answer=kind)), Gold({"n": 1}), answer, reason="execution_failed"
    )
    assert (verdict.reason, verdict.components) == (reason, {"turn_0": 0.0, "turn_0.n": 0.0})


@pytest.mark.parametrize("language", ["python", "sql"])
@pytest.mark.parametrize("result", ['{"columns": ["count(*)"], "rows": [[%s]]}', "[[%s]]", "[%s]", "%s"])
def test_a_result_is_read_alike_whatever_it_was_written_in(task_of, result, language):
    task = task_of(TURNS[0])
    assert grade(task, Gold(3), result % "3", language=language).reward == 1
    assert grade(task, Gold(3), result % "3, 3", language=language).reward == 0


def test_the_answer_cap_is_the_tasks(task_of):
    task = task_of(Turn(question="?", answer=Text()), limits={"answer_bytes": 64})
    assert grade(task, Gold("x"), '"' + "x" * 80 + '"').reason == "too_large"


@given(
    st.text() | st.sampled_from(["NaN", "[" * 999, "\ud800", '{"columns": [], "rows": []}']), st.booleans()
)
def test_grading_is_total_and_deterministic(task_of, answer, sql):
    task = task_of(*TURNS)
    verdicts = [grade(task, GOLD, answer, answer, language="sql" if sql else "python") for _ in range(2)]
    assert verdicts[0] == verdicts[1]
    assert verdicts[0].reward == 0
    assert type(verdicts[0]).model_validate_json(verdicts[0].model_dump_json()) == verdicts[0]


def test_gold_never_enters_the_verdict(task_of):
    kind = Record(fields={"n": Integer(), "t": Text()})
    verdict = grade(task_of(Turn(question="?", answer=kind)), Gold({"n": 987654, "t": "qqq"}), '{"n": 1}')
    assert "987654" not in verdict.model_dump_json()
    assert "qqq" not in verdict.model_dump_json()


def test_gold_that_does_not_fit_the_task_is_our_error(task_of):
    with pytest.raises(VerifierError, match="2 turns but gold for 1"):
        grade(task_of(*TURNS), Gold(3), "3")
    with pytest.raises(VerifierError, match="gold is not"):
        grade(task_of(TURNS[0]), Gold("3"), "3")
    with pytest.raises(VerifierError, match="declares none"):
        grade(task_of(Turn(question="?")), Gold(3), "3")


def test_collects_the_answer_and_declared_files(task_of):
    spec = FileSpec(path="a.csv", format="csv", description="d")
    turn = Turn(question="?", answer=Integer(), files=(spec,))
    collects = VERIFIER.collects(task_of(turn), turn)
    assert (collects.answer, collects.files, collects.states) == (True, (spec,), False)
    assert VERIFIER.programs(task_of(turn), Gold(1), Submission(turns=())) == ()
