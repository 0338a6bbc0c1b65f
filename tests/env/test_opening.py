from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core import AgentConfig, Build, OpenFamily, Source, Status, open_family
from medgym_core.access import Tier
from medgym_core.env.choose import Choice
from medgym_core.errors import AccessError, ConfigError, DataError
from medgym_sandbox.process import Process
from medgym_testing.session import SessionFamily


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> OpenFamily:
    family = SessionFamily()
    monkeypatch.setattr("medgym_core.plugins.family", {family.name: family}.__getitem__)
    return open_family(family.name, sandbox="process", home=str(tmp_path))


def test_a_family_is_opened_by_its_name(opened: OpenFamily, tmp_path: Path) -> None:
    assert (opened.backend.name, opened.build.tier) == ("process", Tier.SYNTHETIC)
    assert opened.build.root.is_relative_to(tmp_path)


def test_an_episode_is_played_to_its_end(opened: OpenFamily) -> None:
    episode = opened.play("test", 0)
    assert (episode.verdict.status, episode.key.agent) == (Status.SUCCESS, "reference")


def test_an_episode_is_acted_step_by_step(opened: OpenFamily) -> None:
    with opened.env("test", 0) as env:
        env.reset()
        for call in opened.family.reference(opened.build, env.task):
            env.step(call)
        assert env.verdict is not None
        assert env.verdict.reward == 1.0


def test_a_path_is_the_user_s_copy_and_has_the_family_s_tier(
    opened: OpenFamily, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given: list[Source] = []

    def ensure(family: object, source: Source, home: Path) -> Build:
        given.append(source)
        return opened.build

    monkeypatch.setattr("medgym_core.env.opening.ensure_build", ensure)
    monkeypatch.setattr("medgym_core.env.opening.choose", lambda *arguments: Choice("process", ""))
    open_family(opened.family.name, source=tmp_path, home=tmp_path)
    assert given == [Source.user(tmp_path, opened.family.tier)]


@pytest.mark.parametrize(
    ("split", "index", "said"),
    [("tset", 0, "has no split 'tset'; it has: "), ("test", 999, "its tasks are .*/test/0 to ")],
)
def test_a_task_that_there_is_not_is_refused(opened: OpenFamily, split: str, index: int, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        opened.env(split, index)
    with pytest.raises(ConfigError, match=said):
        opened.play(split, index)


def test_an_unknown_sandbox_is_refused(opened: OpenFamily, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no sandbox called"):
        open_family(opened.family.name, sandbox="proces", home=tmp_path)


def test_an_agent_that_may_not_see_the_data_plays_nothing(opened: OpenFamily) -> None:
    labelled = opened.build.model_copy(update={"tier": Tier.CREDENTIALED})
    config = AgentConfig(model="m", base_url="http://198.51.100.1/v1", api_key="k")
    with pytest.raises(AccessError):
        OpenFamily(opened.family, labelled, Process()).play("test", 0, "llm", config)


def test_missing_data_is_an_error(opened: OpenFamily, tmp_path: Path) -> None:
    with pytest.raises(DataError):
        open_family(opened.family.name, source=tmp_path / "absent", sandbox="process", home=tmp_path)
