"""What each careless agent leaves out, and what it leaves as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core import ActionCall
from medgym_core.registry.difficulty import Difficulty, Earned, Row, read_difficulty
from medgym_prove.ladder.program import (
    in_queries,
    without_paging,
    without_statuses,
    without_units,
    without_zones,
)
from medgym_prove.ladder.query import without_distinct, without_joins, without_times
from medgym_prove.ladder.rung import RUNGS


def flat(text: str | None) -> str | None:
    return " ".join(text.split()) if text else text


@pytest.mark.parametrize(
    ("sql", "left"),
    [
        ("SELECT a FROM t WHERE b = 1 AND c IN (SELECT d FROM u WHERE e = 2)", "SELECT a FROM t WHERE b = 1"),
        (
            "SELECT t.a FROM t JOIN u ON t.k = u.k WHERE u.b = 1 AND t.c = 2",
            "SELECT t.a FROM t WHERE t.c = 2",
        ),
        ("SELECT t.a FROM t JOIN u ON t.k = u.k WHERE u.b = 1", "SELECT t.a FROM t"),
        ("SELECT u.a FROM t JOIN u ON t.k = u.k", None),
        ("SELECT a FROM t WHERE b = 1", None),
        ("not a query", None),
    ],
)
def test_joins(sql: str, left: str | None) -> None:
    assert flat(without_joins(sql)) == left


@pytest.mark.parametrize(
    ("sql", "left"),
    [
        ("SELECT a FROM t WHERE b = 1 AND charttime > '2101-01-01'", "SELECT a FROM t WHERE b = 1"),
        ("SELECT a FROM t WHERE strftime('%Y', d) = '2101'", "SELECT a FROM t"),
        ("SELECT a FROM t WHERE b = 'sometimes'", None),
    ],
)
def test_times(sql: str, left: str | None) -> None:
    assert flat(without_times(sql)) == left


def test_distinct() -> None:
    assert flat(without_distinct("SELECT COUNT(DISTINCT a) FROM t")) == "SELECT COUNT(a) FROM t"
    assert flat(without_distinct("SELECT DISTINCT a FROM t")) == "SELECT a FROM t"
    assert without_distinct("SELECT COUNT(a) FROM t") is None


def test_a_query_within_a_program() -> None:
    code = "answer = base.execute('SELECT DISTINCT a FROM t')"
    assert "DISTINCT" not in str(in_queries(without_distinct)(code))


@pytest.mark.parametrize(
    ("code", "left"),
    [
        ("answer = score(height=70 * 2.54)", "answer = score(height=70)"),
        ("answer = score(creatinine=120 / 88.42)", "answer = score(creatinine=120)"),
        ("answer = 70 * 1.23", None),
        ("def score(x):\n    return x * 2.54", None),
    ],
)
def test_units(code: str, left: str | None) -> None:
    assert without_units(code) == left


def test_zones() -> None:
    assert without_zones("a = t.astimezone(utc)") == "a = t"
    assert without_zones("a = fromisoformat(t)") is None
    read = without_zones("a = datetime.fromisoformat(t)")
    assert read == "a = datetime.fromisoformat(t).replace(tzinfo=None)"


def test_paging() -> None:
    assert without_paging("a = [x for x in y if x['relation'] == 'next']") == "a = [x for x in y if False]"
    assert without_paging("a = x == 'self'") is None


def test_statuses() -> None:
    assert without_statuses("a = x['status'] == 'final'") == "a = True"
    assert (
        without_statuses("a = search('Condition', status='final', code=c)")
        == "a = search('Condition', code=c)"
    )
    assert without_statuses("create('Condition', status='final')") is None


def test_a_solution_without_what_a_rung_leaves_out_is_not_its_own() -> None:
    calls = [ActionCall(name="code_execution", arguments={"code": "answer = 1", "submit": True})]
    meant = [rung.name for rung in RUNGS if rung.spoiled(calls)]
    assert meant == ["no-look", "full"]


def test_a_dash_where_a_rung_has_no_meaning(tmp_path: Path) -> None:
    row = Row(split="test", category="c", earned={"full": Earned(tasks=2, reward=1.0)})
    rungs = {"no-join": "", "no-units": "no reference changes units", "full": ""}
    found = Difficulty(
        family="f", version="1", build="b", sandbox="process", tasks=2, rungs=rungs, rows=(row,)
    )
    assert list(found.cells()) == [["test", "c", "-", "1.00 (2)"]]
    assert read_difficulty(tmp_path) is None
    (tmp_path / "difficulty.json").write_text(found.model_dump_json())
    assert read_difficulty(tmp_path) == found
