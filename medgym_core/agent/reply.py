"""Replies that are made in code: one action, or one program to run."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from medgym_core.agent.contract import Reply
from medgym_core.task import ActionCall


def execute(code: str, *, submit: bool = False) -> Reply:
    """A reply that runs Python in the box."""
    arguments: dict[str, JsonValue] = {"code": code, "language": "python", "submit": submit}
    return call("code_execution", arguments)


def call(name: str, arguments: Mapping[str, JsonValue]) -> Reply:
    """A reply with one action."""
    return Reply(calls=(ActionCall(name=name, arguments=arguments),))
