"""What is exported of an episode is the very conversation that the model had, request by request."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from medgym_core.cli.main import main
from medgym_core.journal import Journal
from medgym_train.export.conversation import Conversation, conversation

COMMAND = "run --task npowerai --split train --limit 1 --sandbox process --agent llm --model m"

Play = Callable[..., Conversation]


@pytest.fixture
def play(server: Any, tmp_path: Path) -> Play:
    def run(*script: Any, tools: bool = True) -> Conversation:
        server.script = list(script)
        flags = [
            "--base-url",
            server.url,
            "--out",
            str(tmp_path / "run"),
            "--option",
            f"tools={json.dumps(tools)}",
        ]
        result = CliRunner().invoke(main, [*COMMAND.split(), *flags], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        (episode,) = Journal(tmp_path / "run").episodes()
        return conversation(episode)

    return run


def as_sent(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Messages without what a record does not keep: ids of calls, and how arguments and absence are spelt."""
    kept = []
    for message in messages:
        calls = [
            (call["function"]["name"], json.loads(arguments) if isinstance(arguments, str) else arguments)
            for call in message.get("tool_calls", ())
            for arguments in [call["function"]["arguments"]]
        ]
        kept.append({"role": message["role"], "content": message["content"] or "", "calls": calls})
    return kept


def code(text: str, submit: bool = False) -> tuple[str, str]:
    return "code_execution", json.dumps({"code": text, "submit": submit})


def test_tool_calls_words_and_errors(play: Play, server, responses) -> None:
    talk = play(
        responses.called(code("print(1 / 0)"), content="Let me look."),
        responses.said("I do not know yet."),
        responses.called(("terminal", json.dumps({"command": "ls"})), code("print(2)")),
        responses.said(json.dumps({"action": "terminal", "arguments": {"command": "pwd"}})),
        responses.called(("terminal", "{broken")),
        responses.called(code("answer = 3", submit=True)),
    )
    assert len(server.requests) == len(talk.exchanges) == 6
    for reply, request in enumerate(server.requests):
        assert as_sent(talk.before(reply)) == as_sent(request["messages"])
        assert list(talk.tools) == request["tools"]
    assert as_sent([talk.messages[-1]])[0]["calls"] == [
        ("code_execution", {"code": "answer = 3", "submit": True})
    ]


def test_results_name_the_calls_that_they_answer(play: Play, responses) -> None:
    talk = play(responses.called(code("print(1)"), code("print(2)")), responses.said("Done."))
    said, *heard = talk.messages[2:5]
    assert [call["id"] for call in said["tool_calls"]] == [message["tool_call_id"] for message in heard]


def test_an_agent_without_tools_acts_in_words(play: Play, server, responses) -> None:
    text = json.dumps({"action": "code_execution", "arguments": {"code": "answer = 1", "submit": True}})
    talk = play(responses.said("Hm."), responses.said(text), tools=False)
    assert as_sent(talk.before(1)) == as_sent(server.requests[1]["messages"])
    assert talk.tools == ()
    assert {message["role"] for message in talk.messages[1:]} == {"user", "assistant"}


def test_giving_up_is_no_message(play: Play, server, responses) -> None:
    talk = play(responses.said("Hm."), responses.said(""))
    assert len(server.requests) == 2
    assert as_sent(talk.messages) == as_sent(server.requests[1]["messages"][:-1])
