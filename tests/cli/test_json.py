"""Every `--json` goes through one printer, is described in docs, and is of the form that is described."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import jsonschema
import pytest
from click.testing import CliRunner

import medgym_core
from medgym_core.cli.main import main
from medgym_core.journal import JournalWriter
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.trajectory import Episode

from ..docs.outputs import OUTPUTS, schema

ROOT = Path(medgym_core.__file__).parents[1]
PARTS = {
    "list": ("totals",),
    "data.fetch": ("list",),
    "difficulty": ("templates",),
    "validate": ("pr",),
}
"""Verbs that print another form where an option asks for other things."""


def verbs(command: click.Command = main, name: str = "") -> Iterator[str]:
    if not isinstance(command, click.Group):
        if any(parameter.name == "as_json" for parameter in command.params):
            yield from (name, *(f"{name}.{part}" for part in PARTS.get(name, ())))
        return
    for verb in command.list_commands(click.Context(command)):
        found = command.get_command(click.Context(command), verb)
        assert found is not None
        yield from verbs(found, f"{name}.{verb}".strip("."))


def test_every_verb_is_documented() -> None:
    assert sorted(verbs()) == sorted(OUTPUTS)


def test_nothing_else_prints_json() -> None:
    places = [*ROOT.glob("medgym_core/cli/*.py"), *ROOT.glob("tools/*/medgym_*/cli*/**/*.py")]
    places += ROOT.glob("tools/*/medgym_*/cli.py")
    echoing = {
        path.name
        for path in places
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "click.echo"
        and "json.dumps" in ast.unparse(node)
    }
    assert echoing == {"output.py"}


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make_episode: Callable[..., Episode]) -> None:
    """The runs `one` and `two` in the current folder."""
    monkeypatch.chdir(tmp_path)
    pinned = folder.Pinned(version="0.1.0", build="b" * 64, root=tmp_path)
    for name in ("one", "two"):
        config = RunConfig(task=("toy",))
        folder.create(Path(name), config, folder.Manifest(core="0", families={"toy": pinned}))
        with JournalWriter(Path(name)) as writer:
            writer.append([(make_episode(index), {}) for index in range(2)])


@pytest.mark.parametrize(
    "typed",
    [
        *("report one", "report one two", "runs list .", "runs tag one a=b", "show one 0", "compare one two"),
        *("runs delete one --yes", "list", "list --totals", "info npowerai", "registry search", "doctor"),
        *("registry info npowerai", "data status", "access list", "data build npowerai", "card one two"),
        *("run --task npowerai --limit 1 --sandbox process", "validate npowerai --check S01"),
        "regrade one",
    ],
)
def test_what_is_printed_is_of_its_form(runs: None, typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("medgym_core.doctor.diagnose", lambda: [])
    result = CliRunner().invoke(main, [*typed.split(), "--json"])
    printed = json.loads(result.stdout)
    whole = json.loads(schema())
    name = printed["schema"].removeprefix("medgym.").partition("/")[0]
    words = [word for word in typed.replace("--", "").split() if word.isalpha()]
    assert name.split(".") == words[: len(name.split("."))]
    jsonschema.validate(printed, {"$defs": whole["$defs"], **whole["$defs"][name]})
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"schema": "another"}, {"$defs": whole["$defs"], **whole["$defs"][name]})
