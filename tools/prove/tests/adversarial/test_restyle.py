from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

from medgym_core.answer import (
    AnswerKind,
    Boolean,
    Column,
    DateTime,
    Integer,
    Number,
    Record,
    SetOf,
    Table,
    Text,
)
from medgym_core.verifier import TurnSubmission, answer
from medgym_core.verifier.answer import grade_answer
from medgym_prove.adversarial import prediction, program, restyle
from medgym_prove.adversarial.restyle import own_styles
from medgym_prove.adversarial.style import PRELUDE, sql, styles
from medgym_sandbox.worker.answer import to_json

from ..plugins import examine, subject
from .examples import EXAMPLES

MIXED = Table(
    columns=(
        Column(name="ward", kind=Text(nullable=True)),
        Column(name="mean", kind=Number(abs_tol=0.001, nullable=True)),
        Column(name="died", kind=Boolean()),
        Column(name="first", kind=DateTime()),
        Column(name="n", kind=Integer(nullable=True)),
    )
)
MORE: list[tuple[AnswerKind, JsonValue]] = [
    *EXAMPLES,
    (Number(unit="ml", abs_tol=0.001), 712.4567),
    (Number(exact=True), 5.25),
    (Integer(nullable=True), None),
    (SetOf(items=Number(rel_tol=1e-6)), [0.12345, 123.4567, -3.75]),
    (SetOf(items=Text()), []),
    (SetOf(items=Text(), nullable=True), None),
    (Record(fields={"a": Number(), "names": SetOf(items=Text())}), {"a": 1.23456, "names": ["x", "y"]}),
    (
        MIXED,
        [["a'b", 1.23456, True, "2101-12-31 23:30:00", 1], [None, None, False, "2101-12-30 00:00:00", None]],
    ),
]


def sent(expression: str) -> str:
    """What a box sends for ``answer``."""
    module: dict[str, Any] = {}
    exec(f"{PRELUDE}\nanswer = {expression}", module)
    return to_json(module["answer"])


@pytest.mark.parametrize(("kind", "value"), MORE, ids=lambda part: getattr(part, "kind", None))
def test_every_style_of_a_right_answer_is_right(kind: AnswerKind, value: JsonValue) -> None:
    for name, expression in styles(kind, value, pandas=True):
        text = sent(expression)
        assert grade_answer(kind, TurnSubmission(answer=text), value, 65_536).ok, (name, expression, text)


@pytest.mark.parametrize(("kind", "value"), MORE, ids=lambda part: getattr(part, "kind", None))
def test_a_query_returns_a_right_answer(kind: AnswerKind, value: JsonValue) -> None:
    query = sql(kind, value)
    if query is not None:
        cursor = sqlite3.connect(":memory:").execute(query)
        text = to_json({"columns": [column[0] for column in cursor.description], "rows": cursor.fetchall()})
        assert grade_answer(kind, TurnSubmission(answer=text, language="sql"), value, 65_536).ok, text


def test_there_are_many_styles() -> None:
    found = {name for kind, value in MORE for name, _ in styles(kind, value, pandas=True)}
    assert len(found) >= 35
    assert {"fetchone", "fetchall", "sqlite3.Row", "numpy.float32", "rounded", "dict keys", "0 or 1"} <= found
    scalar = dict(styles(Integer(), 7, pandas=False))
    assert len(scalar) >= 12


def test_every_style_of_a_file_but_not_of_its_rows() -> None:
    data = b"row,probability\n1,0.5\n2,0.25\n"
    names = [name for name, _ in prediction.restated(data, ["row"])]
    assert len(names) == len(set(names)) >= 12


def test_every_style_of_a_program_returns_the_same() -> None:
    source = "def f(x):\n    return {'a': [x, 2.5], 'b': [[1, 2], [3, 4]], 'c': 'text'}\n"
    found = dict(program.restyled(source, "f", of_a_kind=True, pandas=True))
    assert len(found) >= 12
    for name, changed in found.items():
        module: dict[str, Any] = {}
        exec(changed, module)
        expected = {"a": [1.2345, 2.5], "b": [[1, 2], [3, 4]], "c": "text"}
        returned = json.loads(to_json(module["f"](1.2345)))
        assert returned == (expected | {"a": [1.23, 2.5]} if name == "rounded" else expected), name


def test_a_verifier_that_takes_one_style_alone(armed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "read", lambda kind, value: value)
    finding = examine("A04", armed)
    assert finding.status == "fail"
    assert "fetchone" in " ".join(finding.problems)


STYLE = """
def _use(restyle):
    restyle()

def nothing():
    pass

def wrong():
    import builtins
    builtins.sum = lambda *args: -1
    builtins.int = lambda *args: -1
"""


def test_styles_of_the_familys_own(armed: Path) -> None:
    (armed / restyle.OWN).mkdir()
    (armed / restyle.OWN / "own.py").write_text(STYLE)
    assert [name for name, _ in own_styles(subject(armed))] == ["nothing", "wrong"]
    finding = examine("A04", armed)
    rewrites = finding.figures["rewrites"]
    assert isinstance(rewrites, dict)
    assert str(rewrites["nothing"]).split("/")[0] != "0"
    assert str(rewrites["wrong"]).startswith("0/")
    assert finding.status == "fail"
