"""Agents: a language model, the reference, doing nothing, replays, and attacks on the oracle."""

from medgym_core.agent.contract import Agent, AgentConfig, AgentFactory, Brief, Pace, Policy, Reply
from medgym_core.trajectory import Tokens, Usage

__all__ = ["Agent", "AgentConfig", "AgentFactory", "Brief", "Pace", "Policy", "Reply", "Tokens", "Usage"]
