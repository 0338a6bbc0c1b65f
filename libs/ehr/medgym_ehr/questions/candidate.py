"""One way to fill a template: facts, options, periods; and its text, query and readings."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pydantic import JsonValue

from medgym_ehr.ledger import Half
from medgym_ehr.questions.dialect import Dialect
from medgym_ehr.questions.facts import Fact, Value, kind
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.period import NONE, Period
from medgym_ehr.questions.phrase import words as spoken
from medgym_ehr.questions.query import Parametric, Query
from medgym_ehr.questions.shape import Shape
from medgym_ehr.questions.template import Question, Template, phrase
from medgym_ehr.questions.top import TIED
from medgym_ehr.questions.within import Within


@dataclass(frozen=True)
class Candidate:
    """A filled template that may become a question."""

    template: Template
    dialect: Dialect
    fact: Fact
    options: dict[str, Option]
    period: Period = NONE
    period2: Period = NONE
    within: Within | None = None
    found: Mapping[str, str] = field(default_factory=dict)
    """Place to a whole query, such as that of an earlier question."""

    def question(self, answer: JsonValue, variant: int) -> Question:
        """The question with its answer; ``variant`` chooses wording and phrase."""
        wordings = self.template.wordings
        wording = wordings[variant % len(wordings)]
        words: dict[str, object] = {
            **self.options,
            "period": spoken(self.period, variant // len(wordings)),
            "period2": spoken(self.period2, variant // len(wordings)),
            "within": self.within.words() if self.within else "",
        }
        return Question(
            template=self.template.id,
            text=phrase(wording, self.fact, words),
            sql=str(self.query()),
            slots=self.slots,
            tags=tuple(self._tags()),
            answer=answer,
        )

    @cached_property
    def slots(self) -> dict[str, JsonValue]:
        """What fills each place that the template uses."""
        filled: dict[str, JsonValue] = {
            name: value for name, value in self.fact.items() if name in self.template.places
        }
        filled |= {name: option.words for name, option in self.options.items()}
        for name, part in self.template.spoken:
            filled[f"{name}.{part}"] = getattr(self.options[name], part)
        for name, period in (("period", self.period), ("period2", self.period2)):
            if period != NONE:
                filled[name] = {"tag": period.tag, "value": period.value}
        if self.within:
            filled["within"] = {"tag": self.within.tag, "count": self.within.count}
        return filled

    def owned_by(self, half: Half) -> bool:
        """Whether ``half`` may ask it; a question that names nothing of the ledger is in it itself.

        It is the same question whether it says 2104 or last year.
        """
        if any(kind(name) in self.dialect.partitioned for name in self.slots):
            return True  # its facts were drawn from the half
        now, same = self.dialect.now, dict(self.slots)
        for name, period in (("period", self.period), ("period2", self.period2)):
            if unit := period.named(now):
                same[name] = unit
        return self.dialect.owns(half, "question", f"{self.template.id}{_text(same)}")

    @cached_property
    def key(self) -> str:
        """The slots as text, which no other question of the template has."""
        return _text(self.slots)

    @property
    def most(self) -> int:
        """The query may find so many rows: of a top list as many as are asked for, and :data:`TIED`."""
        if "top" in self.template.places:
            return int(self.options["top"].sql) + TIED
        return self.template.most

    def query(self) -> Query:
        """The reference query."""
        return self.bind(self._shape.readings[0].query)

    def other_readings(self) -> Iterator[Query]:
        """The query under every other reading of the question that a careful reader may take."""
        for reading in self._shape.readings[1:]:
            yield reading.query.bind(self._values(reading.overflow), self.found)

    @property
    def relaxed(self) -> Sequence[tuple[str, Parametric]]:
        """Each condition that the question states, with its places, and the query without it, unbound."""
        return self._shape.relaxed

    def premises(self) -> Iterator[Query]:
        """Queries that must find a row: visits that the question names, and the template's premise."""
        return map(self.bind, self._shape.premises)

    def holds(self, connection: sqlite3.Connection) -> bool:
        """Whether every premise is true of the data."""
        return all(premise.run(connection).fetchone() for premise in self.premises())

    def bind(self, query: Parametric) -> Query:
        """A query about its facts and periods."""
        return query.bind(self._bound, self.found)

    def is_over(self) -> bool:
        """Whether a window of days or months is over by now, whenever in the period it began."""
        now = self.dialect.now
        return not self.within or not self.within.count or self.within.ends(self.period.latest(now)) <= now

    @cached_property
    def _shape(self) -> Shape:
        tags = (self.period.tag, self.period2.tag)
        options = tuple(self.options.values())
        key = (self.dialect, tags, self.within, options, *self.fact, *self.found)
        shape: Shape = self.template.shapes.get(key) or self.template.shapes.setdefault(
            key,
            Shape(
                self.template,
                self.dialect,
                self.options,
                tags,
                self.within,
                tuple(self.fact),
                tuple(self.found),
            ),
        )
        return shape

    @cached_property
    def _bound(self) -> dict[str, Value | None]:
        return self._values()

    def _values(self, overflow: bool = True) -> dict[str, Value | None]:
        """Parameter to value."""
        now = self.dialect.now
        periods = {"period": self.period, "period2": self.period2}
        return {**self.fact, **{name: period.bound(now, overflow) for name, period in periods.items()}}

    def _tags(self) -> Iterator[str]:
        yield from (period.tag for period in (self.period, self.period2) if period != NONE)
        if self.within:
            yield self.within.tag
        yield from (option.tag for option in self.options.values() if option.tag)


def _text(slots: Mapping[str, JsonValue]) -> str:
    return json.dumps(slots, sort_keys=True)
