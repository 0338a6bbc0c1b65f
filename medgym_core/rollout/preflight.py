"""What would fail every episode of a run, found before anything is built: agent, sandbox, prices."""

from __future__ import annotations

from collections.abc import Iterable

from medgym_core import plugins
from medgym_core.access.tier import strictest
from medgym_core.action import tool_schemas
from medgym_core.agent.contract import Agent
from medgym_core.download.named import user_source
from medgym_core.env.choose import refuse_unusable
from medgym_core.errors import ConfigError
from medgym_core.family import TaskFamily
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.executor import executor
from medgym_core.rollout.worker import agent_config
from medgym_core.source import Source


def source_of(family: TaskFamily, config: RunConfig) -> Source:
    """Where the data of ``family`` comes from in a run."""
    path = config.sources.get(family.name)
    if path:
        return user_source(path, family.tier_of(path), config.home)
    source = family.default_source()
    asked = {"scale": config.scale, "seed": config.data_seed}
    return source.model_copy(update={name: value for name, value in asked.items() if value})


def preflight(config: RunConfig, families: Iterable[TaskFamily], api_key: str) -> None:
    """Refuse what cannot be played, with one request to the agent's endpoint, if it has one.

    Raises:
        AccessError: if labelled data would go where it may not.
        ConfigError: if something the configuration names is missing, does not answer or does not fit.
    """
    executor(config)
    _refuse_unpriced(config)
    _refuse_unscaled(config)
    tiers = {family: source_of(family, config).tier for family in families}
    refuse_unusable(config.sandbox, strictest(tiers.values()).needs_isolation)
    agent = plugins.agent(config.agent, agent_config(config, api_key))
    try:
        _refuse_unheard(config, agent)
        for family, tier in tiers.items():
            agent.admit(tier, family.name)
        family, tier = next(iter(tiers.items()))  # the endpoint is the same for all of them
        agent.check(tier, family.name, tool_schemas(map(plugins.action, family.actions)))
    finally:
        agent.close()


def _refuse_unheard(config: RunConfig, agent: Agent) -> None:
    """Settings that the agent would ignore."""
    unheard = [
        name
        for name in ("model", "base_url", "temperature", "options")
        if getattr(config, name) and name not in agent.heeds
    ]
    if unheard and "agent" not in config.model_fields_set:
        raise ConfigError(f"{unheard[0]} is set, but no agent that it is for; add --agent llm")
    if unheard:
        heeded = ", ".join(sorted(agent.heeds)) or "none"
        raise ConfigError(f"agent {config.agent} ignores {unheard[0]} (it heeds {heeded}); leave it out")


def _refuse_unpriced(config: RunConfig) -> None:
    if config.budget_usd is not None and not config.options.get("prices"):
        prices = '{"prompt_per_million": 0.5, "completion_per_million": 1.5}'
        raise ConfigError(
            f"--budget-usd cannot be kept without prices, in US dollars: --option prices='{prices}'"
        )


def _refuse_unscaled(config: RunConfig) -> None:
    """Size and seed of synthetic data, where none is played."""
    unheard = [name for name in ("scale", "data_seed") if getattr(config, name)]
    if unheard and set(config.task) <= config.sources.keys():
        option = f"--{unheard[0].replace('_', '-')}"
        raise ConfigError(f"{option} is about synthetic data, and all data here has a --source; leave it out")
