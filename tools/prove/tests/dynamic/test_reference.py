from __future__ import annotations

from pathlib import Path

import pytest

from medgym_prove.dynamic import reference
from medgym_prove.subject import Subject

from ..plugins import examine, package, spoil
from .played import HOLDS_MEMORY

held = pytest.mark.skipif(not HOLDS_MEMORY, reason="no cgroup holds boxes to their memory here")


def test_the_reference_is_played_on_each_backend_and_on_another_build(plugin: Path) -> None:
    finding = examine("D01", plugin)
    assert finding.status == "pass"
    assert finding.figures["episodes"] == 2 * reference.RUNS * 2 + 2


def test_a_reference_that_knows_one_build_only(plugin: Path) -> None:
    solved = "return oracle.reference("
    spoil(package(plugin) / "family.py", solved, f"return () if build.source.seed else {solved[7:]}")
    assert "in the build of seed 1: missed in 1 of 1 runs" in examine("D01", plugin).problems[0]


def test_a_reference_that_is_wrong(plugin: Path) -> None:
    spoil(package(plugin) / "oracle.py", '"total": "sum(costs)"', '"total": "sum(costs) + 1"')
    problems = examine("D01", plugin).problems
    assert any("on process: missed in 5 of 5 runs (fail: wrong_value)" in problem for problem in problems)


def test_one_backend_is_too_few(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Subject, "sandboxes", ("process",))
    finding = examine("D01", plugin)
    assert finding.status == "fail"
    assert "2 backends are needed and process can" in finding.problems[0]


@held
def test_a_reference_that_needs_nearly_all_memory(plugin: Path) -> None:
    spoil(
        package(plugin) / "oracle.py", "import csv\n", "import csv\nblock = bytearray(b'x') * (330 * 2**20)\n"
    )
    assert "with half of 30 s and 512 MiB" in examine("D06", plugin).problems[0]


@held
def test_a_reference_that_needs_nearly_all_time(plugin: Path) -> None:
    spoil(package(plugin) / "family.py", "action_s=30", "action_s=3")
    spoil(package(plugin) / "oracle.py", "import csv\n", "import csv, time\ntime.sleep(1.7)\n")
    finding = examine("D06", plugin)
    assert finding.status == "fail"
    assert "with half of 3 s" in finding.problems[0]


def test_memory_that_nothing_holds_is_no_evidence(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("medgym_sandbox.process.Process.guarantees", lambda self: frozenset())
    assert examine("D06", plugin).status == "fail"


@held
def test_room_says_nothing_of_a_reference_that_is_wrong(plugin: Path) -> None:
    spoil(package(plugin) / "oracle.py", '"total": "sum(costs)"', '"total": "sum(costs) + 1"')
    finding = examine("D06", plugin)
    assert finding.status == "fail"
    assert "the reference fails with all of its limits too (see D01)" in finding.problems[0]
    assert "half" not in " ".join(finding.problems)
    assert finding.hint == reference.REFERENCE_FIRST
