"""Whether an endpoint answers is found out by one request, and retries are reported."""

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from medgym_core.access import Tier
from medgym_core.agent import AgentConfig
from medgym_core.agent.llm import GREETING, LanguageModel
from medgym_core.cli.main import main
from medgym_core.errors import ConfigError
from medgym_core.journal import Journal

TOOLS = [{"type": "function", "function": {"name": "terminal", "description": "", "parameters": {}}}]
COMMAND = "run --task npowerai --limit 8 --jobs 1 --sandbox process --agent llm --model m"


def test_the_request_is_that_of_an_episode(server, model, responses):
    server.ready, server.script = False, [responses.said("Ready.")]
    model(max_tokens=9).check(Tier.SYNTHETIC, "toy", TOOLS)
    (request,) = server.requests
    assert request["messages"] == [{"role": "user", "content": GREETING}]
    assert (request["model"], request["max_tokens"], request["tools"]) == ("m", 9, TOOLS)


@pytest.mark.parametrize(("status", "fix"), [(401, "set the API key"), (404, "check the model name")])
def test_what_fails_every_episode_is_refused_with_the_fix(server, model, responses, status, fix):
    server.ready, server.script = False, [responses.refused(status, "no")]
    with pytest.raises(ConfigError, match=fix):
        model().check(Tier.SYNTHETIC, "toy", TOOLS)
    assert len(server.requests) == 1


def test_an_endpoint_that_stays_down_is_refused_after_three_tries(server, model, responses):
    server.ready, server.script = False, [responses.refused(500, "down")]
    with pytest.raises(ConfigError, match="after 3 tries: status 500"):
        model(max_retries=50).check(Tier.SYNTHETIC, "toy", TOOLS)


def test_retries_are_logged_without_the_key(server, model, responses, caplog):
    server.ready = False
    server.script = [responses.refused(500, "no sk-secret-key here"), responses.said("Ready.")]
    with caplog.at_level(logging.WARNING, "medgym_core"):
        model().check(Tier.SYNTHETIC, "toy", TOOLS)
    (record,) = caplog.records
    assert "status 500" in record.getMessage()
    assert "retry 1 of 2" in record.getMessage()
    assert "sk-secret-key" not in record.getMessage()


def test_what_an_endpoint_says_of_labelled_data_is_not_logged(server, model, responses, caplog):
    server.ready = False
    server.script = [responses.refused(500, "cannot parse: patient 10006"), responses.said("Ready.")]
    with caplog.at_level(logging.WARNING, "medgym_core"):
        model().check(Tier.CREDENTIALED, "toy", TOOLS)
    assert "a request failed; retry 1 of 2" in caplog.text
    assert "10006" not in caplog.text


@pytest.mark.slow
def test_a_run_that_came_to_its_end_was_not_stopped(server, responses, tmp_path: Path) -> None:
    server.script = [responses.refused(404, "gone")]
    result = CliRunner().invoke(main, [*flags(server, tmp_path / "run"), "--limit", "5"])
    assert result.exit_code == 1
    assert "5 of 5 errors" in result.stdout
    assert "stopped: " not in result.stdout


@pytest.mark.parametrize("url", ["localhost:8000/v1", "api.example.org/v1", "ftp://host/v1"])
def test_a_url_says_how_it_is_reached(url):
    with pytest.raises(ConfigError, match="begins with neither http"):
        LanguageModel(AgentConfig(model="m", base_url=url))


def flags(server, run: Path) -> list[str]:
    options = [f"--option={setting}" for setting in ("max_retries=0", "backoff_s=0")]
    return [*COMMAND.split(), *options, "--base-url", server.url, "--out", str(run)]


def test_a_run_asks_before_anything_is_built(server, responses, tmp_path: Path) -> None:
    server.ready, server.script = False, [responses.refused(404, "no such model")]
    result = CliRunner().invoke(main, [*flags(server, tmp_path / "run"), "--home", str(tmp_path / "home")])
    assert result.exit_code == 2
    assert "no such model" in result.stderr
    assert not (tmp_path / "run").exists()
    assert not (tmp_path / "home").exists()


def test_errors_that_repeat_stop_a_run(server, responses, tmp_path: Path) -> None:
    server.script = [responses.refused(404, "gone")]
    result = CliRunner().invoke(main, flags(server, tmp_path / "run"))
    assert result.exit_code == 1
    assert len(list(Journal(tmp_path / "run").episodes())) == 5
    assert "5 of 5 errors: agent_error: " in result.stdout
    assert "stopped: " in result.stdout
    assert "--no-fail-on-error" in result.stdout


def test_an_endpoint_that_reports_no_tokens_has_no_cost(
    server, responses, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server.ready, server.script = False, [responses.said("I do not know.", top={"usage": None})]
    prices = '--option=prices={"prompt_per_million": 1, "completion_per_million": 2}'
    CliRunner().invoke(main, [*flags(server, tmp_path / "run"), prices])
    assert "the endpoint reports no tokens" in caplog.text
    assert {episode.cost_usd for episode in Journal(tmp_path / "run").episodes()} == {None}


def test_a_report_names_the_commonest_error(server, responses, tmp_path: Path) -> None:
    server.script = [responses.refused(404, "gone")]
    CliRunner().invoke(main, flags(server, tmp_path / "run"))
    result = CliRunner().invoke(main, ["report", str(tmp_path / "run"), "--json"])
    ((detail, count),) = _details(json.loads(result.stdout)).items()
    assert re.match(r"agent_error: http://127.0.0.1:#/v1/ failed after 1 try: status 404", detail)
    assert count == 5


def _details(report: dict[str, Any]) -> dict[str, int]:
    (behaviour,) = report["runs"][0]["behaviour"].values()
    found: dict[str, int] = behaviour["details"]["infrastructure"]
    return found


def test_a_resumed_run_asks_first(server, responses, tmp_path: Path) -> None:
    server.script = [responses.refused(404, "gone")]
    CliRunner().invoke(main, flags(server, tmp_path / "run"))
    server.ready, server.script = False, [responses.refused(401, "another key")]
    result = CliRunner().invoke(main, ["run", "--resume", str(tmp_path / "run")])
    assert result.exit_code == 2
    assert "another key" in result.stderr
    assert len(list(Journal(tmp_path / "run").episodes())) == 5


def test_a_finished_run_needs_no_endpoint(server, responses, tmp_path: Path) -> None:
    server.script = [responses.said("I do not know.")]
    command = [*COMMAND.replace("8", "1").split(), "--base-url", server.url, "--out", str(tmp_path / "run")]
    CliRunner().invoke(main, command)
    server.ready, server.script = False, [responses.refused(401, "another key")]
    result = CliRunner().invoke(main, ["run", "--resume", str(tmp_path / "run")])
    assert "finished already" in result.stdout


def test_a_run_goes_on_if_asked_to(server, responses, tmp_path: Path) -> None:
    server.script = [responses.refused(404, "gone")]
    options = ["--no-fail-on-error", "--json"]
    result = CliRunner().invoke(main, [*flags(server, tmp_path / "run"), *options])
    assert result.exit_code == 1
    assert json.loads(result.stdout)["missing"] == 8
    assert len(list(Journal(tmp_path / "run").episodes())) == 8
