"""The last lines of `medgym run`: what plays the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core.cli.run_result import print_run_result, way_on
from medgym_core.journal import Index
from medgym_core.rollout import RunResult
from medgym_core.verifier import Status

from ..metrics.entries import entry


@pytest.mark.parametrize(
    ("ends", "missing", "expected"),
    [
        ((("agent_error", 0), ("success", 1)), 1, ["1 tree has no reward at the first leaf; play it again"]),
        ((("success", 0), ("agent_error", 1)), 0, ["other leaves that ended in an error stay without"]),
        ((("success", 0), ("success", 1)), 0, []),
    ],
)
def test_what_resume_does_for_trees_is_said(
    ends: tuple[tuple[str, int], ...], missing: int, expected: list[str]
) -> None:
    index = Index()
    index.add(entry(0, Status(status), replica) for status, replica in ends)
    result = RunResult(Path("run"), index, missing, 1, None, (), "", trees=True)
    lines = list(way_on(result))
    assert len(lines) == len(expected)
    assert all(line.startswith(begun) for line, begun in zip(lines, expected, strict=True))


def test_a_run_that_was_finished_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    index = Index()
    index.add([entry(0, Status.SUCCESS, 0)])
    print_run_result(RunResult(Path("run"), index, 0, 0, None, (), ""))
    assert "finished already" in capsys.readouterr().out
