from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

from medgym_core import Verdict, plugins
from medgym_core.answer import AnswerKind, Boolean
from medgym_core.verifier import Status, TurnSubmission
from medgym_core.verifier.answer import AnswerVerifier, grade_answer
from medgym_prove.adversarial.equivalent import rewrites

from ..plugins import examine
from .examples import EXAMPLES


@pytest.mark.parametrize(("kind", "value"), EXAMPLES, ids=lambda part: getattr(part, "kind", None))
def test_the_cores_comparison_accepts_every_rewrite(kind: AnswerKind, value: JsonValue) -> None:
    found = list(rewrites(kind, value, sql=True))
    assert len(found) >= 2
    for name, text, language in found:
        given = TurnSubmission(answer=text, language=language)
        assert grade_answer(kind, given, value, 65_536).ok, (name, text)


def test_rewrites_cover_what_kinds_leave_open() -> None:
    names = {name for kind, value in EXAMPLES for name, *_ in rewrites(kind, value, sql=True)}
    assert {"reversed rows", "other case", "T between date and time", "integral float", "SQL result"} <= names
    assert len(names) >= 12


def test_sql_has_no_booleans() -> None:
    assert ("SQL result", '{"columns": ["value"], "rows": [[1]]}', "sql") in rewrites(
        Boolean(), True, sql=True
    )


def test_good_plugin(armed: Path) -> None:
    finding = examine("A04", armed)
    assert finding.status == "pass"
    assert finding.figures["rejected"] == 0


def test_a_verifier_that_compares_texts(armed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Literal(AnswerVerifier):
        def grade(self, task: Any, gold: Any, submission: Any, *what: Any) -> Verdict:
            same = submission.turns[0].answer == json.dumps(gold.turns[0])
            return Verdict(status=Status.SUCCESS if same else Status.FAIL, reward=float(same))

    monkeypatch.setattr(plugins, "verifier", lambda name: Literal())
    assert "integral float" in " ".join(examine("A04", armed).problems)
