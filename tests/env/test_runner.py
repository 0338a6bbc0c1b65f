"""Whole episodes: the agent's failures and ours are kept apart, and the record holds what was graded."""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from pydantic import JsonValue

from medgym_core import (
    ActionCall,
    AgentConfig,
    AgentError,
    Episode,
    Reply,
    SandboxBackend,
    SandboxError,
    Source,
    Status,
    Submission,
    TaskFamily,
    Usage,
    Verdict,
    VerifierError,
    ensure_build,
    plugins,
)
from medgym_core.agent.sampling import SCHEDULES
from medgym_core.env.runner import EpisodeRunner
from medgym_testing.agent import Scripted
from medgym_testing.program import ProgramFamily
from medgym_testing.session import SessionFamily
from medgym_testing.ward import Ward, WardFamily

Played = tuple[Episode, Mapping[str, bytes]]


@pytest.fixture
def played(home: Path, backend: SandboxBackend) -> Callable[..., Played]:
    def play(family: TaskFamily, *replies: Reply | Exception, on: SandboxBackend = backend) -> Played:
        build = ensure_build(family, Source.synthetic(), home)
        agent, config = Scripted(*replies), AgentConfig(model="m", api_key="secret")
        runner = EpisodeRunner(family, build, on, agent, "scripted", config)
        return runner.run(runner.key("test", 0, 0, 7))

    return play


def execute(code: str, submit: bool = False) -> Reply:
    return Reply(calls=(ActionCall(name="code_execution", arguments={"code": code, "submit": submit}),))


def test_a_failing_endpoint_is_an_agent_error(played: Callable[..., Played]) -> None:
    episode, _ = played(SessionFamily(), execute("print(1)"), AgentError("the endpoint is down"))
    assert (episode.verdict.status, episode.verdict.reward) == (Status.AGENT_ERROR, None)
    assert episode.error == "the endpoint is down"
    assert len(episode.steps) == 1


def test_a_box_that_cannot_start_is_an_infra_error(played: Callable[..., Played]) -> None:
    class Broken:
        def start(self, spec: object) -> None:
            raise SandboxError("no engine")

    episode, _ = played(SessionFamily(), on=Broken())
    assert (episode.verdict.status, episode.verdict.reward) == (Status.INFRA_ERROR, None)


