from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint

import click
import pytest
from click.testing import CliRunner

from medgym_core import plugins
from medgym_core.cli.main import main
from medgym_core.errors import ConfigError, DataError, MedgymError
from medgym_core.errors.advice import install
from medgym_core.hookspecs import Verb

HEAVY = {
    "docker",
    "jsonschema",
    "joblib",
    "loky",
    "cookiecutter",
    "pydantic",
    "rich",
    "ray",
    "openai",
    "numpy",
    "yaml",
}

HELP = """
import sys, time
from medgym_core.cli.main import main
main(["--help"], standalone_mode=False)
print("CPU", time.process_time())
print(*sys.modules)
"""


def test_help_imports_nothing_heavy(record_property: Callable[[str, object], None]) -> None:
    run = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=True)
    *_, cpu, modules = run.stdout.splitlines()
    record_property("cpu_s", cpu)
    print(f"medgym --help: {cpu} s")
    assert "Commands:" in run.stdout
    assert not HEAVY & set(modules.split())


def test_help_imports_no_command_and_no_family() -> None:
    run = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=True)
    ours = {name for name in run.stdout.splitlines()[-1].split() if name.startswith("medgym_")}
    tools = {"medgym_prove", "medgym_train", "medgym_bundle", "medgym_fetch", "medgym_hub", "medgym_view"}
    loaded = {name for name in ours if name.split(".")[0] in tools}
    assert loaded == tools | {f"{name}.hooks" for name in tools}
    assert not [name for name in ours if name.startswith("medgym_plugin_")]
    assert "medgym_core.cli.run" not in ours


@pytest.mark.parametrize("name", sorted(plugins.commands()))
def test_every_verb_has_the_name_that_its_description_promises(name: str) -> None:
    command = plugins.command(name).load()
    assert isinstance(command, click.Command)
    assert command.name == name.rpartition(".")[2]
    assert CliRunner().invoke(main, [*name.split("."), "--help"]).exit_code == 0


@pytest.mark.parametrize("name", sorted(plugins.commands()))
def test_every_verb_that_prints_a_result_has_json(name: str) -> None:
    command = plugins.command(name).load()
    for leaf in command.commands.values() if isinstance(command, click.Group) else [command]:
        assert "--json" in [option for parameter in leaf.params for option in parameter.opts], leaf.name


@pytest.mark.parametrize(("error", "code"), [(DataError, 1), (MedgymError, 1), (ConfigError, 2)])
def test_an_error_of_the_library_is_one_line(
    error: type[MedgymError], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise error("what \x1b[2Jhappened;\n  what fixes it")

    monkeypatch.setattr("medgym_core.report.catalogue.listing", fail)
    result = CliRunner().invoke(main, ["list"])
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr == "Error: what \\x1b[2Jhappened; what fixes it\n"


def test_a_misspelt_verb_is_refused_with_the_nearest() -> None:
    result = CliRunner().invoke(main, ["rnu"])
    assert (result.exit_code, result.stderr) == (2, "Error: no verb called 'rnu'; did you mean 'run'?\n")


def test_an_interrupted_verb_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("medgym_core.doctor.diagnose", interrupted)
    result = CliRunner().invoke(main, ["doctor"])
    assert (result.exit_code, result.stderr) == (130, "interrupted\n")


def test_a_misspelt_part_of_a_verb_is_refused_with_the_nearest() -> None:
    result = CliRunner().invoke(main, ["registry", "serach"])
    assert (result.exit_code, result.stderr.count("did you mean 'registry.search'")) == (2, 1)


@pytest.mark.parametrize(
    ("words", "package"),
    [
        (["new-task"], "medgym-prove"),
        (["registry", "check"], "medgym-prove"),
        (["export"], "medgym-train"),
        (["view"], "medgym-view"),
        (["data", "fetch"], "medgym-fetch"),
    ],
)
def test_a_verb_that_is_not_installed_names_its_distribution(
    words: list[str], package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "_points", tuple)
    result = CliRunner().invoke(main, words)
    assert (result.exit_code, result.stderr.count(f"run `{install(package)}`")) == (2, 1)


def test_a_verb_whose_distribution_is_broken_hurts_only_who_types_it(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("broken", "nothing_of_that_name:medgym_commands", "medgym")
    monkeypatch.setattr(plugins, "_points", lambda: (point,))
    assert "  run " in CliRunner().invoke(main, ["--help"]).stdout
    result = CliRunner().invoke(main, ["broken"])
    assert (result.exit_code, result.stderr.count("cannot be loaded")) == (1, 1)


def test_a_description_loads_what_it_names() -> None:
    assert Verb("Show.", "medgym_core.cli.list:command").load().name == "list"
