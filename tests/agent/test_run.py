"""A language model plays a real task through ``medgym run``."""

import json
from pathlib import Path

from click.testing import CliRunner

from medgym_core.cli.main import main
from medgym_core.journal import Journal

COMMAND = "run --task npowerai --limit 1 --sandbox process --agent llm --model m --temperature 0.6 --json"


def test_a_model_acts_observes_and_submits(server, responses, tmp_path: Path) -> None:
    look = ("terminal", json.dumps({"command": "ls data"}))
    submit = ("code_execution", json.dumps({"code": "answer = -1", "submit": True}))
    server.script = [responses.called(look), responses.called(submit)]
    run = tmp_path / "run"
    flags = ["--base-url", server.url, "--api-key", "sk-secret", "--out", str(run)]
    result = CliRunner().invoke(main, [*COMMAND.split(), *flags], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    (episode,) = Journal(run).episodes()
    assert [step.call.name for step in episode.steps] == ["terminal", "code_execution"]
    heard = server.requests[1]["messages"][-1]["content"]
    assert heard in episode.steps[0].observation or episode.steps[0].observation in heard
    assert (episode.verdict.status, episode.verdict.reward) == ("fail", 0.0)
    assert episode.steps[0].usage.prompt_tokens == 1000
    assert [(step.by_tool, step.continues) for step in episode.steps] == [(True, False)] * 2
    assert sorted(episode.actions) == [tool["function"]["name"] for tool in server.requests[0]["tools"]]
    assert not any(b"sk-secret" in path.read_bytes() for path in run.rglob("*") if path.is_file())
