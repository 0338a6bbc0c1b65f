"""Which tests run in CI or at night alone: what a distribution names as such is there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from release.distribution import ROOT, distributions

FOLDERS = [one.folder for one in distributions() if (one.folder / "tests" / "slow.toml").is_file()]


def lost(folder: Path) -> Iterator[str]:
    """Tests and places that a distribution names as slow and that are not there."""
    shared = [*(ROOT / "libs/ehr/medgym_ehr/testing/hospital").glob("*_laws.py")]  # plugins import these
    for named in tomllib.loads((folder / "tests" / "slow.toml").read_text("utf-8")).values():
        yield from (place for place in named.get("fixtures", ()) if not (folder / place).exists())
        for test in named.get("tests", ()):
            file, _, name = test.partition("::")
            begins = re.compile(rf"^def {name.partition('[')[0]}", re.MULTILINE)
            texts = (path.read_text() for path in (folder / file, *shared) if name and path.is_file())
            if not (folder / file).exists() or (name and not any(map(begins.search, texts))):
                yield test


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_runs_in_ci_or_at_night_alone_is_there(folder: Path) -> None:
    assert [*lost(folder)] == []


def test_what_is_lost_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_one.py").write_text("def test_here():\n    pass\n")
    one = "tests/test_one.py"
    tests = [one, f"{one}::test_here[a", f"{one}::test_gone", "tests/no.py"]
    content = f'[slow]\ntests = {tests}\n\n[slow.fixtures]\n"tests/none" = ["build"]\n'
    (tmp_path / "tests" / "slow.toml").write_text(content)
    assert [*lost(tmp_path)] == ["tests/none", "tests/test_one.py::test_gone", "tests/no.py"]
