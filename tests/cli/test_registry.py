from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from medgym_core.cli.main import main
from medgym_core.errors.advice import install
from medgym_core.family import Category
from medgym_core.plugins import Installed
from medgym_core.registry import document
from medgym_testing.entries import entry, registry_of, ship
from medgym_testing.installation import pretend_installed

FORM = "medgym.list.totals/1"
KNOWN = registry_of(
    toy=entry(),
    far_away=entry(package="medgym-plugin-far-away", title="Far \x1b[2Jaway", answer_kinds=("csv-file",)),
)


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture(autouse=True)
def _known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A registry of two families, of which one is installed, beside a family that is not registered."""
    ship(monkeypatch, tmp_path / "registry.json", KNOWN.text())
    installed = [
        Installed("toy", "json", "medgym-plugin-toy", "0.1.0"),
        Installed("own", "json", "own\x1b[2J", "1"),
    ]
    pretend_installed(monkeypatch, *installed)
    yield
    document.load.cache_clear()


def test_search_finds_what_is_not_installed() -> None:
    found = json.loads(call("registry", "search", "awya", "--json").stdout)["families"]
    assert [(one["name"], one["package"]) for one in found] == [("far-away", "medgym-plugin-far-away")]
    assert "medgym-plugin-far-away" in call("registry", "search", "--answer-kind", "csv-file").stdout


def test_search_says_that_nothing_is_found() -> None:
    result = call("registry", "search", "zebra")
    assert (result.exit_code, result.stdout.split(";")[0]) == (0, "no family matches")


def test_search_refuses_an_unknown_tier() -> None:
    result = call("registry", "search", "--tier", "opne")
    assert (result.exit_code, result.stderr) == (
        2,
        "Error: there is no data tier 'opne'; did you mean 'open'?\n",
    )


def test_info_tells_of_what_is_not_installed() -> None:
    printed = json.loads(call("registry", "info", "far-away", "--json").stdout)
    assert (printed["name"], printed["answer_kinds"], printed["certificate"]) == (
        "far-away",
        ["csv-file"],
        None,
    )


@pytest.mark.parametrize("verb", [["info", "far-away"], ["search", "away"]])
def test_what_the_registry_says_cannot_steer_the_terminal(verb: list[str]) -> None:
    shown = call("registry", *verb).stdout
    assert "\\x1b[2J" in shown
    assert "\x1b" not in shown


def test_info_of_an_unknown_family_says_what_was_meant() -> None:
    assert "no task family called 'tyo'; did you mean 'toy'?" in call("registry", "info", "tyo").stderr


def test_build_writes_a_file_or_the_checkout_s_or_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("medgym_prove.generation.generate", lambda: KNOWN)
    assert call("registry", "build", "--out", tmp_path / "new.json").exit_code == 0
    assert (tmp_path / "new.json").read_text() == KNOWN.text()
    assert call("registry", "build").stdout == KNOWN.text()
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "registry.json").unlink()
    assert json.loads(call("registry", "build", "--json").stdout)["file"] == str(tmp_path / "registry.json")
    assert (tmp_path / "registry.json").read_text() == KNOWN.text()


def test_build_says_that_a_file_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("medgym_prove.generation.generate", lambda: KNOWN)
    result = call("registry", "build", "--out", "/proc/x")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: cannot write /proc/x: ")
    assert result.stderr.endswith("; choose another --out\n")


def test_check_fails_on_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("medgym_prove.comparison.generate", lambda: KNOWN)
    assert call("registry", "check").exit_code == 0
    (tmp_path / "other.json").write_text(registry_of(toy=entry()).text())
    failed = call("registry", "check", tmp_path / "other.json", "--json")
    assert failed.exit_code == 1
    assert "far-away is installed, but not registered" in json.loads(failed.stdout)["differences"][0]


def test_totals_count_what_is_installed_and_registered() -> None:
    counted = call("list", "--totals", "--json")
    assert json.loads(counted.stdout) == {"schema": FORM, "families": 1, "categories": 1, "instances": 7}
    assert counted.stderr == "not in the registry, so not counted: own\n"
    assert "1 family, 1 distinct category, 7 instances" in call("list", "--totals").stdout


def test_totals_count_shared_categories_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = entry(categories=(*entry().categories, Category(name="mean")))
    ship(monkeypatch, tmp_path / "registry.json", registry_of(toy=entry(), own=own).text())
    assert json.loads(call("list", "--totals", "--json").stdout) == {
        "schema": FORM,
        "families": 2,
        "categories": 2,
        "instances": 14,
    }


def test_families_of_no_suite_count_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = entry(suites={}, categories=(Category(name="mean"), Category(name="sum")))
    ship(monkeypatch, tmp_path / "registry.json", registry_of(toy=entry(), own=own).text())
    assert json.loads(call("list", "--totals", "--json").stdout) == {
        "schema": FORM,
        "families": 1,
        "categories": 1,
        "instances": 7,
        "beyond": {"families": 1, "categories": 2, "instances": 7},
    }
    assert "beyond: 1 family, 2 distinct categories" in call("list", "--totals").stdout


def test_list_cannot_steer_the_terminal() -> None:
    shown = call("list").stdout
    assert "\\x1b[2J" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    "command",
    [
        ["run", "--task", "far-away"],
        ["info", "far-away"],
        ["validate", "far-away"],
        ["data", "build", "far-away"],
    ],
)
def test_a_registered_family_that_is_not_installed_has_its_pip_line(command: list[str]) -> None:
    result = call(*command)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"'far-away' is not installed; run `{install('medgym-plugin-far-away')}`" in result.stderr
