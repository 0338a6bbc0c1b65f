import json
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv

from medgym_core import plugins
from medgym_core.access import Tier
from medgym_core.errors import ConfigError
from medgym_core.source import Source
from medgym_testing.session import SessionFamily
from medgym_train.adapters.gym import CHARACTERS, MedgymEnv


@pytest.fixture
def env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MedgymEnv]:
    monkeypatch.setattr(plugins, "family", lambda name: SessionFamily())
    env = MedgymEnv("fake-session", home=tmp_path)
    yield env
    env.close()


def test_labelled_data_is_played_in_no_box_without_a_file_tree_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "seed.txt").write_text("5")
    monkeypatch.setattr(plugins, "family", lambda name: SessionFamily())
    source = Source.user(tmp_path, Tier.CREDENTIALED)
    with pytest.raises(ConfigError, match="sandbox process cannot be used"):
        MedgymEnv("fake-session", source=source, home=tmp_path / "home", sandbox="process")


def test_check_env_accepts_it(env: MedgymEnv) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*different from the unwrapped version.*")
        check_env(env, skip_render_check=True)


def test_reward_comes_at_the_end(env: MedgymEnv) -> None:
    _, info = env.reset(options={"index": 1})
    assert info["task"] == "fake-session/train/1"
    family = SessionFamily()
    results = []
    for call in family.reference(env._opened.build, family.task(env._opened.build, "train", 1)):
        results.append(env.step(json.dumps({"action": call.name, "arguments": dict(call.arguments)})))
    assert [(reward, ended) for _, reward, ended, _, _ in results] == [
        (0.0, False),
        (0.0, False),
        (1.0, True),
    ]
    assert results[-1][4]["status"] == "success"


def test_truncation_is_distinguished(env: MedgymEnv) -> None:
    env.reset(seed=0)
    results = [env.step(f"nothing to parse, {i}") for i in range(3)]
    assert [(ended, cut) for _, _, ended, cut, _ in results][-1] == (False, True)


def test_unknown_characters_are_replaced(env: MedgymEnv) -> None:
    env.reset(seed=0)
    code = json.dumps({"action": "code_execution", "arguments": {"code": "print(chr(0x4e2d))"}})
    observation, *_ = env.step(code)
    assert "?" in observation
    assert env.observation_space.contains(observation)


@pytest.mark.parametrize("text", ["≥ 5 µg → Ω, Привет", "naïve — “so”"])
def test_common_characters_are_shown(env: MedgymEnv, text: str) -> None:
    assert set(text) <= set(CHARACTERS)
    env.reset(seed=0)
    code = json.dumps({"action": "code_execution", "arguments": {"code": f"print({text!r})"}})
    assert text in env.step(code)[0]


def test_texts_go_to_several_environments_without_shared_memory(env: MedgymEnv) -> None:
    makers = [lambda: env] * 2  # each worker has a copy of its own
    with pytest.raises(ValueError, match="shared_memory=False"):
        AsyncVectorEnv(makers)
    several = AsyncVectorEnv(makers, shared_memory=False)
    try:
        observations, _ = several.reset(seed=0)
        assert all("Question 1 of 3" in text for text in observations)
    finally:
        several.close()
