"""One plugin of every kind, baked once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from medgym_core.scaffold import KINDS, answers, bake


@pytest.fixture(scope="session")
def baked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Kind to a plugin of that kind; one has the longest name that there may be."""
    out = tmp_path_factory.mktemp("families")
    names = {kind: f"toy-{kind}" for kind in KINDS} | {"session": "toy-session-of-thirty-letters-"[:29] + "x"}
    return {
        kind: bake(answers({"name": name, "kind": kind, "author": "A. Tester"}, "the test"), out)
        for kind, name in names.items()
    }


@pytest.fixture(scope="session")
def environment(baked: dict[str, Path]) -> dict[str, str]:
    """Variables with which every baked plugin can be imported."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, baked.values()))}
