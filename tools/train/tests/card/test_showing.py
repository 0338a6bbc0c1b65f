"""The card, as it is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_core.cli.main import main
from medgym_testing.window import runner, whole
from medgym_train.card.flag import Kind
from medgym_train.card.showing import MEANING

from .faults import FAULTS
from .playing import episodes, written


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return written(tmp_path / "run", episodes(3, FAULTS["equal programs"][0]))


def test_the_terminal_shows_categories_and_warnings(run: Path) -> None:
    printed = CliRunner().invoke(main, ["card", str(run)], catch_exceptions=False).output
    assert "toy mean" in printed
    assert "! toy mean: equal programs: one program solved 100% of the solved tasks" in printed


@pytest.mark.parametrize("width", [60, 80])
def test_no_number_is_cut_in_a_narrow_window(run: Path, width: int) -> None:
    printed = runner(width).invoke(main, ["card", str(run)], catch_exceptions=False)
    rows = json.loads(runner(width).invoke(main, ["card", str(run), "--json"]).stdout)["rows"]
    shown = whole(printed.stdout.partition("!")[0], width)
    assert all(f" {row['reward']:.0%} " in shown for row in rows)


def test_ascii_is_enough(run: Path) -> None:
    assert runner(80, "ascii").invoke(main, ["card", str(run)], catch_exceptions=False).stdout.isascii()


def test_the_page_holds_the_same(run: Path, tmp_path: Path) -> None:
    page = tmp_path / "card.html"
    result = CliRunner().invoke(main, ["card", str(run), "--html", str(page)], catch_exceptions=False)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "one program solved 100% of the solved tasks" in page.read_text()


def test_json_is_the_card(run: Path) -> None:
    printed = json.loads(CliRunner().invoke(main, ["card", str(run), "--json"]).stdout)
    assert [flag["kind"] for flag in printed["flags"]] == ["equal programs"]
    assert len(printed["rows"]) == 3


def test_a_page_that_cannot_be_written_is_refused(run: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["card", str(run), "--html", str(tmp_path / "gone" / "card.html")])
    assert (result.exit_code, "choose another --html" in result.stderr) == (2, True)


def test_every_warning_has_words() -> None:
    assert set(Kind.__args__) == MEANING.keys()
