"""What each careless agent leaves out, and what it leaves as it is."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_core import ActionCall, Build
from medgym_core.cli.main import main
from medgym_core.errors import DataError
from medgym_core.registry.difficulty import DIFFICULTY, Difficulty, Earned, Row, read_difficulty
from medgym_prove.cli.difficulty import TASKS
from medgym_prove.ladder.measure import holds, measured
from medgym_prove.ladder.program import (
    in_queries,
    without_paging,
    without_statuses,
    without_units,
    without_zones,
)
from medgym_prove.ladder.query import without_distinct, without_joins, without_times
from medgym_prove.ladder.rung import RUNGS
from medgym_sandbox.process import Process

from .plugins import package, spoil, subject


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
        family="f", version="1", played="p", sandbox="process", tasks=2, rungs=rungs, rows=(row,)
    )
    assert list(found.cells()) == [["test", "c", "-", "1.00 (2)"]]
    assert read_difficulty(tmp_path) is None
    (tmp_path / "difficulty.json").write_text(found.model_dump_json())
    assert read_difficulty(tmp_path) == found


def test_a_table_that_is_no_table(tmp_path: Path) -> None:
    (tmp_path / DIFFICULTY).write_text('{"family": "f"}')
    with pytest.raises(DataError, match="Field required; make it anew with `medgym difficulty --write`"):
        read_difficulty(tmp_path)


def table(plugin: Path, most: int = 2) -> tuple[Difficulty, Build]:
    it = subject(plugin)
    return measured(it, it.build(), Process(), most), it.build()


def test_the_reference_earns_everything_and_who_does_not_look_little(plugin: Path) -> None:
    found, _ = table(plugin)
    assert {row.category for row in found.rows} == {"total", "mean"}
    assert {row.split for row in found.rows} == {"test"}
    for row in found.rows:
        assert row.earned == {"no-look": Earned(tasks=2, reward=0), "full": Earned(tasks=2, reward=1)}
    assert found.rungs["one-shot"] == "references take one action"
    assert found.shown == ["no-look", "full"]


def _later_version(plugin: Path) -> None:
    spoil(
        package(plugin) / "family.py", 'version: ClassVar[str] = "0.1.0"', 'version: ClassVar[str] = "0.1.10"'
    )


def _other_question(plugin: Path) -> None:
    spoil(
        package(plugin) / "loader.py", "visits of patient {patient}?", "visits of patient {patient}, please?"
    )


def _other_gold(plugin: Path) -> None:
    spoil(package(plugin) / "oracle.py", "Gold(sum(costs) if", "Gold(sum(costs) + 1 if")


def _other_solution(plugin: Path) -> None:
    spoil(package(plugin) / "oracle.py", "import csv\n\nquestion", "import csv, json\n\nquestion")


@pytest.mark.parametrize(
    ("change", "still"),
    [(_later_version, True), (_other_question, False), (_other_gold, False), (_other_solution, False)],
)
def test_a_table_is_of_what_was_played(
    plugin: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None], still: bool
) -> None:
    kept, build = table(plugin)
    assert holds(subject(plugin), build, kept)
    change(plugin)
    for name in [name for name in sys.modules if name.startswith(package(plugin).name)]:
        monkeypatch.delitem(sys.modules, name)
    changed = subject(plugin)
    assert holds(changed, changed.build(), kept) is still


def called(plugin: Path, *options: str) -> Difficulty:
    words = ["difficulty", str(plugin), "--home", str(plugin.parent / "home"), "--json", *options]
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    assert re.search(r": \d+ s$", done.stderr.strip()), "how long it took"
    (family,) = json.loads(done.stdout)["families"]
    return Difficulty.model_validate(family)


def test_a_kept_table_of_the_very_tasks_is_not_made_again(plugin: Path) -> None:
    one, path = ("--tasks", "1"), package(plugin) / DIFFICULTY
    first = called(plugin, *one, "--write")
    marked = first.model_copy(update={"sandbox": "as it was"})
    path.write_text(marked.model_dump_json())
    assert called(plugin, *one, "--write") == marked
    assert called(plugin, *one) == first
    path.write_text(marked.model_copy(update={"played": "other"}).model_dump_json())
    assert called(plugin, *one, "--write") == first == read_difficulty(package(plugin))


@pytest.mark.parametrize(("kept", "tasks"), [(1, TASKS), (TASKS + 1, TASKS + 1)])
def test_a_table_is_made_again_of_no_fewer_tasks(plugin: Path, kept: int, tasks: int) -> None:
    called(plugin, "--tasks", str(kept), "--write")
    assert called(plugin).tasks == tasks
