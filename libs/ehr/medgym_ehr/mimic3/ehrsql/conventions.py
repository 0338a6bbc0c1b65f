"""What prompts say about the database and the terms of questions on it."""

from __future__ import annotations

from importlib import resources

CONVENTIONS = resources.files(__package__).joinpath("conventions.txt").read_text(encoding="utf-8").rstrip()
"""The definitions that answers rest on."""