def test_a_service_that_fails_on_a_request_answers_500(
    played: Callable[..., Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Ward, request: object) -> None:
        raise ZeroDivisionError("a bug of the plugin")

    monkeypatch.setattr(Ward, "respond", fail)
    code = "import urllib.request as web; web.urlopen('http://127.0.0.1:8080/beds')"
    episode, _ = played(WardFamily(), execute(code))
    assert episode.verdict.status is Status.FAIL
    assert "HTTP Error 500" in episode.steps[0].observation


def test_a_service_that_says_so_fails_for_us(
    played: Callable[..., Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Ward, request: object) -> None:
        raise SandboxError("the server behind it is gone")

    monkeypatch.setattr(Ward, "respond", fail)
    code = "import urllib.request as web; web.urlopen('http://127.0.0.1:8080/beds')"
    episode, _ = played(WardFamily(), execute(code))
    assert (episode.verdict.status, episode.error) == (Status.INFRA_ERROR, "the server behind it is gone")


def nested(depth: int) -> JsonValue:
    return [nested(depth - 1)] if depth else []


@pytest.mark.parametrize("state", [chr(0xD800), nested(220), nested(300)], ids=["half", "deep", "deeper"])
def test_a_state_that_cannot_be_read_is_the_agents_failure(
    played: Callable[..., Played], monkeypatch: pytest.MonkeyPatch, state: JsonValue
) -> None:
    states = iter([{}, state])
    monkeypatch.setattr(Ward, "snapshot", lambda self: next(states))
    episode, _ = played(WardFamily(), execute("answer = 3", submit=True))
    assert (episode.verdict.status, episode.verdict.reason) == (Status.FAIL, "state_unreadable")
    assert episode.model_validate_json(episode.model_dump_json()) == episode


def test_a_first_state_that_cannot_be_read_is_ours(
    played: Callable[..., Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ward, "snapshot", lambda self: 1 / 0)
    episode, _ = played(WardFamily(), execute("answer = 3", submit=True))
    assert episode.verdict.status is Status.INFRA_ERROR


def test_grading_that_fails_on_this_submission_alone_is_the_agents_failure(
    played: Callable[..., Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    verifier = type(plugins.verifier("programs"))
    grade = verifier.grade

    def fail(self: object, task: object, gold: object, submission: Submission, *rest: object) -> Verdict:
        if submission.turns[0].files:
            raise RecursionError("a bug")
        return grade(self, task, gold, submission, *rest)

    monkeypatch.setattr(verifier, "grade", fail)
    hostile = execute("open('solution.py', 'w').write('x = 1')", submit=True)
    episode, _ = played(ProgramFamily(), hostile)
    assert (episode.verdict.status, episode.verdict.reason) == (Status.FAIL, "ungradable")


@pytest.mark.parametrize("error", [VerifierError("gold does not fit"), IndexError("a bug")])
def test_failing_grading_is_a_verifier_error(
    played: Callable[..., Played], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(self: object, *arguments: object) -> None:
        raise error

    monkeypatch.setattr(type(plugins.verifier("programs")), "grade", fail)
    episode, _ = played(ProgramFamily())
    assert (episode.verdict.status, episode.verdict.reward) == (Status.VERIFIER_ERROR, None)


def test_graded_files_are_kept_under_their_digests(played: Callable[..., Played]) -> None:
    episode, blobs = played(ProgramFamily(), execute("open('solution.py', 'w').write('x = 1')", submit=True))
    digest = hashlib.sha256(b"x = 1").hexdigest()
    assert blobs == {digest: b"x = 1"}
    assert dict(episode.turns[0].files) == {"solution.py": digest}


def test_all_calls_of_a_reply_are_performed_in_order(played: Callable[..., Played]) -> None:
    calls = tuple(call for text in ("print(1)", "print(2)") for call in execute(text).calls)
    usage = Usage(prompt_tokens=5)
    episode, _ = played(SessionFamily(), Reply(text="two at once", calls=calls, usage=usage))
    assert [step.observation.split()[-1] for step in episode.steps] == ["1", "2"]
    assert [step.usage.prompt_tokens for step in episode.steps] == [5, 0]


def test_giving_up_with_a_reason_is_recorded(played: Callable[..., Played]) -> None:
    episode, _ = played(SessionFamily(), Reply(finish_reason="context_length"))
    assert [step.finish_reason for step in episode.steps] == ["context_length"]
    assert episode.verdict.reason == "gave_up"


def test_the_key_is_not_recorded(played: Callable[..., Played]) -> None:
    episode, _ = played(SessionFamily())
    assert "secret" not in episode.model_dump_json()
    assert episode.key.agent_config["model"] == "m"


def test_an_id_names_the_experiment(home: Path, backend: SandboxBackend) -> None:
    build = ensure_build(SessionFamily(), Source.synthetic(), home)

    def key(replica: int = 0, temperature: float = 0.0) -> str:
        config = AgentConfig(temperature=temperature)
        runner = EpisodeRunner(SessionFamily(), build, backend, Scripted(), "scripted", config)
        return runner.key("test", 0, replica, 7).id

    assert key() == key()
    assert len({key(), key(replica=1), key(temperature=0.6)}) == 3


def test_an_agent_is_told_the_temperature_of_its_sample(home: Path, backend: SandboxBackend) -> None:
    agent, config, family = Scripted(), AgentConfig(temperature=0.3), SessionFamily()
    build = ensure_build(family, Source.synthetic(), home)
    runner = EpisodeRunner(family, build, backend, agent, "scripted", config, schedule=SCHEDULES["paper"])
    keys = [runner.key("test", 0, replica, 7) for replica in range(2)]
    assert [key.agent_config["temperature"] for key in keys] == [0.0, 0.6]
    runner.run(keys[1])
    assert agent.brief.temperature == 0.6
