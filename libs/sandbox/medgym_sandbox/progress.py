"""Telling who waits what is being done."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, float | None], None]
"""Called with what is being done and the fraction done (None when unknown)."""


def silent(what: str, fraction: float | None) -> None:
    """A :data:`Progress` that shows nothing."""
