from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from medgym_core.cli.main import COMMANDS, main
from medgym_core.errors import ConfigError, DataError, MedgymError

HEAVY = {
    "docker",
    "jsonschema",
    "joblib",
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


@pytest.mark.parametrize("verb", COMMANDS)
def test_every_verb_has_the_module_and_the_help_that_the_table_promises(verb: str) -> None:
    command = import_module(f"medgym_core.cli.{verb.replace('-', '_')}").command
    assert isinstance(command, click.Command)
    assert command.name == verb
    assert CliRunner().invoke(main, [verb, "--help"]).exit_code == 0


@pytest.mark.parametrize("verb", COMMANDS)
def test_every_verb_that_prints_a_result_has_json(verb: str) -> None:
    command = import_module(f"medgym_core.cli.{verb.replace('-', '_')}").command
    for leaf in command.commands.values() if isinstance(command, click.Group) else [command]:
        assert "--json" in [option for parameter in leaf.params for option in parameter.opts], leaf.name


@pytest.mark.parametrize(("error", "code"), [(DataError, 1), (MedgymError, 1), (ConfigError, 2)])
def test_an_error_of_the_library_is_one_line(
    error: type[MedgymError], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise error("what \x1b[2Jhappened;\n  what mends it")

    monkeypatch.setattr("medgym_core.report.catalogue.listing", fail)
    result = CliRunner().invoke(main, ["list"])
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr == "Error: what \\x1b[2Jhappened; what mends it\n"


def test_an_unknown_verb_is_refused() -> None:
    assert CliRunner().invoke(main, ["rnu"]).exit_code == 2
