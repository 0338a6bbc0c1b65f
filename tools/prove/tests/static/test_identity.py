from __future__ import annotations

from pathlib import Path

import pytest

from ..plugins import examine, failing, package, spoil


def only(folder: Path, *expected: str) -> None:
    """S01 alone of its level fails, and says so."""
    problems = " | ".join(examine("S01", folder).problems)
    assert [text for text in expected if text not in problems] == [], problems
    assert failing(0, folder) == {"S01"}


def test_a_good_plugin_passes_the_level(plugin: Path) -> None:
    assert examine("S01", plugin).status == "pass"
    assert failing(0, plugin) == set()


def test_a_project_of_another_name(plugin: Path) -> None:
    spoil(plugin / "pyproject.toml", 'name = "medgym-plugin-toy', 'name = "medgym-plugins-toy')
    only(plugin, "the project is called", "pyproject.toml")


def test_a_key_of_ours_that_is_misspelt(plugin: Path) -> None:
    project = plugin / "pyproject.toml"
    project.write_text(project.read_text() + "\n[tool.medgym]\nwaiver = []\n")
    only(plugin, "did you mean 'waivers'?")


def test_keys_of_ours_pass(plugin: Path) -> None:
    project = plugin / "pyproject.toml"
    project.write_text(project.read_text() + "\n[tool.medgym]\nattacks = []\nwaivers = []\n")
    assert examine("S01", plugin).status == "pass"


def test_a_project_key_that_is_misspelt(plugin: Path) -> None:
    spoil(plugin / "pyproject.toml", "description =", "descripton =")
    only(plugin, "did you mean 'description'?", "lacks description")


def test_a_standard_path_that_is_missing(plugin: Path) -> None:
    (plugin / "tests" / "test_family.py").unlink()
    only(plugin, "test_family.py is missing")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("summary: ClassVar[str] =", "sumary: ClassVar[str] =", "did you mean 'sumary'?"),
        ('title: ClassVar[str] = "Toy sums"', "title: ClassVar[str] = 7", "title: Input should be"),
        ('version: ClassVar[str] = "0.1.0"', 'version: ClassVar[str] = "0.2.0"', "version is '0.2.0'"),
        ('Category(name="mean", desc', 'Category(name="total", desc', "none twice"),
        ('("integer", "number")', '("integer", "nubmer")', "no answer kind 'nubmer'; did you mean 'number'?"),
        ('("integer", "number")', "()", "answer_kinds are []; there is at least one"),
        ('("integer", "number")', '("number",)\n    actions = ("termnal",)', "did you mean 'terminal'?"),
        (' / "image")', ' / "box")', "environment.recipe is"),
    ],
)
def test_an_attribute_that_is_not_as_declared(plugin: Path, old: str, new: str, expected: str) -> None:
    spoil(package(plugin) / "family.py", old, new)
    only(plugin, expected)
