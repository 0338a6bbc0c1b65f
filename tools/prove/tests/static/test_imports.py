from __future__ import annotations

from pathlib import Path

import pytest

from ..plugins import examine, failing, package, spoil


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("from medgym_core.source import Build as Other", "not public"),
        ("import medgym_core.source", "not public"),
        ("from medgym_sandbox.limits import Limits as Other", "not public"),
        ("import medgym_core; medgym_core.source", "no public name 'source'"),
        ("import medgym_core as mc; mc.source", "no public name 'source'"),
        ("from medgym_core import *", "no public name '*'"),
        ("import importlib; importlib.import_module('medgym_core.cli.main')", "not public"),
    ],
)
def test_what_is_not_public(plugin: Path, statement: str, expected: str) -> None:
    oracle = package(plugin) / "oracle.py"
    oracle.write_text(f"{oracle.read_text()}\n\nif not oracle:\n    {statement}\n")
    assert expected in " ".join(examine("S11", plugin).problems)


def test_a_name_that_is_misspelt(plugin: Path) -> None:
    oracle = package(plugin) / "oracle.py"
    oracle.write_text(f"{oracle.read_text()}\n\ndef late() -> None:\n    from medgym_core import Golds\n")
    assert "did you mean 'Gold'?" in examine("S11", plugin).problems[0]


def test_another_plugin(plugin: Path) -> None:
    oracle = package(plugin) / "oracle.py"
    oracle.write_text(f"{oracle.read_text()}\n\ndef late() -> None:\n    import medgym_plugin_other.loader\n")
    assert "another plugin" in examine("S11", plugin).problems[0]
    assert failing(0, plugin) == {"S11"}


def test_a_good_plugin_passes(plugin: Path) -> None:
    spoil(package(plugin) / "oracle.py", '"""Gold', '"""medgym_core.source is only spoken of. Gold')
    assert examine("S11", plugin).status == "pass"


def test_a_module_that_cannot_be_parsed_is_reported_without_a_hint(plugin: Path) -> None:
    (package(plugin) / "unused.py").write_text("x = 1\n  y = 2\n")
    finding = examine("S11", plugin)
    assert finding.problems == (f"{package(plugin) / 'unused.py'}:2: unexpected indent",)
    assert (finding.hint, finding.ran) == ("", True)
