from rich.console import Console

from medgym_prove.check import Finding
from medgym_prove.report.findings import findings_table
from medgym_prove.validation import Report


def finding(id_: str, *problems: str) -> Finding:
    return Finding(id=id_, tier=0, title=f"{id_} holds", status="fail", problems=problems, hint=f"mind {id_}")


def text(*findings: Finding) -> str:
    console = Console(width=200)
    with console.capture() as shown:
        console.print(findings_table(Report(family="toy", digest="", core="0", findings=findings)))
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
