"""What is kept of an episode."""

from __future__ import annotations

from typing import Any

import pytest

from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, Step, TurnRecord
from medgym_core.verifier import Status
from medgym_train.card.sample import Sample, sample_of

from .playing import RULES


def step(
    code: str, observation: str = "", submit: bool = False, name: str = "code_execution", **more: Any
) -> Step:
    call = ActionCall(name=name, arguments={"code": code, "submit": submit, **more})
    return Step(turn=0, call=call, observation=observation, ok=True, submitted=submit)


def sampled(episode: Episode, *steps: Step, answer: str = "1", system: str = RULES, **turn: Any) -> Sample:
    update = {"steps": steps, "system": system, "turns": (TurnRecord(answer=answer, **turn),)}
    found = sample_of(episode.model_copy(update=update))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("code", "unread"),
    [
        ("answer = 3", True),
        ("answer = len(open('x').read())", False),
        ("import sqlite3\nanswer = 1", False),
        ("answer = requests.get(url)", False),
        ("answer = reopen()", True),
    ],
)
def test_programs_that_read(make_episode, code: str, unread: bool) -> None:
    assert sampled(make_episode(), step(code, submit=True)).unread is unread


def test_queries_and_information_read(make_episode) -> None:
    assert not sampled(make_episode(), step("select 1", submit=True, language="sql")).unread
    assert not sampled(make_episode(), step("", name="request_info"), step("answer = 1", submit=True)).unread


def test_where_nothing_is_offered_nothing_need_be_read(make_episode) -> None:
    assert not sampled(make_episode(), step("answer = 3", submit=True), system="rules").unread


@pytest.mark.parametrize(
    ("code", "answer", "seen", "unfound"),
    [
        ("answer = 42.17", "42.17", "", True),
        ("answer = 42.17", "42.17", "mean 42.17", False),
        ("answer = total / 7", "42.17", "", False),
        ("answer = 42", "42", "", False),
        ("answer = 'warfarin'", '"warfarin"', "", True),
        ("answer = [42.17]", "[42.17]", "", False),
        ("answer = True", "true", "", False),
    ],
)
def test_values_that_were_never_seen(make_episode, code: str, answer: str, seen: str, unfound: bool) -> None:
    steps = (step("print(1)", seen), step(code, submit=True))
    assert sampled(make_episode(), *steps, answer=answer).unfound is unfound


def test_programs_are_equal_without_layout_and_comments(make_episode) -> None:
    first = sampled(make_episode(), step("# one\nanswer =  f(x)\n\n", submit=True))
    second = sampled(make_episode(1), step("answer = f(x)", submit=True))
    other = sampled(make_episode(2), step("answer = g(x)", submit=True))
    assert first.program == second.program != other.program


def test_one_program_may_predict_many(make_episode) -> None:
    assert sampled(make_episode(), step("fit()", submit=True), asked=("predictions",)).program == ""


def test_errors_carry_no_reward(make_episode) -> None:
    assert sample_of(make_episode(status=Status.INFRA_ERROR)) is None
