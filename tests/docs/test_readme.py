"""The first page says what the project runs on."""

import tomllib

from .pages import ROOT


def test_systems_and_python_are_named() -> None:
    text = (ROOT / "README.md").read_text()
    least = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    for words in ("Linux", "WSL2", "macOS", "installed from", f"Python {least.removeprefix('>=')} or newer"):
        assert words in text
