"""Submitted programs take a bounded time, and what goes wrong with them is theirs."""

from __future__ import annotations

from types import TracebackType

import pytest

from medgym_core.env.grading import PATIENCE, _run_all, run_program
from medgym_core.verifier.contract import BUDGET_S, Program
from medgym_sandbox.backend import FileRefused
from medgym_sandbox.spec import Execution, Outcome, Reason


class Box:
    """A box in which every run takes as long as its source says; time that is not there is not passed."""

    def __init__(self, refused: str = "") -> None:
        self.ran: list[float] = []
        self._refused = refused

    def write(self, path: str, data: bytes) -> None:
        if self._refused:
            raise FileRefused(self._refused)

    def run(self, execution: Execution) -> Outcome:
        wanted = float(execution.source)
        took = min(wanted, execution.timeout_s)
        self.ran.append(took)
        if wanted < 0:
            return Outcome(reason=Reason.BOX_DIED, duration_s=0.5)
        reason = Reason.TIMEOUT if wanted > execution.timeout_s else Reason.COMPLETED
        return Outcome(reason=reason, duration_s=took)

    def __enter__(self) -> Box:
        return self

    def __exit__(self, kind: type | None, value: BaseException | None, trace: TracebackType | None) -> None:
        pass


def program(*seconds: float, **fields: object) -> Program:
    runs = tuple(Execution(source=str(one), timeout_s=10) for one in seconds)
    return Program(files={"submission.py": b""}, runs=runs, **fields)


def test_after_the_second_timeout_nothing_is_run() -> None:
    box = Box()
    outcomes = run_program(program(1, 20, 1, *[20] * 29), lambda: box)
    assert sum(box.ran) == 1 + 10 + 1 + 10
    assert len(outcomes) == 32
    assert [one.reason for one in outcomes].count(Reason.TIMEOUT) == 30
    assert PATIENCE == 2


def test_all_runs_together_stay_within_the_budget() -> None:
    box = Box()
    outcomes = run_program(program(*[9.5] * 32), lambda: box)
    assert sum(box.ran) <= BUDGET_S
    assert [one.ok for one in outcomes] == [True] * 6 + [False] * 26


@pytest.mark.parametrize(("budget", "spent"), [(None, 19.0), (12.0, 12.0), (100.0, 19.0)])
def test_the_budget_is_declared(budget: float | None, spent: float) -> None:
    box = Box()
    run_program(program(9.5, 9.5, budget_s=budget), lambda: box)
    assert sum(box.ran) == spent


def test_a_long_run_is_not_cut_by_the_usual_budget() -> None:
    runs = (Execution(source="150", timeout_s=200),)
    (outcome,) = run_program(Program(runs=runs), Box)
    assert outcome.ok


def test_attempts_share_a_budget() -> None:
    boxes, spent = [Box() for _ in range(15)], dict[int, float]()
    for box in boxes:
        _run_all([program(*[9.5] * 32)], lambda box=box: box, spent)  # type: ignore[misc]
    assert sum(sum(box.ran) for box in boxes) <= 3 * BUDGET_S


def test_a_refused_file_is_the_programs_failure() -> None:
    outcomes = run_program(program(1, 1), lambda: Box("no_space"))
    assert [one.reason for one in outcomes] == [Reason.ERROR] * 2
    assert outcomes[0].stderr == "submission.py cannot be written: no_space"


def test_a_dead_box_runs_no_more() -> None:
    box = Box()
    outcomes = run_program(program(-1, 1, 1), lambda: box)
    assert [one.reason for one in outcomes] == [Reason.BOX_DIED] * 3
    assert len(box.ran) == 1
