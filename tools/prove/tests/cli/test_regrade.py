from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from medgym_core.access import Tier
from medgym_core.cli.main import main
from medgym_core.verifier import Status, Verdict
from medgym_prove import regrading
from medgym_prove.regrading import Regraded

RIGHT = Verdict(status=Status.SUCCESS, reward=1.0)
WRONG = Verdict(status=Status.FAIL, reward=0.0, reason="wrong_value")


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch) -> Result:
    """`medgym regrade` where one verdict is the same, one has changed and one cannot be had."""

    def found(*_: object) -> Iterator[Regraded]:
        yield Regraded(id="a" * 32, task="toy/test/0", old=RIGHT, new=RIGHT, tier=Tier.OPEN)
        yield Regraded(id="b" * 32, task="toy/test/1", old=WRONG, new=RIGHT, tier=Tier.OPEN)
        problem = "no \x1b[2J build"
        yield Regraded(id="c" * 32, task="toy/test/2", old=WRONG, new=None, tier=Tier.OPEN, problem=problem)

    monkeypatch.setattr(regrading, "regrade", found)

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["regrade", "run", *arguments])

    return run


def test_what_changed_is_shown(call: Result) -> None:
    text = call().stdout
    assert "bbbbbbbbbbbb" in text
    assert "fail 0 wrong_value" in text
    assert "1 verdicts are the same, 1 have changed" in text
    assert "1 not graded again: no \\x1b[2J build" in text


def test_json_holds_both_verdicts(call: Result) -> None:
    found = json.loads(call("--json").stdout)
    assert (found["same"], found["not_regraded"]) == (1, {"no \x1b[2J build": 1})
    ((changed,),) = (found["changed"],)
    assert (changed["old"]["reward"], changed["new"]["reward"]) == (0, 1)


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["regrade", str(tmp_path)])
    assert result.exit_code == 2
    assert "not the folder of a run" in result.stderr
