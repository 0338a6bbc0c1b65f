"""Sessions: questions in a row about what the ones before found, each with the SQL that answers it.

In a step's SQL ``{turn1}`` stands for the query of the first turn, ``{turn2}`` for that of the second, and so
on: an earlier query as a sub-query of a later one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pydantic import BaseModel, ConfigDict, JsonValue

from medgym_core import AnswerKind
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.template import Template, When


@dataclass(frozen=True)
class Step:
    """One turn of a template, with places to fill."""

    wordings: tuple[str, ...]
    """Equivalent questions; at least two."""
    sql: str
    """The reference query; ``{turn1}`` and so on are those of the turns before."""
    answer: AnswerKind
    """What is submitted."""
    premise: str = ""
    """A query with the same places that must find a row for the turn to be worth asking."""
    fewest: int = 1
    """The query finds no fewer rows."""
    most: int = 60
    """The query finds no more rows."""
    narrows: bool = False
    """Whether fewer rows must be left than the turn before found."""


@dataclass(frozen=True)
class SessionTemplate:
    """A session with places to fill: the same facts, options and periods for all of its turns."""

    id: str
    """Unique name, lower case with underscores."""
    category: str
    """Category of the family: how the last turn depends on the ones before."""
    facts: str
    """SQL whose rows are the facts that sessions are built on; columns ``at`` and ``at2`` are times."""
    steps: tuple[Step, ...]
    """The turns, two to five."""
    options: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    """Place to its options."""
    period: When | None = None
    """The period that goes with the first turn."""
    period2: When | None = None
    """The period that goes with a later turn."""

    @cached_property
    def lead(self) -> Template:
        """All turns at once: what candidates are drawn for. Its text and its query are not to be used."""
        return Template(
            id=self.id,
            category=self.category,
            wordings=tuple(wording for step in self.steps for wording in step.wordings),
            facts=self.facts,
            sql="\n".join(step.sql for step in self.steps),
            answer=self.steps[-1].answer,
            options=self.options,
            period=self.period,
            period2=self.period2,
        )

    @cached_property
    def turns(self) -> tuple[Template, ...]:
        """Each turn as a template of its own, to be filled by the candidate of the session."""
        return tuple(
            Template(
                id=f"{self.id} {number}",
                category=self.category,
                wordings=step.wordings,
                facts=self.facts,
                sql=step.sql.strip(),
                answer=step.answer,
                options=self.options,
                period=self.period,
                period2=self.period2,
                premise=step.premise,
                fewest=step.fewest,
                most=step.most,
            )
            for number, step in enumerate(self.steps, start=1)
        )


class Asked(BaseModel):
    """One filled turn. Private: it holds query and answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    """The question."""
    sql: str
    """The query that answers it, those of earlier turns inside."""
    answer: JsonValue
    """The answer found when it was planned."""


class Session(BaseModel):
    """One filled session. Private."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    template: str
    """Id of the template."""
    turns: tuple[Asked, ...]
    """The questions in order."""
    slots: dict[str, JsonValue]
    """Place to fact, to words of the option, or to tag and value of the period."""
    tags: tuple[str, ...]
    """Time and operation tags of EHRSQL's taxonomy."""
