from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from medgym_prove.reach import reached

NUMBERS = count()
MODULES = {
    "__init__.py": "",
    "clock.py": "from .calendar import day\n",
    "calendar/__init__.py": "from ..zone import ZONE\n",
    "calendar/feasts.csv": "day\n",
    "calendar/old/feasts.csv": "day\n",
    "calendar/leap/__init__.py": "",
    "zone.py": "import math\n",
    "py.typed": "",
}


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of an installed library."""
    name = f"medgym_reach{next(NUMBERS)}"
    for path, text in MODULES.items():
        (tmp_path / name / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name / path).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return name


def names(tmp_path: Path, library: str, source: str) -> set[str]:
    """What a plugin of one module reaches, by its name in the library."""
    package = tmp_path / "medgym_plugin_reaching"
    package.mkdir()
    (package / "__init__.py").write_text(source.replace("LIBRARY", library), encoding="utf-8")
    return {name.removeprefix(f"{library}/") for name in reached(package)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import LIBRARY.zone", {"zone.py"}),
        ("from LIBRARY import zone", {"zone.py"}),
        ("from LIBRARY.zone import ZONE", {"zone.py"}),
        ("def later():\n    from LIBRARY.zone import ZONE", {"zone.py"}),
        ("import importlib\nimportlib.import_module('LIBRARY.zone')", {"zone.py"}),
        (
            "from LIBRARY.calendar import day",
            {"calendar/__init__.py", "calendar/feasts.csv", "calendar/old/feasts.csv", "zone.py"},
        ),
        (
            "from LIBRARY import clock",
            {"clock.py", "calendar/__init__.py", "calendar/feasts.csv", "calendar/old/feasts.csv", "zone.py"},
        ),
    ],
)
def test_what_is_imported_is_reached(tmp_path: Path, library: str, source: str, expected: set[str]) -> None:
    assert names(tmp_path, library, source) == {"__init__.py", "py.typed", *expected}


@pytest.mark.parametrize(
    "source",
    [
        "import json",
        "from medgym_core import Task",
        "from medgym_sandbox.limits import Limits",
        "from . import family",
        "'LIBRARY is a word'",
        "import LIBRARY(",
    ],
)
def test_other_imports_reach_no_library(tmp_path: Path, library: str, source: str) -> None:
    assert names(tmp_path, library, source) == set()


def test_a_library_that_is_not_installed_has_no_files(tmp_path: Path) -> None:
    assert names(tmp_path, "medgym_nowhere", "import LIBRARY.clock") == set()
