"""Templates: wordings beside the SQL that answers them, with places for facts, options and periods."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict, JsonValue

from medgym_core import AnswerKind
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.period import CALENDAR
from medgym_ehr.questions.period import NO_PERIOD as NO_PERIOD
from medgym_ehr.questions.three import Three
from medgym_ehr.questions.within import Events

_TIME = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True)
class When:
    """How a template takes a period: what it restricts, and which fact it must cover."""

    column: str
    """SQL expression of the restricted event's time."""
    visit: str = ""
    """SQL expression of its hospital visit; needed for ``rel-hosp-*``."""
    stay: str = ""
    """SQL expression of its ICU stay; needed for ``rel-icu-*``."""
    tags: tuple[str, ...] = CALENDAR
    """Tags it takes; :data:`NO_PERIOD` among them allows questions without one."""
    at: str = "at"
    """Column of the facts that holds the time to cover."""


@dataclass(frozen=True)
class Template:
    """A question with places to fill, and the SQL that answers it.

    Places are names in braces. In wordings and SQL alike: columns of the facts, options, ``{period}``,
    ``{period2}`` and ``{within}``. In SQL a fact is a literal, an option is used through its parts
    (``{nth.direction}``), and ``{rank}`` is the ranking function by which ties are told.
    """

    id: str
    """Unique name, lower case with underscores."""
    category: str
    """Category of the family."""
    wordings: tuple[str, ...]
    """Equivalent questions; at least three."""
    facts: str
    """SQL whose rows are the facts that questions are built on; columns ``at`` and ``at2`` are times."""
    sql: str
    """The reference query."""
    answer: AnswerKind
    """What is submitted; the query's rows are read as it says."""
    options: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    """Place to its options."""
    period: When | None = None
    """The first period."""
    period2: When | None = None
    """The second period."""
    within: Events | None = None
    """Two events that must be close."""
    three: Three | None = None
    """What is asked about by number, if anything."""
    frequent: bool = False
    """Whether one answer may make up half of the questions, as where only few answers are possible."""
    premise: str = ""
    """A query with the same places that must find a row for the question to be worth asking."""
    fewest: int = 1
    """The query finds no fewer rows."""
    most: int = 40
    """The query finds no more rows; a top list's bound is of what it asks for (``Candidate.most``)."""

    @cached_property
    def places(self) -> frozenset[str]:
        """Names of the places of the query and the wordings."""
        return frozenset(re.findall(r"\{(\w+)\}", " ".join((self.sql, *self.wordings))))

    @cached_property
    def shapes(self) -> dict[Hashable, Any]:
        """Its shapes (:mod:`medgym_ehr.questions.shape`) so far, by what was chosen."""
        return {}

    @cached_property
    def spoken(self) -> tuple[tuple[str, str], ...]:
        """Options and their parts that wordings name, as in ``{option.part}``."""
        return tuple(re.findall(r"\{(\w+)\.(\w+)\}", " ".join(self.wordings)))


class Question(BaseModel):
    """One filled template. Private: it holds query and answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    template: str
    """Id of the template."""
    text: str
    """The question."""
    sql: str
    """The query that answers it; empty where the data cannot."""
    slots: dict[str, JsonValue]
    """Place to fact, to words of the option, or to tag and value of the period."""
    tags: tuple[str, ...]
    """Time and operation tags of EHRSQL's taxonomy."""
    answer: JsonValue = None
    """The answer found when it was planned; None where there is none."""


def literal(value: object) -> str:
    """A fact as SQL."""
    if isinstance(value, int | float):
        return repr(value)
    return "'" + str(value).replace("'", "''") + "'"


def named(value: object) -> object:
    """A fact as a question names it: in quotes if its words could be taken for the question's own."""
    misread = isinstance(value, str) and re.search(r"[,;:?]|\b(and|or)\b", value)
    return f'"{value}"' if misread and not _TIME.match(str(value)) else value


def phrase(wording: str, facts: Mapping[str, object], words: Mapping[str, object]) -> str:
    """A wording with its places filled: facts as they are, words so that an empty one leaves no gap."""
    marks = {name: f"\0{place}\0" for place, name in enumerate(facts)}
    text = re.sub(r"\s+", " ", wording.format_map({**marks, **words})).strip()
    text = re.sub(r" ([?,.;:])", r"\1", text)
    for name, mark in marks.items():
        text = text.replace(mark, str(named(facts[name])))
    return text[:1].upper() + text[1:]
