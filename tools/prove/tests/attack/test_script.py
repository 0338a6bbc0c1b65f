"""What every attack has in common: it plays every turn of every kind of task, within its budget, and ends."""

from __future__ import annotations

import pytest

from medgym_core.agent import AgentConfig, Reply
from medgym_core.agent.guess import guesses
from medgym_core.answer import (
    Boolean,
    Choice,
    Column,
    Date,
    DateTime,
    Integer,
    ListOf,
    Number,
    Record,
    SetOf,
    Table,
    Text,
)
from medgym_core.task import FileSpec, InfoSource, ServiceSpec, Turn
from medgym_prove.attack import ATTACKS

FILE = FileSpec(path="out.csv", format="csv", description="`id` and `score`")
PROGRAM = FileSpec(path="f.py", format="python", description="f(x)")
ANSWER = Turn(question="How many?", answer=Integer())
SHAPES = {
    "answer": ((ANSWER,), {}),
    "file": ((Turn(question="Predict.", files=(FILE,)),), {}),
    "program": ((Turn(question="Define f(x).", files=(PROGRAM,)),), {}),
    "session": ((ANSWER, Turn(question="And now?", answer=Text(), steps=2), ANSWER), {}),
    "state": ((Turn(question="Write it."),), {"services": (ServiceSpec(name="ehr", port=8080),)}),
    "info": ((ANSWER,), {"info": (InfoSource(name="notes", kind="documents", path="notes.json"),)}),
    "one_step": ((Turn(question="Quick?", answer=Boolean(), steps=1),), {}),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", [name for name in ATTACKS if name != "attack:one_shot"])  # it acts once
def test_every_turn_is_submitted_within_its_budget(name, shape, play, make_brief):
    turns, more = SHAPES[shape]
    brief = make_brief(*turns, **more)
    played = play(ATTACKS[name](AgentConfig()), brief)
    assert len(played.submissions) == len(turns)
    budgets = [turn.steps or brief.task.limits.steps for turn in turns]
    assert len(played.replies) <= sum(budgets)
    assert all(actions <= budget for actions, budget in zip(_actions(played.replies), budgets, strict=True))


def _actions(replies: list[Reply]) -> list[int]:
    """Replies spent on each turn."""
    spent = [0]
    for reply in replies:
        spent[-1] += 1
        if any(call.arguments.get("submit") is True for call in reply.calls):
            spent.append(0)
    return spent[:-1]


@pytest.mark.parametrize("name", sorted(ATTACKS.keys() - {"attack:malformed"}))
def test_all_code_is_python(name, play, make_brief):
    turn = Turn(question="Say \"it\" in 'quotes' and \\n.", answer=Integer(), files=(FILE, PROGRAM))
    for seed in range(20):
        for code in play(ATTACKS[name](AgentConfig()), make_brief(turn, seed=seed)).submissions:
            compile(code, name, "exec")


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_are_distinguished_by_name_and_replies_round_trip(name, play, make_brief):
    agent = ATTACKS[name](AgentConfig())
    assert agent.name == name
    for reply in play(agent, make_brief()).replies:
        assert Reply.model_validate_json(reply.model_dump_json()) == reply


@pytest.mark.parametrize("name", ["attack:constants", "attack:guess", "attack:nan_inf", "attack:exit_codes"])
def test_replicas_differ(name, play, make_brief):
    agent = ATTACKS[name](AgentConfig())
    first, second = (play(agent, make_brief(seed=seed)).submissions for seed in (0, 1))
    assert first != second


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (Number(minimum=2, maximum=4), 3.0),
        (Number(), 0),
        (Integer(nullable=True), None),
        (Boolean(), False),
        (Choice(options=("a", "b")), "b"),
        (Text(), "none"),
        (Date(), "2100-01-01"),
        (DateTime(), "2100-01-01 00:00:00"),
        (ListOf(items=Boolean()), [True]),
        (SetOf(items=Choice(options=("a", "b"))), []),
        (Record(fields={"a": Boolean(), "b": Integer()}), {"a": False, "b": 1}),
        (Table(columns=(Column(name="a", kind=Integer()), Column(name="b", kind=Text()))), [[0, "none"]]),
    ],
)
def test_guesses_have_the_declared_kind(kind, expected):
    assert expected in guesses(kind)
