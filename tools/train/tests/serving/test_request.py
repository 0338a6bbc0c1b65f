"""What is asked of a served model and how its replies are read; nothing here needs a model."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pydantic import ValidationError

from medgym_core.cli.main import main
from medgym_core.errors.advice import install
from medgym_train.serving.request import Request
from medgym_train.serving.response import message_of

HELLO = [{"role": "user", "content": "Hello"}]


def request(**fields: Any) -> Request:
    return Request.model_validate({"model": "m", "messages": HELLO} | fields)


def test_a_reply_takes_what_the_context_leaves() -> None:
    assert request().sampling(50).max_tokens == 50
    assert request(max_tokens=80).sampling(50).max_tokens == 50
    assert request(max_tokens=80, max_completion_tokens=9).sampling(50).max_tokens == 9


def test_temperature_0_is_not_the_default() -> None:
    assert request(temperature=0).sampling(9).temperature == 0
    assert request().sampling(9).temperature == 1


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(ValidationError, match="logit_bias"):
        request(logit_bias={})


def test_templates_get_arguments_as_objects() -> None:
    call = {"id": "1", "type": "function", "function": {"name": "terminal", "arguments": '{"command": "ls"}'}}
    asked = request(messages=[*HELLO, {"role": "assistant", "content": None, "tool_calls": [call]}])
    said = asked.conversation()[1]
    assert said["content"] == ""
    assert said["tool_calls"][0]["function"]["arguments"] == {"command": "ls"}
    assert asked.conversation()[0] == HELLO[0]


def test_tools_are_offered_unless_the_choice_is_none() -> None:
    tool = {"type": "function", "function": {"name": "terminal"}}
    assert request(tools=[tool]).offered == [tool]
    assert request(tools=[tool], tool_choice="none").offered is None


def test_calls_are_read() -> None:
    call = '<tool_call>\n{"name": "terminal", "arguments": {"command": "ls"}}\n</tool_call>'
    message = message_of(f"First.\n{call}\n{call}")
    assert message["content"] == "First."
    assert [json.loads(made["function"]["arguments"]) for made in message["tool_calls"]] == [
        {"command": "ls"}
    ] * 2
    assert len({made["id"] for made in message["tool_calls"]}) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Hello.",
        "<tool_call>\nls\n</tool_call>",
        '<tool_call>{"name": 1, "arguments": {}}</tool_call>',
        '<tool_call>{"name": "terminal", "arguments": "ls"}</tool_call>',
        '<tool_call>{"name": "terminal", "arguments": {}}</tool_call><tool_call>{</tool_call>',
    ],
)
def test_what_is_no_call_stays_text(text: str) -> None:
    assert message_of(text) == {"role": "assistant", "content": text}


def refusal(folder: Path) -> str:
    """The only line that the verb says of a folder that it cannot serve."""
    said = CliRunner().invoke(main, ["serve-model", str(folder)])
    assert said.exit_code == 2
    assert said.output.count("\n") == 1
    return said.output


def test_a_folder_without_a_model_or_a_tokenizer_is_reported(tmp_path: Path) -> None:
    assert "none holds no model: it has no config.json" in refusal(tmp_path / "none")
    (tmp_path / "config.json").write_text("{}")
    assert "holds no tokenizer" in refusal(tmp_path)


def test_a_missing_extra_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    for name in ("config.json", "tokenizer.json"):
        (tmp_path / name).write_text("{}")
    assert install("medgym-train[serve]") in refusal(tmp_path)
