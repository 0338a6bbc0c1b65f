"""Recorded episodes opened again at a step."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core import ActionCall, Episode, OpenFamily, SandboxBackend, Source, ensure_build
from medgym_core.errors import ConfigError
from medgym_testing.session import SessionFamily
from medgym_testing.ward import WardFamily


@pytest.fixture
def opened(home: Path, backend: SandboxBackend) -> OpenFamily:
    family = SessionFamily()
    return OpenFamily(family, ensure_build(family, Source.synthetic(), home), backend)


@pytest.fixture
def episode(opened: OpenFamily) -> Episode:
    """The reference's: three programs, the first of which writes a file."""
    return opened.play("test", 1)


@pytest.mark.parametrize("step", [0, 1, 2])
def test_an_episode_goes_on_from_any_step(opened: OpenFamily, episode: Episode, step: int) -> None:
    env, divergences = opened.restore(episode, step)
    with env:
        assert divergences == []
        observations = [env.step(each.call).observation.text for each in episode.steps[step:]]
    assert observations == [each.observation for each in episode.steps[step:]]
    assert env.verdict == episode.verdict


def test_what_chance_decides_is_reported(opened: OpenFamily, episode: Episode) -> None:
    call = ActionCall(name="code_execution", arguments={"code": "import random\nprint(random.random())"})
    drawn = episode.steps[0].model_copy(update={"call": call, "observation": "0.5", "submitted": False})
    env, (divergence,) = opened.restore(episode.model_copy(update={"steps": (drawn,)}), 1)
    env.close()
    assert (divergence.step, divergence.recorded) == (0, "0.5")
    assert divergence.now.startswith("stdout:")


def test_an_episode_that_ended_elsewhere_is_reported(opened: OpenFamily, episode: Episode) -> None:
    longer = episode.model_copy(update={"steps": (*episode.steps, episode.steps[-1])})
    env, divergences = opened.restore(longer, 4)
    env.close()
    assert [found.now for found in divergences] == ["the episode is over"]


@pytest.mark.parametrize("step", [-1, 4])
def test_there_are_as_many_steps_as_there_are(opened: OpenFamily, episode: Episode, step: int) -> None:
    with pytest.raises(ConfigError, match="has steps 0 to 3"):
        opened.restore(episode, step)


def test_an_episode_of_another_family_is_refused(
    episode: Episode, home: Path, backend: SandboxBackend
) -> None:
    family = WardFamily()
    other = OpenFamily(family, ensure_build(family, Source.synthetic(), home), backend)
    with pytest.raises(ConfigError, match="another family"):
        other.restore(episode, 0)
