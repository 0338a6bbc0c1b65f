"""The grading of findings: F1 over the graded mentions of a note."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from medgym_core import (
    Collects,
    Gold,
    Outcome,
    Program,
    StateChange,
    Status,
    Submission,
    Task,
    Turn,
    TurnSubmission,
    Verdict,
    VerifierError,
)
from medgym_plugin_ehrcon.audit.inventory import Place
from medgym_plugin_ehrcon.claim import Frozen, Role

Number = Annotated[int, Field(ge=0, le=10**9)]


class Finding(Frozen):
    """What is wrong with one mention."""

    line: Number
    """Its line, from 1."""
    character: Number
    """Where it begins on the line, from 1."""
    columns: tuple[Role, ...]
    """What is inconsistent; nothing where it is consistent, which is the same as not naming it."""

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self.line, self.character


class Findings(Frozen):
    """Gold of an audit."""

    answer: tuple[Finding, ...]
    """All findings that are right."""
    open: tuple[Place, ...]
    """Places that findings may name without being right or wrong."""


class Score(Frozen):
    """How well findings fit."""

    precision: float
    """Share of the findings that are right; 0 without a finding."""
    recall: float
    """Share of what is wrong that is found."""

    @property
    def f1(self) -> float:
        """Their harmonic mean (van Rijsbergen, Information Retrieval, 1979)."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


BLIND = 0.5
"""F1 at which rewards begin: more than programs earn that look nothing up."""


class UnreadableError(Exception):
    """A submission that holds no findings; the text is the machine-readable reason."""


_ANSWER = TypeAdapter(list[Finding])


class FindingsVerifier:
    """Rewards findings by how far their F1 lies above :data:`BLIND`; only an F1 of 1 is a success.

    A finding is right if gold has the same columns at its place, once. Every other finding is wrong, but for
    those without columns and those at open places, which do not count. Components: ``turn_0`` (the F1),
    ``turn_0.precision`` and ``turn_0.recall``.
    """

    name = "ehrcon:findings"
    version = "2"

    def collects(self, task: Task, turn: Turn) -> Collects:
        """The answer."""
        return Collects(answer=True)

    def programs(self, task: Task, gold: Gold, submission: Submission) -> Sequence[Program]:
        """None."""
        return ()

    def grade(
        self,
        task: Task,
        gold: Gold,
        submission: Submission,
        outcomes: Sequence[Sequence[Outcome]],
        states: Mapping[str, StateChange],
    ) -> Verdict:
        """Grade the findings.

        Raises:
            VerifierError: if gold is none of an audit; never for anything submitted.
        """
        expected = _expected(task, gold)
        given = submission.turns[0] if submission.turns else TurnSubmission()
        reason, score = "", Score(precision=0, recall=0)
        try:
            score = scored(read(given, task.limits.answer_bytes), expected)
        except UnreadableError as error:
            reason = str(error)
        if not reason and score.f1 < 1:
            reason = "wrong_value"
        return Verdict(
            status=Status.FAIL if reason else Status.SUCCESS,
            reward=max(0.0, (score.f1 - BLIND) / (1 - BLIND)),
            components={
                "turn_0": score.f1,
                "turn_0.precision": score.precision,
                "turn_0.recall": score.recall,
            },
            reason=reason,
        )


def read(given: TurnSubmission, most: int) -> list[Finding]:
    """The findings of a submission of at most ``most`` bytes.

    Raises:
        UnreadableError: if there are none in the form that is asked for.
    """
    if given.answer is None:
        raise UnreadableError(given.reason or "no_answer")
    if len(given.answer) > most:
        raise UnreadableError("too_large")
    try:
        value = json.loads(given.answer, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise UnreadableError("bad_json") from None
    try:
        return _ANSWER.validate_python(_shaped(value))
    except ValidationError:
        raise UnreadableError("wrong_type") from None


def scored(given: Sequence[Finding], gold: Findings) -> Score:
    """Precision and recall of findings."""
    expected = {finding.place: {*finding.columns} for finding in gold.answer if finding.columns}
    unjudged = {*gold.open} - expected.keys()
    counted = [finding for finding in given if finding.columns and finding.place not in unjudged]
    found = {
        finding.place
        for finding in counted
        if len({*finding.columns}) == len(finding.columns)
        and expected.get(finding.place) == {*finding.columns}
    }
    named = [finding.place for finding in counted]
    right = sum(named.count(place) == 1 for place in found)
    return Score(
        precision=right / len(counted) if counted else 0.0,
        recall=right / len(expected) if expected else 0.0,
    )


def _expected(task: Task, gold: Gold) -> Findings:
    try:
        (value,) = gold.turns
        return Findings.model_validate(value)
    except (ValueError, ValidationError):
        raise VerifierError(f"gold of {task.id} holds no findings; fix TaskFamily.gold") from None


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object without repeated keys."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


def _shaped(value: object) -> object:
    """The value with names of columns in lower case; whole numbers may be written with a fraction of 0."""
    return [_finding(one) for one in value] if isinstance(value, list) else value


def _finding(value: object) -> object:
    if not isinstance(value, dict):
        return value
    numbers = {key: _whole(value[key]) for key in ("line", "character") if key in value}
    columns = value.get("columns")
    if isinstance(columns, list):
        columns = tuple(one.strip().lower() if isinstance(one, str) else one for one in columns)
    return {**value, **numbers, "columns": columns}


def _whole(value: object) -> object:
    """A number as a whole one if it is one; None where it is no number, so that a text is never one."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if type(value) is int else None
