from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from medgym_core import Verdict, plugins
from medgym_core.verifier.answer import AnswerVerifier
from medgym_prove.dynamic.record import record
from medgym_prove.dynamic.reference import REFERENCE_FIRST
from medgym_prove.dynamic.regrade import _case, _plain
from medgym_prove.dynamic.sample import Place
from medgym_sandbox.process import Process
from medgym_testing.program import ProgramFamily

from ..plugins import examine, package, spoil
from .played import subject_of

TOTAL = "Gold(sum(costs) if"


def read(plugin: Path, variable: str, value: str) -> None:
    """Let gold depend on a variable of its surroundings."""
    odd = f'__import__("os").environ.get({variable!r}) == {value!r}'
    spoil(package(plugin) / "oracle.py", TOTAL, f"Gold(sum(costs) + ({odd}) if")


@pytest.mark.slow
def test_good_plugin(plugin: Path) -> None:
    finding = examine("D03", plugin)
    assert finding.status == "pass"
    assert finding.figures == {"right submissions": 2, "wrong submissions": 4, "gradings": 4}


@pytest.mark.slow
def test_gold_that_depends_on_the_time_zone(plugin: Path) -> None:
    read(plugin, "TZ", "Pacific/Kiritimati")
    assert "graded with TZ=Pacific/Kiritimati" in examine("D03", plugin).problems[0]


@pytest.mark.slow
@pytest.mark.parametrize(("variable", "value"), [("LC_ALL", "tr_TR.UTF-8"), ("PYTHONHASHSEED", "1")])
def test_gold_that_depends_on_its_surroundings(plugin: Path, variable: str, value: str) -> None:
    read(plugin, variable, value)
    assert f"{variable}={value}" in examine("D03", plugin).problems[0]


@pytest.mark.slow
def test_a_verifier_that_remembers(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    class Remembering(AnswerVerifier):
        def grade(self, *what: Any) -> Verdict:
            calls.append(what)
            return super().grade(*what).model_copy(update={"details": {"calls": len(calls)}})

    monkeypatch.setattr(plugins, "verifier", lambda name: Remembering())
    assert "graded in reversed order" in examine("D03", plugin).problems[0]


@pytest.mark.slow
def test_a_grader_that_fails_elsewhere(plugin: Path) -> None:
    odd = '1 / (__import__("os").environ.get("TZ") != "America/St_Johns")'
    spoil(package(plugin) / "oracle.py", TOTAL, f"Gold(sum(costs) * {odd} if")
    assert (
        "LC_ALL=tr_TR.UTF-8 PYTHONHASHSEED=20260 failed: ZeroDivisionError"
        in examine("D03", plugin).problems[0]
    )


def test_nothing_is_graded_again_where_the_reference_is_wrong(plugin: Path) -> None:
    spoil(package(plugin) / "family.py", "return oracle.reference(", "return () and oracle.reference(")
    finding = examine("D03", plugin)
    assert finding.status == "fail"
    assert finding.problems == ("not run: the reference earns the full reward on none of 2 tasks (see D01)",)
    assert finding.hint == REFERENCE_FIRST


def test_a_case_travels_with_its_files(tmp_path: Path) -> None:
    family = ProgramFamily()
    subject = subject_of(family, tmp_path)
    (recorded,) = record(subject, subject.build(), Process(), [Place("test", 0)])
    assert _case(family, subject.build(), _plain(recorded)) == recorded
