"""Tasks made of published questions, in the two halves of a build."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import JsonValue

from medgym_ehr.published.frozen import Frozen
from medgym_ehr.published.shape import Shape


class Question(Frozen):
    """The public half. Nothing in it tells whether the question has an answer."""

    id: str
    """As published."""
    question: str
    """The question's text."""
    shape: Shape
    """Columns of the answer; of an unanswerable question those of another one that begins alike."""


class Solution(Frozen):
    """The private half."""

    id: str
    """As published."""
    category: str
    """As the family derives it from the record."""
    impossible: bool
    """Whether the right answer is to abstain."""
    sql: str | None
    """Post-processed SQL; None if impossible."""
    gold: list[list[JsonValue]] | None
    """Every row that the SQL gives; None if impossible."""
    template: str = ""
    """Machine wording, or topic."""
    pattern: str = ""
    """Machine wording with slots."""
    time_tags: tuple[str, ...] = ()
    """Sampled time expressions."""
    operation_tags: tuple[str, ...] = ()
    """Sampled operations."""
    paraphrase: str = ""
    """Who worded the question: machine or human."""
    importance: str = ""
    """As rated by hospital staff."""


class Task(NamedTuple):
    """Both halves."""

    question: Question
    solution: Solution
