"""The four actions of the protocol, and how an agent's text becomes one of them."""

from medgym_core.action.contract import Action, ActionCall, ActionContext, Observation

__all__ = ["Action", "ActionCall", "ActionContext", "Observation"]
