from __future__ import annotations

import threading
from datetime import date
from pathlib import Path

import pytest

from medgym_core.errors import DataError
from medgym_prove import subject as subjects
from medgym_prove.check import Check, Evidence, Finding
from medgym_prove.validation import report, validate

from .faked import BAD, GOOD, Counted, fake
from .plugins import subject

WAIVER = """
[[tool.medgym.waivers]]
check = "B07"
reason = "the second task is kept as published"
expires = 2030-01-31
"""


def found(plugin: Path, *chosen: Check, scale: int | None = None) -> list[Finding]:
    examined = subject(plugin)
    examined.scale = scale
    return list(validate(examined, chosen))


def waive(plugin: Path) -> None:
    with (plugin / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write(WAIVER)


def test_a_finding_tells_what_was_seen(plugin: Path) -> None:
    (one,) = found(plugin, fake("B07"))
    assert (one.id, one.tier, one.status, one.hint) == ("B07", 1, "pass", "")
    assert (one.figures, one.measured) == (GOOD.figures, GOOD.measured)


def test_a_problem_fails_and_comes_with_the_fix(plugin: Path) -> None:
    (one,) = found(plugin, fake("B07", BAD))
    assert (one.status, one.problems, one.hint) == ("fail", BAD.problems, "fix it")


def test_no_evidence_is_a_failure(plugin: Path) -> None:
    (one,) = found(plugin, fake("B07", Evidence(examined=0)))
    assert (one.status, one.problems) == ("fail", ("nothing was found to examine",))


@pytest.mark.parametrize(
    ("error", "problem"), [(DataError("no file"), "no file"), (KeyError("age"), "KeyError: 'age'")]
)
def test_a_check_that_breaks_has_failed(plugin: Path, error: Exception, problem: str) -> None:
    def breaks() -> Evidence:
        raise error

    (one,) = found(plugin, fake("B07", breaks))
    assert (one.status, one.problems) == ("fail", (problem,))


def test_findings_come_in_the_order_of_the_checks(plugin: Path) -> None:
    second = threading.Event()

    def waits() -> Evidence:
        assert second.wait(20), "the checks of a level without episodes run at once"
        return GOOD

    def goes_first() -> Evidence:
        second.set()
        return GOOD

    findings = found(plugin, fake("B07", waits), fake("B08", goes_first), fake("D07"))
    assert [(one.id, one.status) for one in findings] == [("B07", "pass"), ("B08", "pass"), ("D07", "pass")]


@pytest.mark.parametrize(("number", "times"), [("S07", 2), ("B07", 1), ("A07", 1)])
def test_what_passed_is_remembered_from_level_1_on(plugin: Path, number: str, times: int) -> None:
    looked = Counted()
    assert found(plugin, fake(number, looked))[0].figures == found(plugin, fake(number, looked))[0].figures
    assert looked.times == times


def test_what_failed_is_looked_for_again(plugin: Path) -> None:
    looked = Counted(BAD)
    found(plugin, fake("B07", looked))
    found(plugin, fake("B07", looked))
    assert looked.times == 2


def test_an_interrupted_validation_leaves_what_passed(plugin: Path) -> None:
    looked = Counted()
    findings = validate(subject(plugin), [fake("D07", looked), fake("D08", BAD)])
    next(findings)
    findings.close()  # type: ignore[attr-defined]
    found(plugin, fake("D07", looked))
    assert looked.times == 1


def test_without_resuming_everything_is_looked_for(plugin: Path) -> None:
    looked = Counted()
    found(plugin, fake("B07", looked))
    list(validate(subject(plugin), [fake("B07", looked)], resume=False))
    assert looked.times == 2


@pytest.mark.parametrize("changed", ["plugin", "library", "core", "scale"])
def test_a_change_of_what_is_examined_forgets(
    plugin: Path, changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = Counted()
    found(plugin, fake("B07", looked))
    if changed == "plugin":
        (plugin / "README.md").write_text("another byte", encoding="utf-8")
    elif changed == "library":
        monkeypatch.setattr(
            subjects, "reached", lambda package: {"medgym_lib/clock.py": plugin / "README.md"}
        )
    elif changed == "core":
        monkeypatch.setattr(subjects, "judge_digest", lambda: "another core")
    found(plugin, fake("B07", looked), scale=7 if changed == "scale" else None)
    assert looked.times == 2


def test_a_damaged_memory_is_looked_for_again(plugin: Path) -> None:
    looked = Counted()
    found(plugin, fake("B07", looked))
    (memory,) = plugin.parent.rglob("B07-default.json")
    memory.write_text(memory.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    assert found(plugin, fake("B07", looked))[0].status == "pass"
    assert looked.times == 2


@pytest.mark.parametrize(("today", "status"), [(date(2030, 1, 31), "waived"), (date(2030, 2, 1), "fail")])
def test_a_waiver_excuses_until_its_day(plugin: Path, today: date, status: str) -> None:
    waive(plugin)
    (one,) = validate(subject(plugin), [fake("B07", BAD)], today)
    assert one.status == status
    assert (one.waiver is not None) == (status == "waived")
    assert ("its waiver expired on 2030-01-31" in one.problems) == (status == "fail")


def test_what_passes_needs_no_waiver(plugin: Path) -> None:
    waive(plugin)
    (one,) = validate(subject(plugin), [fake("B07")], date(2030, 1, 1))
    assert (one.status, one.waiver) == ("pass", None)


def test_a_report_has_passed_if_nothing_failed(plugin: Path) -> None:
    waive(plugin)
    examined = subject(plugin)
    findings = list(validate(examined, [fake("B07", BAD), fake("B08")], date(2030, 1, 1)))
    assert report(examined, findings).passed
    worse = [*findings, *validate(examined, [fake("B09", BAD)])]
    assert not report(examined, worse).passed
