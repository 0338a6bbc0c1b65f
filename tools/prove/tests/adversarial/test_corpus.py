from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core.agent import AgentConfig
from medgym_core.agent.reference import Reference
from medgym_prove.adversarial import corpus
from medgym_prove.attack import ATTACKS

from ..plugins import examine, package, spoil
from .armed import attack

TOTAL = 'sum(costs) if question.category == "total" else sum(costs) / len(costs)'
FEES = {"total": "70123", "mean": "90417"}


def no_chance(plugin: Path) -> None:
    """On two tasks luck explains much; without any, one pass is too many."""
    spoil(package(plugin) / "family.py", "chance_rate=0.05", "chance_rate=0.0")
    spoil(package(plugin) / "family.py", "chance_rate=0.1", "chance_rate=0.0")


@pytest.mark.slow
def test_every_attack_is_played(armed: Path) -> None:
    finding = examine("A01", armed)
    assert finding.status == "pass"
    assert finding.figures == {"attacks": len(ATTACKS), "tasks": 4, "highest earned": 0}


@pytest.mark.slow
def test_the_question_is_the_answer(armed: Path) -> None:
    no_chance(armed)
    oracle = package(armed) / "oracle.py"
    spoil(oracle, "Integer, Number", "Text")
    spoil(
        oracle,
        'Integer(unit="cents") if category == "total" else Number(unit="cents", abs_tol=0.01)',
        "Text()",
    )
    spoil(oracle, 'sum(costs) if question.category == "total" else sum(costs) / len(costs)', "question.text")
    asked = "question"
    spoil(
        oracle,
        '{"total": "sum(costs)", "mean": "sum(costs) / len(costs)"}',
        repr({"total": asked, "mean": asked}),
    )
    assert "attack:echo earns 1.000 on 2 tasks of test" in examine("A01", armed).problems[0]


@pytest.mark.slow
def test_an_answer_that_training_gives_away(armed: Path) -> None:
    """Every patient of a category costs the same: no constant of the core's, but what training tasks say."""
    no_chance(armed)
    oracle = package(armed) / "oracle.py"
    spoil(oracle, '{"total": "sum(costs)", "mean": "sum(costs) / len(costs)"}', repr(FEES))
    spoil(oracle, TOTAL, '(70123 if question.category == "total" else 90417)')
    names = [problem.split()[0] for problem in examine("A01", armed).problems if " of test" in problem]
    learners = ("common_replay", "memory", "neighbour", "neighbour_replay")
    assert names == [f"attack:{name}" for name in learners]


def test_no_attack_of_the_author(plugin: Path) -> None:
    finding = examine("A02", plugin)
    assert "nothing was found to examine" in finding.problems
    assert 'attacks = ["attacks/NAME.py"]' in finding.hint


def test_an_attack_that_wins(armed: Path) -> None:
    solution = (
        "import csv, re\n"
        "patient = re.search(r'P\\d+', open('question.txt').read())[0]\n"
        "rows = csv.DictReader(open('data/visits.csv'))\n"
        "costs = [int(row['cost']) for row in rows if row['patient'] == patient]\n"
        "answer = sum(costs) / (len(costs) if 'mean' in open('question.txt').read() else 1)\n"
    )
    attack(armed, solution)
    no_chance(armed)
    assert "attack own.py earns 1.000 on 2 tasks of test" in examine("A02", armed).problems[0]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import csv\nrowz['x']\n", "NameError: name 'rowz' is not defined, line 2: rowz['x']"),
        ("answer = (\n", "SyntaxError: '(' was never closed, line 1: answer = ("),
        ("print('nothing')\n", "it ran to its end and left no `answer` that can be taken"),
    ],
    ids=["raises", "syntax", "silent"],
)
def test_an_attack_that_fails(armed: Path, code: str, message: str) -> None:
    attack(armed, code)
    finding = examine("A02", armed)
    assert finding.problems == (f"attack own.py attacks nothing: {message}",)
    assert finding.hint == corpus.BROKEN


@pytest.mark.parametrize("path", ["attacks/missing.py", "README.md"])
def test_an_attack_that_is_no_program(armed: Path, path: str) -> None:
    spoil(armed / "pyproject.toml", "attacks/own.py", path)
    assert f"{path} is no file of the plugin that ends in .py or .sql" in " ".join(
        examine("A02", armed).problems
    )


def test_an_attack_in_sql_is_read_as_such(armed: Path) -> None:
    (armed / "attacks" / "own.sql").write_text("select 1")
    spoil(armed / "pyproject.toml", "attacks/own.py", "attacks/own.sql")
    assert (
        examine("A02", armed)
        .problems[0]
        .startswith("attack own.sql attacks nothing: malformed: This task has no SQL database")
    )


def test_an_attack_that_is_an_agent(armed: Path) -> None:
    spoil(armed / "pyproject.toml", "attacks/own.py", "attack:constants")
    assert examine("A02", armed).status == "pass"
    spoil(armed / "pyproject.toml", "attack:constants", "toy:nobody")
    assert "toy:nobody" in " ".join(examine("A02", armed).problems)


class Solver(Reference):
    """Solves every task, by a name that does not say so."""

    name = "toy:solver"


def test_an_agent_that_wins(armed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(armed / "pyproject.toml", "attacks/own.py", Solver.name)
    monkeypatch.setattr(corpus, "named", lambda name: Solver(AgentConfig()))
    no_chance(armed)
    assert "toy:solver earns 1.000 on 2 tasks of test" in examine("A02", armed).problems[0]
