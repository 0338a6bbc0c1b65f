"""Answers are checked, names that are taken are refused, and nothing is overwritten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from medgym_core.errors import ConfigError
from medgym_core.errors.advice import installer
from medgym_core.plugins import Installed
from medgym_prove import scaffold
from medgym_prove.scaffold import answers, bake, default_out, next_commands, read_answers
from medgym_testing.installation import pretend_installed

ROOT = Path(__file__).parents[4]


def test_only_the_name_is_needed() -> None:
    given = answers({"name": "heart-rhythm"}, "the test")
    assert (given.title, given.kind, given.tier) == ("Heart rhythm", "value", "synthetic")
    assert given.author


@pytest.mark.parametrize(
    ("settings", "fix"),
    [
        ({}, "name is missing"),
        ({"name": "Heart_Rhythm"}, "lower-case letters"),
        ({"name": "heart--rhythm"}, "single hyphens"),
        ({"name": "h" * 31}, "30 characters"),
        ({"name": "toy", "knd": "value"}, "did you mean 'kind'"),
        ({"name": "toy", "kind": "tabel"}, "did you mean 'table'"),
        ({"name": "toy", "tier": "opne"}, "did you mean 'open'"),
        ({"name": "toy", "title": 'a "quoted" title'}, "plain punctuation"),
        ({"name": "toy", "licence": "{{ 7 * 7 }}"}, "plain punctuation"),
        ({"name": "toy", "author": "two\nlines"}, "without quotes"),
        ({"name": "toy", "kind": ["value"]}, "one of value, table"),
    ],
)
def test_settings_that_do_not_hold_are_refused_with_the_fix(settings: dict[str, object], fix: str) -> None:
    with pytest.raises(ConfigError, match=fix):
        answers(settings, "answers.json")


@pytest.mark.parametrize("name", ["npowerai", "mimic"])
def test_names_that_are_taken_are_refused(name: str) -> None:
    with pytest.raises(ConfigError, match=f"taken by medgym-plugin-{name}"):
        answers({"name": name}, "the test")


@pytest.mark.parametrize(
    ("module", "message"),
    [("medgym_core", "choose another, or"), ("medgym_plugin_nowhere", "and its folder is gone")],
)
def test_who_has_the_name_and_how_it_is_freed_is_said(
    module: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend_installed(monkeypatch, Installed("toy", module, "medgym-plugin-toy", "1"))
    with pytest.raises(
        ConfigError, match=f"taken by medgym-plugin-toy.*{message}.*`(uv )?pip uninstall medgym-plugin-toy`"
    ):
        answers({"name": "toy"}, "the test")


def test_registered_names_are_taken_where_nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_installed(monkeypatch)
    with pytest.raises(ConfigError, match="taken by"):
        answers({"name": "mimic"}, "the test")


@pytest.mark.parametrize(("text", "message"), [("[]", "no JSON object"), ("{", "is no JSON")])
def test_files_that_hold_no_settings_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "answers.json").write_text(text)
    with pytest.raises(ConfigError, match=message):
        read_answers(tmp_path / "answers.json")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read .*answers\.json"):
        read_answers(tmp_path / "answers.json")


def test_nothing_is_overwritten_and_nothing_left_behind(tmp_path: Path) -> None:
    given = answers({"name": "toy"}, "the test")
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "notes.md").touch()
    with pytest.raises(ConfigError, match="exists; choose another name"):
        bake(given, tmp_path)
    assert [path.name for path in tmp_path.rglob("*")] == ["toy", "notes.md"]


@pytest.mark.parametrize("left", ["", "medgym_plugin_toy/__pycache__/family.pyc", ".mypy_cache/a.json"])
def test_left_overs_of_an_earlier_plugin_are_reported_as_such(tmp_path: Path, left: str) -> None:
    (tmp_path / "toy").mkdir()
    if left:
        (tmp_path / "toy" / left).parent.mkdir(parents=True)
        (tmp_path / "toy" / left).touch()
    with pytest.raises(ConfigError, match=rf"left-overs of an earlier plugin.*`rm -r {tmp_path}/toy`"):
        bake(answers({"name": "toy"}, "the test"), tmp_path)


def test_baking_writes_nowhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    bake(answers({"name": "toy"}, "the test"), tmp_path / "out")
    assert {path.name for path in tmp_path.iterdir()} == {"out"}
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"toy"}


def test_settings_reach_the_plugin(tmp_path: Path) -> None:
    settings = {
        "title": "Sugar (fasting)",
        "tier": "credentialed",
        "licence": "CC BY 4.0",
        "author": "Ada Löwe",
    }
    plugin = bake(answers({"name": "toy", **settings}, "the test"), tmp_path)
    family = (plugin / "medgym_plugin_toy" / "family.py").read_text()
    assert 'title: ClassVar[str] = "Sugar (fasting)"' in family
    assert "Tier.CREDENTIALED" in family
    assert '"CC BY 4.0"' in family
    assert "Ada Löwe" in (plugin / "pyproject.toml").read_text()


def test_it_is_put_into_the_checkout_one_stands_in(tmp_path: Path) -> None:
    assert default_out(ROOT / "docs") == ROOT / "plugins"
    assert default_out(tmp_path) == tmp_path


def test_next_commands_fit_the_place(tmp_path: Path) -> None:
    inside = next_commands(ROOT / "plugins" / "toy")
    outside = next_commands(tmp_path / "a folder" / "toy")
    assert inside[0] == "uv sync --all-packages"
    assert outside[0].startswith(f"{installer()} install -e '")
    assert all(commands[2].endswith("--level 3") for commands in (inside, outside))


def test_the_template_takes_the_same_settings() -> None:
    asked = json.loads((scaffold.template() / "cookiecutter.json").read_text())
    assert asked.keys() >= scaffold.Answers.model_fields.keys()
    assert set(asked["kind"]) == set(scaffold.KINDS)
    assert set(asked["tier"]) == set(scaffold.Tier)


def test_the_wheels_copy_of_the_template_is_taken_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert scaffold.template() == ROOT / "templates" / "task-family"
    (tmp_path / "templates" / "task-family").mkdir(parents=True)
    monkeypatch.setattr(scaffold, "files", lambda package: tmp_path)
    assert scaffold.template() == tmp_path / "templates" / "task-family"
