from medgym_core.trajectory import TurnRecord
from medgym_core.verifier import Status, Verdict

from .steps import said, step, submitted


def test_a_completion_is_the_reply_that_submitted(played, rows_of) -> None:
    (row,) = rows_of("kto", played(said("Hm."), submitted()))
    assert [message["role"] for message in row["prompt"]] == ["system", "user", "assistant", "user"]
    assert [message["role"] for message in row["completion"]] == ["assistant"]
    assert row["label"] is True


def test_each_turn_of_a_session_is_judged_by_itself(played, rows_of) -> None:
    steps = (submitted("answer = 1"), submitted("answer = 2", turn=1))
    parts = {"turn_0": 1.0, "turn_1": 0.0}
    session = played(*steps, status=Status.FAIL).model_copy(
        update={
            "turns": (TurnRecord(), TurnRecord()),
            "verdict": Verdict(status=Status.FAIL, reward=0.5, components=parts),
        }
    )
    assert [(len(row["prompt"]), row["label"]) for row in rows_of("kto", session)] == [(2, True), (4, False)]


def test_who_never_submits_was_wrong_at_last(played, rows_of) -> None:
    (row,) = rows_of("kto", played(step("a = 1"), step("b = 1"), status=Status.TRUNCATED))
    assert (len(row["prompt"]), row["label"]) == (4, False)


def test_where_every_execution_is_graded_the_last_decides(played, rows_of) -> None:
    steps = (submitted("answer = 1"), submitted("answer = 2"))
    (row,) = rows_of("kto", played(*steps, key={"protocol": "paper"}))
    assert (len(row["prompt"]), row["label"]) == (4, True)


def test_balance_within_a_task(played, rows_of) -> None:
    right = [played(submitted(f"answer = {n}"), replica=n) for n in range(3)]
    wrong = [played(submitted(f"answer = -{n}"), replica=9 + n, status=Status.FAIL) for n in range(2)]
    alone = played(submitted(), index=1)
    rows = rows_of("kto", *right, *wrong, alone, balance=True)
    assert [(row["task"], row["label"]) for row in rows] == [
        ("toy/train/0", right) for right in (True, False)
    ] * 2


def test_whole_conversations_on_demand(played, rows_of) -> None:
    (row,) = rows_of("kto", played(said("Hm."), submitted()), env_tokens=True)
    assert [message["role"] for message in row["completion"]] == ["assistant", "user", "assistant"]
