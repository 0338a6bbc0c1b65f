"""Which tests run when."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def at_night() -> tuple[str, ...]:
    spec = importlib.util.spec_from_file_location("tiers", ROOT / "conftest.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: tuple[str, ...] = module.AT_NIGHT
    return found


@pytest.mark.parametrize("test", at_night())
def test_what_runs_at_night_is_there(test: str) -> None:
    file, _, name = test.partition("::")
    text = (ROOT / file).read_text()
    assert re.search(rf"\b{name.partition('[')[0]}", text) or "import *" in text
