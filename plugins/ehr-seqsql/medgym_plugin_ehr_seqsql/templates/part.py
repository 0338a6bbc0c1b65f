"""Parts of sessions: what is found first, what narrows it, what is worked out from it; and their composition.

In the SQL of a condition or figure, ``{found}`` is the query of the last turn that found a set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from medgym_core import AnswerKind, SetOf
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.period import ABSOLUTE
from medgym_ehr.questions.template import NO_PERIOD, When
from medgym_plugin_ehr_seqsql.session import SessionTemplate, Step

PERIODS = (
    *(tag for tag in ABSOLUTE if not tag.startswith("abs-day")),
    *(f"rel-year-{how}" for how in ("this", "last", "since", "until")),
    "mix-month-this_year",
    "mix-month-last_year",
    NO_PERIOD,
)
"""Periods of events of the whole hospital."""
BEGINNINGS = (
    Option("earliest", "1", "exact-first", {"direction": "ASC"}),
    Option("latest", "1", "exact-last", {"direction": "DESC"}),
)
"""First and last, of visits whether they have ended or not."""
FOUND = 60
"""No first turn finds more: a list that long is still read at one glance."""


@dataclass(frozen=True)
class Head:
    """The first turn: finds a set."""

    name: str
    """For the template's id."""
    wordings: tuple[str, ...]
    """The questions."""
    sql: str
    """The query."""
    items: AnswerKind
    """Kind of what is found."""
    facts: str
    """Columns of the facts, of rows ``h``."""
    source: str
    """The rows ``h`` that facts are drawn from."""
    period: When | None
    """The period that it takes."""
    options: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    """Place to its options."""
    fewest: int = 4
    """It finds no fewer."""


@dataclass(frozen=True)
class Condition:
    """A turn that keeps part of what was found."""

    name: str
    """For the template's id."""
    phrases: tuple[str, ...]
    """What stands behind ``which of them``: a verb in the plural."""
    where: str
    """SQL that holds for what is kept; ``a`` is its row, ``{found}`` what was found before."""
    facts: str = ""
    """Further columns of the facts."""
    join: str = ""
    """What is joined for them."""
    options: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    """Place to its options."""
    premise: str = ""
    """A query that must find a row for the condition to be worth asking."""


@dataclass(frozen=True)
class Figure:
    """A turn that works something out from all that was found."""

    name: str
    """For the template's id."""
    step: Step
    """The turn."""
    options: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    """Place to its options."""


@dataclass(frozen=True)
class Unit:
    """What sets are of."""

    wordings: tuple[str, ...]
    """Questions that keep part of a set, with ``{condition}``."""
    sql: str
    """The query of the part, with ``{where}``; its rows ``a`` are those found before."""
    join: str
    """What is joined to the rows of the facts for conditions."""


def session(category: str, unit: Unit, head: Head, *parts: Condition | Figure) -> SessionTemplate:
    """A session of one set: its head, what is kept of it, what is worked out."""
    kept = len([part for part in parts if isinstance(part, Condition)])
    step = Step(
        head.wordings, head.sql, SetOf(items=head.items), fewest=max(head.fewest, kept + 2), most=FOUND
    )
    steps, found = [step], 1
    for number, part in enumerate(parts, start=2):
        place = f"{{turn{found}}}"
        if isinstance(part, Condition):
            kept -= 1
            steps.append(_narrowed(unit, head, part, place, fewest=kept + 1))
            found = number
        else:
            steps.append(_worked_out(part.step, place))
    return SessionTemplate(
        id="__".join((head.name, *(part.name for part in parts))),
        category=category,
        facts=_facts(unit, head, [part for part in parts if isinstance(part, Condition)]),
        steps=tuple(steps),
        options={name: options for part in (head, *parts) for name, options in part.options.items()},
        period=head.period,
    )


def _narrowed(unit: Unit, head: Head, condition: Condition, found: str, fewest: int) -> Step:
    phrases = condition.phrases
    return Step(
        tuple(
            wording.replace("{condition}", phrases[number % len(phrases)])
            for number, wording in enumerate(unit.wordings)
        ),
        unit.sql.replace("{where}", condition.where).replace("{found}", found),
        SetOf(items=head.items),
        premise=condition.premise.replace("{found}", found),
        fewest=fewest,
        most=FOUND,
        narrows=True,
    )


def _worked_out(step: Step, found: str) -> Step:
    return replace(
        step, sql=step.sql.replace("{found}", found), premise=step.premise.replace("{found}", found)
    )


def _facts(unit: Unit, head: Head, conditions: list[Condition]) -> str:
    columns = ", ".join([head.facts, *(condition.facts for condition in conditions if condition.facts)])
    joins = " ".join(condition.join for condition in conditions if condition.join)
    return f"SELECT DISTINCT {columns} FROM ({head.source}) h {unit.join if conditions else ''} {joins}"
