from typing import Any

import pytest
from rich.console import Console
from rich.table import Table

from medgym_prove.check import Finding
from medgym_prove.checks import checks
from medgym_prove.report.findings import findings_table
from medgym_prove.validation import Validation


def finding(id_: str, *problems: str, **settings: Any) -> Finding:
    fields = {"tier": 0, "title": f"{id_} holds", "status": "fail", "hint": f"mind {id_}", **settings}
    return Finding(id=id_, problems=problems, **fields)


def table(*findings: Finding) -> Table:
    return findings_table(Validation(family="toy", digest="", core="0", findings=findings))


def text(*findings: Finding) -> str:
    console = Console(width=200)
    with console.capture() as shown:
        console.print(table(*findings))
    return shown.get()


def test_a_problem_that_fails_several_checks_is_shown_once() -> None:
    shown = text(finding("S01", "it cannot be loaded"), finding("S02", "it cannot be loaded"))
    assert shown.count("it cannot be loaded") == 1
    assert "as S01 says" in shown
    assert "mind S01" in shown
    assert "mind S02" not in shown


def test_other_problems_are_shown_each() -> None:
    shown = text(finding("S01", "it cannot be loaded"), finding("S02", "it cannot be loaded", "no licence"))
    assert shown.count("it cannot be loaded") == 2
    assert "mind S02" in shown


def test_checks_that_did_not_run_share_a_row() -> None:
    unmade = (finding(id_, "it cannot be loaded", ran=False, hint="") for id_ in ("S11", "B01", "B02"))
    shown = text(finding("S02", "it cannot be loaded", hint=""), *unmade)
    assert "S11, B01, B02" in shown
    assert "B01 holds" not in shown
    assert (shown.count("it cannot be loaded"), shown.count("as S02 says")) == (1, 1)
    assert "0 of 4 checks hold" in shown


@pytest.mark.parametrize(("level", "levels"), [(0, ", level 0 of 4"), (2, ", levels 0 to 2 of 4")])
def test_the_title_tells_the_levels_whose_checks_were_all_made(level: int, levels: str) -> None:
    made = [finding(check.id, tier=check.level, status="pass", hint="") for check in checks(level)]
    assert str(table(*made).title).endswith(f"{len(made)} checks hold{levels}")
    assert str(table(*made[1:]).title).endswith("checks hold")
