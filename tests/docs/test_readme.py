"""The first page says what the project runs on."""

import re
import tomllib
from pathlib import Path
from typing import Any

from .pages import ROOT


def test_systems_and_python_are_named() -> None:
    text = (ROOT / "README.md").read_text()
    least = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    for words in ("Linux", "WSL2", "macOS", "installed from", f"Python {least.removeprefix('>=')} or newer"):
        assert words in text


def test_what_is_installed_without_uv_is_all_that_the_families_need() -> None:
    folders = re.search(r"`pip install ((?:-e \S+ ?)+)`", (ROOT / "README.md").read_text())
    assert folders is not None
    given = {"." if one == "." else one for one in folders[1].replace("-e", "").split()}
    named = {_project(folder)["name"]: folder for folder in given}
    ours = {_project(path.parent.relative_to(ROOT))["name"] for path in ROOT.glob("*/*/pyproject.toml")}
    for folder in given:
        needs = {re.split(r"[<>=\[ ]", need)[0] for need in _project(folder)["dependencies"]}
        assert needs & ours <= named.keys(), folder


def _project(folder: str | Path) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / folder / "pyproject.toml").read_text())["project"]
    return found
