from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from medgym_core import TaskFamily, Verdict, plugins
from medgym_core.verifier import Status
from medgym_core.verifier.answer import AnswerVerifier
from medgym_core.verifier.predictions import PredictionVerifier
from medgym_core.verifier.programs import ProgramVerifier
from medgym_core.verifier.states import StateVerifier
from medgym_prove.adversarial.equivalent import EQUIVALENTS
from medgym_prove.adversarial.mutant import MUTANTS, _evidence
from medgym_testing import predictions
from medgym_testing.program import ProgramFamily
from medgym_testing.session import SessionFamily
from medgym_testing.ward import WardFamily

from ..dynamic.played import subject_of
from ..plugins import examine, package, spoil

PASS = Verdict(status=Status.SUCCESS, reward=1.0)
FAIL = Verdict(status=Status.FAIL, reward=0.0, reason="wrong_value")
Judge = Callable[..., bool]


def weaken(monkeypatch: pytest.MonkeyPatch, real: type[Any], judge: Judge) -> None:
    """Put a verifier that judges as given in the place of all others."""

    class Weak(real):
        def grade(self, task: Any, gold: Any, *what: Any) -> Verdict:
            return PASS if judge(gold, *what) else FAIL

    monkeypatch.setattr(plugins, "verifier", lambda name: Weak())


def size_only(gold: Any, submission: Any, *_: Any) -> bool:
    """Whether the answer has the right magnitude, whatever its sign, type and wrapping."""
    given = (submission.turns[0].answer or "").strip(' []"\n')
    return given.lstrip("-").replace("E0", "") == str(gold.turns[0]) or given == f"{gold.turns[0]}.0"


def test_good_plugin(armed: Path) -> None:
    finding = examine("A03", armed)
    assert finding.status == "pass"
    assert len(finding.figures["operators"]) >= 10
    assert finding.figures["kill rate"] == 1


def test_a_verifier_that_looks_at_the_size_only(armed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weaken(monkeypatch, AnswerVerifier, size_only)
    problems = examine("A03", armed).problems
    assert "mutants are accepted: the kill rate is 0." in problems[0]
    assert {problem.split(": ")[2].split(" (")[0] for problem in problems if "accepted: toy" in problem} == {
        "sign",
        "number as text",
        "nested too deeply",
    }


def test_one_operator_of_many_that_is_let_through() -> None:
    made, killed = Counter(sign=6, half=200), Counter(half=200)
    assert _evidence(50, made, killed, 0, []).problems == (
        "6 of 6 mutants of one operator are accepted: sign",
    )
    assert not _evidence(50, made, Counter(half=200, sign=3), 0, []).problems


def test_a_tolerance_that_lets_all_pass(armed: Path) -> None:
    number = 'Integer(unit="cents") if category == "total" else Number(unit="cents", abs_tol=0.01)'
    spoil(package(armed) / "oracle.py", number, "Number(abs_tol=1e9)")
    assert "changed answers lie within the tolerance" in examine("A03", armed).problems[0]


def families() -> list[TaskFamily]:
    return [SessionFamily(), WardFamily(), ProgramFamily(), predictions.PredictionFamily()]


@pytest.mark.slow
@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_sort_of_submission(
    family: TaskFamily, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(predictions, "ROWS", 2_000)
    for check in (MUTANTS, EQUIVALENTS):
        evidence = check.examine(subject_of(family, tmp_path))
        assert not evidence.problems
        assert evidence.examined >= 6, check.id


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "real", "judge", "survivor"),
    [
        (WardFamily(), StateVerifier, lambda gold, submission, *_: True, "nothing done"),
        (ProgramFamily(), ProgramVerifier, lambda gold, given, ran, _: ran[0][0].ok, "returns constant"),
        (predictions.PredictionFamily(), PredictionVerifier, lambda *_: True, "permuted predictions"),
    ],
    ids=["states", "programs", "predictions"],
)
def test_every_sort_of_weak_verifier(
    family: TaskFamily,
    real: type[Any],
    judge: Judge,
    survivor: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(predictions, "ROWS", 500)
    weaken(monkeypatch, real, judge)
    problems = " ".join(MUTANTS.examine(subject_of(family, tmp_path)).problems)
    assert survivor in problems
