"""Which tests run when."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LEVELS = tomllib.loads((ROOT / "tests" / "levels.toml").read_text("utf-8"))


@pytest.mark.parametrize("test", [test for level in LEVELS.values() for test in level["tests"]])
def test_what_runs_in_ci_or_at_night_alone_is_there(test: str) -> None:
    file, _, name = test.partition("::")
    if not name:
        assert (ROOT / file).exists()
        return
    shared = (ROOT / "libs/ehr/medgym_ehr/testing/hospital").glob("*_laws.py")  # plugins import these tests
    texts = (path.read_text() for path in (ROOT / file, *shared))
    assert any(re.search(rf"^def {name.partition('[')[0]}", text, re.MULTILINE) for text in texts)


@pytest.mark.parametrize("level", LEVELS)
def test_places_of_fixtures_that_take_long_are_there(level: str) -> None:
    assert [place for place in LEVELS[level]["fixtures"] if not (ROOT / place).exists()] == []
