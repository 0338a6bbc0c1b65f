"""The commands of CONTRIBUTING.md exist, and what leads to a family works."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_core.cli.main import main
from tests.docs.pages import ROOT, links
from tests.docs.test_commands import parse
from tests.validate.proposal import checkout

PAGE = ROOT / "CONTRIBUTING.md"
LINES = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    for line in block.splitlines()
]
PREFIX = "uv run --all-packages medgym "
COMMANDS = [line.removeprefix(PREFIX) for line in LINES if line.startswith(PREFIX)]
OTHERS = ("git ", "uv sync --all-packages", "uv run --all-packages pytest plugins/")


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_parse(line: str) -> None:
    parse(main, "medgym", shlex.split(line))


def test_there_are_no_others() -> None:
    assert COMMANDS
    assert [line for line in LINES if not line.startswith((PREFIX, *OTHERS))] == []


def test_it_is_one_page() -> None:
    assert len(PAGE.read_text().splitlines()) <= 100


def test_links_lead_somewhere() -> None:
    assert [target for target in links(PAGE) if not (ROOT / target).is_file()] == []


def test_the_first_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(checkout.tiny(tmp_path / "medgym"))
    made, validated = COMMANDS[:2]
    for line in (made, validated):
        result = CliRunner().invoke(main, shlex.split(line))
        assert result.exit_code == 0, result.output
    assert (Path("plugins") / "bed-days" / "pyproject.toml").is_file()
