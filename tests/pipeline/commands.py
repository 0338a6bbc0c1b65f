"""The commands of docs/pipeline.md, run as they are printed."""

from __future__ import annotations

import importlib
import json
import shlex
from pathlib import Path

from click.testing import CliRunner

from medgym_core.cli.main import main

from ..docs.pages import ROOT, commands

PAGE = ROOT / "docs" / "pipeline.md"


def lines(*kinds: str) -> list[str]:
    """The commands of these kinds, in the order of the page."""
    return [command.text for command in commands(PAGE) if command.kind in kinds]


def run(line: str) -> str:
    """Run a command in this process; returns its standard output."""
    program, *arguments = shlex.split(line)
    if program == "python":
        importlib.import_module(arguments[1]).main(arguments[2:])
        return ""
    done = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def rows(folder: Path) -> int:
    """How many rows an export says to hold."""
    return int(json.loads((folder / "manifest.json").read_text())["rows"])
