"""Episodes that were cut go on from their last recorded step."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core import ActionCall, AgentConfig, Episode, SandboxBackend, Source, ensure_build, plugins
from medgym_core.agent.contract import Brief, Reply
from medgym_core.env.runner import EpisodeRunner
from medgym_core.journal.partial import Partials
from medgym_core.trajectory import Usage
from medgym_testing.session import SessionFamily


def runner(home: Path, backend: SandboxBackend, agent: object, partials: Partials | None) -> EpisodeRunner:
    family = SessionFamily()
    build = ensure_build(family, Source.synthetic(), home)
    return EpisodeRunner(family, build, backend, agent, "any", AgentConfig(), partials=partials)


def play(player: EpisodeRunner) -> Episode:
    return player.run(player.key("test", 0, 0, 3))[0]


class Counted:
    """The reference, counting how often it is asked; ``recall`` is told instead where it can be."""

    name, remote = "counted", False

    def __init__(self, recalls: bool) -> None:
        self.asked, self.recalls = 0, recalls

    def start(self, brief: Brief) -> object:
        calls = list(brief.reference())
        owner = self

        class Asked:
            def __init__(self) -> None:
                self.place = 0

            def act(self, observation: str) -> Reply:
                owner.asked += 1
                self.place += 1
                return Reply(calls=(calls[self.place - 1],), usage=Usage(completion_tokens=7))

        class Recalling(Asked):
            def recall(self, observation: str, reply: Reply) -> None:
                assert reply.calls == (calls[self.place],)
                self.place += 1

        return Recalling() if self.recalls else Asked()


@pytest.fixture
def whole(home: Path, backend: SandboxBackend) -> Episode:
    return play(runner(home, backend, Counted(False), None))


@pytest.mark.parametrize("recalls", [True, False])
@pytest.mark.parametrize("kept", [0, 1, 2, 3])
def test_an_episode_goes_on_from_its_last_step(
    home: Path, backend: SandboxBackend, whole: Episode, tmp_path: Path, kept: int, recalls: bool
) -> None:
    partials, agent = Partials(tmp_path), Counted(recalls)
    keep = partials.keeper(whole.id)
    for step in whole.steps[:kept]:
        keep(step)
    episode = play(runner(home, backend, agent, partials))
    assert episode.verdict == whole.verdict
    assert [step.observation for step in episode.steps] == [step.observation for step in whole.steps]
    assert sum(step.usage.completion_tokens for step in episode.steps) == 21
    assert agent.asked == (3 - kept if recalls else 3)
    assert partials.steps(whole.id) == episode.steps


def test_steps_are_kept_as_they_are_taken(home: Path, backend: SandboxBackend, tmp_path: Path) -> None:
    partials = Partials(tmp_path)
    episode = play(runner(home, backend, Counted(True), partials))
    assert partials.steps(episode.id) == episode.steps


@pytest.mark.parametrize(
    "change",
    [
        {"observation": "something else came of it"},
        {"call": ActionCall(name="terminal", arguments={"command": "date"})},
    ],
)
def test_what_does_not_come_about_again_begins_anew(
    home: Path, backend: SandboxBackend, whole: Episode, tmp_path: Path, change: dict[str, object]
) -> None:
    partials = Partials(tmp_path)
    partials.keeper(whole.id)(whole.steps[0].model_copy(update=change))
    episode = play(runner(home, backend, Counted(False), partials))
    assert episode.verdict == whole.verdict
    assert len(episode.steps) == len(whole.steps)


def test_a_model_is_told_what_it_said() -> None:
    model = plugins.agent("llm", AgentConfig(model="m", api_key="k"))
    brief = Brief(
        task=SessionFamily().task(None, "test", 0), system="rules", prompt="ask", tools=(), seed=0,
        temperature=0.0, tier="open", reference=tuple, training=dict,
    )  # fmt: skip
    talk = model.start(brief)
    call = ActionCall(name="terminal", arguments={"command": "ls"})
    talk.recall("ask", Reply(text="look", calls=(call,)))
    talk.recall("seen", Reply(text="done"))
    roles = [message["role"] for message in talk._messages]
    assert roles == ["system", "user", "assistant", "tool", "assistant"]
    spoken, result = talk._messages[2], talk._messages[3]
    assert spoken["tool_calls"][0]["id"] == result["tool_call_id"]
    assert (result["content"], talk._messages[4]["content"]) == ("seen", "done")
    model.close()
