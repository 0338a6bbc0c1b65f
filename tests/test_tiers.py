"""Which tests run when."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def moved() -> tuple[str, ...]:
    spec = importlib.util.spec_from_file_location("tiers", ROOT / "conftest.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: tuple[str, ...] = (*module.IN_CI, *module.AT_NIGHT)
    return found


@pytest.mark.parametrize("test", moved())
def test_what_runs_in_ci_or_at_night_alone_is_there(test: str) -> None:
    file, _, name = test.partition("::")
    if not name:
        assert (ROOT / file).exists()
        return
    shared = (ROOT / "libs/ehr/medgym_ehr/testing/hospital").glob("*_laws.py")  # plugins import these tests
    texts = (path.read_text() for path in (ROOT / file, *shared))
    assert any(re.search(rf"^def {name.partition('[')[0]}", text, re.MULTILINE) for text in texts)
