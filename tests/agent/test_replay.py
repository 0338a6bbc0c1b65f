from __future__ import annotations

import json

import pytest

from medgym_core.access import Tier
from medgym_core.agent import AgentConfig, Reply
from medgym_core.agent.replay import Replay
from medgym_core.errors import ConfigError
from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, EpisodeKey, Provenance, Step
from medgym_core.verifier import Status, Verdict

CALL = ActionCall(name="terminal", arguments={"command": "ls"})


def episode(task: str) -> Episode:
    key = EpisodeKey(
        task=task,
        build="b",
        family_version="1",
        verifier="answer@1",
        agent="llm",
        agent_config={},
        protocol="default",
        replica=0,
        seed=0,
    )
    steps = (
        Step(turn=0, text="hm", reasoning="why", observation="no action", ok=False, finish_reason="stop"),
        Step(turn=0, call=CALL, observation="files", ok=True),
    )
    provenance = Provenance(core="0", family_version="1", verifier="answer@1", build="b", tier=Tier.SYNTHETIC)
    return Episode(
        key=key,
        category="c",
        system="",
        prompt="",
        steps=steps,
        turns=(),
        verdict=Verdict(status=Status.FAIL, reward=0),
        provenance=provenance,
        started="2026-01-01T00:00:00Z",
        wall_s=1,
    )


@pytest.fixture
def replay(tmp_path):
    def make(data: object) -> Replay:
        path = tmp_path / "moves.json"
        path.write_text(data if isinstance(data, str) else json.dumps(data))
        return Replay(AgentConfig(options={"path": str(path)}))

    return make


def test_a_recorded_episode_is_repeated_step_by_step(replay, make_brief):
    policy = replay(episode("fake/test/0").model_dump(mode="json")).start(make_brief())
    assert policy.act("") == Reply(text="hm", reasoning="why", finish_reason="stop")
    assert policy.act("") == Reply(calls=(CALL,))
    assert policy.act("") == Reply()


def test_of_many_episodes_the_one_of_the_task_is_taken(replay, make_brief):
    dumped = [episode(f"fake/test/{index}").model_dump(mode="json") for index in (1, 0)]
    assert replay(dumped).start(make_brief()).act("").text == "hm"


def test_an_episode_of_another_task_is_refused(replay, make_brief):
    agent = replay(episode("fake/test/9").model_dump(mode="json"))
    with pytest.raises(ConfigError, match="no episode of fake/test/0, only of fake/test/9"):
        agent.start(make_brief())


def test_bare_moves_are_texts_or_calls(replay, make_brief):
    policy = replay(["think", CALL.model_dump(mode="json")]).start(make_brief())
    assert [policy.act(""), policy.act(""), policy.act("")] == [
        Reply(text="think"),
        Reply(calls=(CALL,)),
        Reply(),
    ]


@pytest.mark.parametrize("data", ["{", "{}", "5", '[{"steps": []}]', '[{"nam": 1}]'])
def test_what_is_not_replayable_is_refused_with_the_fix(replay, data):
    with pytest.raises(ConfigError, match="medgym show RUN EPISODE --json"):
        replay(data)


@pytest.mark.parametrize("options", [{}, {"path": 5}, {"path": "/no/such/file"}])
def test_a_missing_file_is_refused_with_the_fix(options):
    with pytest.raises(ConfigError, match=r"options\.path"):
        Replay(AgentConfig(options=options))


def test_what_show_prints_is_replayable(replay, make_brief):
    record = episode("fake/test/0")
    printed = {"id": record.id, **record.model_dump(mode="json")}
    assert replay(printed).start(make_brief()).act("").text == "hm"
