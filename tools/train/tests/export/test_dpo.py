from medgym_core.verifier import Status

from .steps import said, step, submitted


def code(message) -> str:
    return message["tool_calls"][0]["function"]["arguments"]["code"]


def test_the_right_submission_is_better_than_what_failed_before(played, rows_of) -> None:
    failed = step("1 / 0", "ZeroDivisionError", ok=False)
    rows = rows_of("dpo", played(step("look"), failed, said("Hm."), submitted("answer = 7")))
    assert [(len(row["prompt"]), row["pair"]) for row in rows] == [(4, "within"), (6, "within")]
    assert [code(message) for row in rows for message in row["chosen"]] == ["answer = 7"] * 2
    assert code(rows[0]["rejected"][0]) == "1 / 0"
    assert rows[1]["rejected"] == [{"role": "assistant", "content": "Hm."}]


def test_failures_in_an_earlier_turn_are_no_pair(played, rows_of) -> None:
    failed = step("1 / 0", "ZeroDivisionError", ok=False)
    assert rows_of("dpo", played(failed, submitted("answer = 7", turn=1))) == []


def test_two_samples_part_at_their_first_different_reply(played, rows_of) -> None:
    right = played(step("look"), submitted("answer = 7"))
    wrong = played(step("look"), submitted("answer = 8"), status=Status.FAIL, replica=1)
    (row,) = rows_of("dpo", wrong, right)
    assert (row["pair"], len(row["prompt"])) == ("across", 4)
    assert (code(row["chosen"][0]), code(row["rejected"][0])) == ("answer = 7", "answer = 8")
    assert (row["chosen_reward"], row["rejected_reward"]) == (1.0, 0.0)
    assert row["chosen_episode"] == right.id != row["rejected_episode"]


def test_the_same_action_with_another_result_is_no_pair(played, rows_of) -> None:
    right = played(step("look", "3"), submitted("answer = 7"))
    wrong = played(step("look", "4"), submitted("answer = 8"), status=Status.FAIL, replica=1)
    assert rows_of("dpo", right, wrong) == []


def test_the_best_right_one_beside_the_worst_wrong_one(played, rows_of) -> None:
    right = [played(submitted(f"r{n}"), reward=r, replica=n) for n, r in enumerate((0.9, 1.0))]
    wrong = [
        played(submitted(f"w{n}"), status=Status.FAIL, reward=r, replica=9 + n)
        for n, r in enumerate((0.4, 0.1, 0.2))
    ]
    rows = rows_of("dpo", *right, *wrong)
    assert [(code(row["chosen"][0]), code(row["rejected"][0])) for row in rows] == [
        ("r1", "w1"),
        ("r0", "w2"),
    ]


def test_episodes_of_different_builds_are_no_pair(played, rows_of) -> None:
    right, wrong = played(submitted("r")), played(submitted("w"), status=Status.FAIL, build="c" * 64)
    assert rows_of("dpo", right, wrong) == []


def test_whole_conversations_on_demand(played, rows_of) -> None:
    right = played(step("look"), step("think"), submitted("answer = 7"))
    wrong = played(step("look"), submitted("answer = 8"), status=Status.FAIL, replica=1)
    (row,) = rows_of("dpo", right, wrong, env_tokens=True)
    assert [message["role"] for message in row["chosen"]] == ["assistant", "tool", "assistant"]
    assert [message["role"] for message in row["rejected"]] == ["assistant"]
