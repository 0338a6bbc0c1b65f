from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from medgym_core.cli.main import main
from medgym_prove import certificate as certificates
from medgym_prove import checks as every
from medgym_prove.check import Check
from medgym_prove.subject import CERTIFICATE

from .. import plugins
from ..faked import BAD, fake

STATIC = ["S01", "S02", "S03", "S06", "S07", "S11"]


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    return plugins.copy(tmp_path)


def call(plugin: Path, *arguments: str) -> Result:
    return CliRunner().invoke(
        main, ["validate", str(plugin), "--home", str(plugin.parent / "home"), *arguments]
    )


def only(monkeypatch: pytest.MonkeyPatch, *chosen: Check) -> None:
    """Make ``chosen`` all the checks there are."""

    def checks(level: int) -> tuple[Check, ...]:
        return tuple(check for check in chosen if check.level <= level)

    monkeypatch.setattr(every, "checks", checks)
    monkeypatch.setattr(certificates, "checks", checks)


@pytest.mark.slow
def test_level_0_is_the_default(plugin: Path) -> None:
    result = call(plugin, "--json")
    assert result.exit_code == 0
    printed = json.loads(result.stdout)
    assert printed["family"] == plugin.name
    assert [finding["id"] for finding in printed["findings"]] == STATIC
    assert {finding["status"] for finding in printed["findings"]} == {"pass"}


def test_a_failure_is_reported_with_its_fix_and_an_exit_code(plugin: Path) -> None:
    (plugin / "README.md").unlink()
    result = call(plugin)
    assert result.exit_code == 1
    assert f"{plugin.name}: 4 of 6 checks hold, level 0 of 4" in result.stdout
    assert "fix:" in result.stdout


@pytest.mark.parametrize(
    ("level", "found"), [("0", ["S07"]), ("2", ["S07", "D07"]), ("3", ["S07", "D07", "A07"])]
)
@pytest.mark.parametrize("option", ["--level", "--tier"])
def test_levels_run_up_to_the_one_given(
    plugin: Path, option: str, level: str, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, fake("S07"), fake("D07"), fake("A07"))
    printed = json.loads(call(plugin, option, level, "--json").stdout)
    assert [finding["id"] for finding in printed["findings"]] == found


def test_the_former_name_of_the_level_is_not_shown() -> None:
    assert "--tier" not in CliRunner().invoke(main, ["validate", "--help"]).output


def test_chosen_checks_run_alone(plugin: Path) -> None:
    printed = json.loads(call(plugin, "--check", "S11", "--check", "S03", "--json").stdout)
    assert [finding["id"] for finding in printed["findings"]] == ["S03", "S11"]


def test_a_check_that_there_is_not(plugin: Path) -> None:
    result = call(plugin, "--check", "S99")
    assert result.exit_code == 2
    assert "there is no check S99" in result.stderr


def test_a_check_that_is_misspelt(plugin: Path) -> None:
    assert "there is no check B3; did you mean 'B03'?" in call(plugin, "--check", "B3").stderr


def test_a_family_that_cannot_be_loaded_is_reported_once(plugin: Path) -> None:
    family = plugins.package(plugin) / "family.py"
    family.write_text(f"{family.read_text()}  x = 1\n", encoding="utf-8")
    result = call(plugin, "--check", "S02", "--check", "S11", "--check", "B01", "--json")
    assert result.exit_code == 1
    findings = json.loads(result.stdout)["findings"]
    assert [(one["id"], one["status"], one["ran"], one["hint"]) for one in findings] == [
        ("S02", "fail", True, ""),
        ("S11", "fail", False, ""),
        ("B01", "fail", False, ""),
    ]
    line = len(family.read_text().splitlines())
    assert {one["problems"][0].partition("; ")[2] for one in findings} == {f"fix {family}, line {line}"}


def test_a_target_that_there_is_not(tmp_path: Path) -> None:
    result = call(tmp_path / "nowhere")
    assert result.exit_code == 2
    assert "no installed family" in result.stderr


def test_who_passes_is_certified_and_verified(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, fake("S07"), fake("A07"))
    result = call(plugin, "--certify")
    assert result.exit_code == 0
    assert f"wrote {plugins.package(plugin) / CERTIFICATE}" in result.stderr
    verified = call(plugin, "--verify-certificate")
    assert verified.exit_code == 0
    assert f"the certificate of {plugin.name} is valid and holds" in verified.stdout


def test_who_fails_is_not_certified(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, fake("S07"), fake("A07", BAD))
    result = call(plugin, "--certify")
    assert result.exit_code == 1
    assert "is not certified: A07 failed" in result.stderr
    assert not (plugins.package(plugin) / CERTIFICATE).exists()


def test_nothing_is_proved_of_what_is_not_finished(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, fake("A07", BAD))
    (plugins.package(plugin) / "more.py").write_text("# EDIT: more\n", encoding="utf-8")
    result = call(plugin, "--certify")
    assert result.exit_code == 2
    assert "is not finished" in result.stderr
    message = f"1 EDIT mark and 0 template texts left in 1 file; `medgym validate {plugin} --check F01`"
    assert message in result.stderr
    assert "A07" not in result.output


def test_a_forged_figure_is_listed(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, fake("A07"))
    call(plugin, "--certify")
    plugins.spoil(plugins.package(plugin) / CERTIFICATE, '"rate": 0.25', '"rate": 0.0')
    result = call(plugin, "--verify-certificate")
    assert result.exit_code == 1
    assert "is valid and differs" in result.stdout
    assert "A07: rate is 0.25, certified as 0.0" in result.stdout


def test_a_void_certificate_is_reported_with_the_reason(
    plugin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, fake("A07"))
    call(plugin, "--certify")
    (plugins.package(plugin) / "more.py").write_text("x = 1", encoding="utf-8")
    result = call(plugin, "--verify-certificate", "--json")
    assert result.exit_code == 1
    printed = json.loads(result.stdout)
    assert printed["standing"] == {
        "status": "void",
        "reasons": ["what decides in the plugin's source has changed"],
    }
    assert printed["report"] is None
    assert "- what decides in the plugin's source has changed" in call(plugin, "--verify-certificate").stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--certify", "--level", "0"), "leave --level and --check away"),
        (("--certify", "--check", "S01"), "leave --level and --check away"),
        (("--verify-certificate", "--level", "3"), "leave --level and --check away"),
        (("--certify", "--tier", "0"), "leave --level and --check away"),
        (("--verify-certificate", "--scale", "7"), "leave --scale away"),
        (("--certify", "--verify-certificate"), "give one of them"),
    ],
)
def test_options_that_contradict_each_other(plugin: Path, options: tuple[str, ...], message: str) -> None:
    result = call(plugin, *options)
    assert result.exit_code == 2
    assert message in result.stderr
