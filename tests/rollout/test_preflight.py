"""What would fail every episode is refused before anything is built."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from medgym_core import plugins
from medgym_core.access import Tier
from medgym_core.agent.contract import Agent
from medgym_core.errors import ConfigError
from medgym_core.family import TaskFamily
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.preflight import preflight
from medgym_testing.program import ProgramFamily


class Asked(Agent):
    """An agent that notes what it is checked for."""

    name = "asked"

    def __init__(self, refuses: bool = False) -> None:
        self.refuses, self.heard = refuses, []
        self.closed = False

    def check(self, tier: Tier, family: str, tools: Sequence[Mapping[str, Any]]) -> None:
        self.heard.append((tier, family, [tool["function"]["name"] for tool in tools]))
        if self.refuses:
            raise ConfigError("the endpoint does not know the model")

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    agent = Asked()
    monkeypatch.setattr(plugins, "agent", lambda *_: agent)
    return agent


@pytest.fixture
def family() -> TaskFamily:
    return ProgramFamily()


def config_of(**settings: Any) -> RunConfig:
    return RunConfig(**{"task": ("toy",), "sandbox": "process", "agent": "llm", **settings})


def test_the_agent_is_asked_once_with_the_tools_of_the_family(asked: Asked, family: TaskFamily) -> None:
    preflight(config_of(), [family, ProgramFamily()], "")
    assert asked.heard == [(Tier.SYNTHETIC, family.name, sorted(family.actions))]
    assert asked.closed


def test_what_the_agent_refuses_is_refused(asked: Asked, family: TaskFamily) -> None:
    asked.refuses = True
    with pytest.raises(ConfigError, match="does not know the model"):
        preflight(config_of(), [family], "")
    assert asked.closed


@pytest.mark.parametrize("options", [{}, {"prices": {}}])
def test_a_budget_in_dollars_needs_prices(asked: Asked, family: TaskFamily, options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="--option prices="):
        preflight(config_of(budget_usd=1.0, options=options), [family], "")
    preflight(config_of(budget_usd=1.0, options={"prices": {"prompt_per_million": 1}}), [family], "")


@pytest.mark.parametrize("settings", [{"scale": 5}, {"data_seed": 1}])
def test_size_and_seed_of_synthetic_data_are_refused_where_none_is_played(
    asked: Asked, family: TaskFamily, tmp_path: Path, settings: dict[str, Any]
) -> None:
    with pytest.raises(ConfigError, match="is about synthetic data"):
        preflight(config_of(sources={"toy": tmp_path}, **settings), [family], "")
    preflight(config_of(task=("toy", "other"), sources={"toy": tmp_path}, **settings), [family], "")


def test_a_sandbox_that_is_not_there_is_refused(asked: Asked, family: TaskFamily) -> None:
    with pytest.raises(ConfigError, match="podman"):
        preflight(config_of(sandbox="podman"), [family], "")
    assert asked.heard == []


def test_ray_is_missed_before_anything_else(
    asked: Asked, family: TaskFamily, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without_ray(name: str, *rest: Any) -> Any:
        if name == "ray":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_ray)
    with pytest.raises(ConfigError, match="Ray is not installed"):
        preflight(config_of(backend="ray"), [family], "")
    assert asked.heard == []
