"""The four actions of the protocol, and how an agent's text becomes one of them."""

from medgym_core.action.contract import Action, ActionContext, Observation
from medgym_core.action.loops import LoopDetector, LoopState
from medgym_core.action.parse import EXPECTED_FORM, ParseFailure, call_from_tool, parse
from medgym_core.action.schema import StrictArguments, perform, tool_schemas
from medgym_core.task import ActionCall

__all__ = [
    "EXPECTED_FORM",
    "Action",
    "ActionCall",
    "ActionContext",
    "LoopDetector",
    "LoopState",
    "Observation",
    "ParseFailure",
    "StrictArguments",
    "call_from_tool",
    "parse",
    "perform",
    "tool_schemas",
]
