"""Invented entries, and a registry of them that everything takes for the shipped one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from medgym_core.access import Tier
from medgym_core.family import Category, Split
from medgym_core.registry import FamilyEntry, Registry, document


def entry(**changes: Any) -> FamilyEntry:
    """A toy's entry."""
    fields: dict[str, Any] = {
        "package": "medgym-plugin-toy",
        "version": "0.1.0",
        "title": "Toy sums",
        "summary": "Add up the costs of visits.",
        "tier": Tier.OPEN,
        "licence": "MIT",
        "citation": "https://example.org",
        "maintainers": ("Ada Example",),
        "categories": (Category(name="sum", description="the sum of costs"),),
        "splits": {"train": Split(size=4), "test": Split(size=3, evaluation=True)},
        "answer_kinds": ("integer",),
        "actions": ("terminal",),
        "suites": {"sums": "easy"},
        "image_recipe": "0" * 64,
        "certificate": None,
    }
    return FamilyEntry(**fields | changes)


def ship(patch: pytest.MonkeyPatch, path: Path, text: str) -> None:
    """Make ``path``, which will hold ``text``, the shipped registry."""
    path.write_text(text, encoding="utf-8")
    patch.setattr(document, "shipped", lambda: path)
    document.load.cache_clear()


def registry_of(**families: FamilyEntry) -> Registry:
    """A registry; underscores in names stand for hyphens."""
    return Registry(families={name.replace("_", "-"): family for name, family in families.items()})
