from medgym_core.verifier import Status

from .steps import said, step, submitted


def test_successes_are_whole_conversations_that_end_with_a_reply(played, rows_of) -> None:
    (row,) = rows_of("sft", played(said("Hm."), submitted()), played(replica=1, status=Status.FAIL))
    assert [message["role"] for message in row["messages"]] == [
        "system",
        "user",
        "assistant",
        "user",
        "assistant",
    ]
    assert row["messages"][-1]["tool_calls"][0]["function"]["arguments"] == {
        "code": "answer = 1",
        "submit": True,
    }
    assert [tool["function"]["name"] for tool in row["tools"]] == ["code_execution", "terminal"]
    assert (row["task"], row["tier"], row["evaluation"], row["reward"]) == ("toy/train/0", "open", False, 1.0)


def test_a_reward_may_do(played, rows_of) -> None:
    parts = [played(submitted(f"answer = {n}"), status=Status.FAIL, reward=n / 4, index=n) for n in range(4)]
    assert [row["reward"] for row in rows_of("sft", *parts, min_reward=0.5)] == [0.5, 0.75]


def test_errors_on_the_way_stay(played, rows_of) -> None:
    (row,) = rows_of("sft", played(step("1 / 0", "ZeroDivisionError", ok=False), submitted()))
    assert "ZeroDivisionError" in [message["content"] for message in row["messages"]]
