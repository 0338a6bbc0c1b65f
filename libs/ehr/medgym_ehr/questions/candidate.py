"""One way to fill a template: facts, options, periods; and its text, query and readings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from pydantic import JsonValue

from medgym_core import relaxations
from medgym_ehr.ledger import Half
from medgym_ehr.questions.dialect import Dialect
from medgym_ehr.questions.facts import Fact, kind
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.period import HOSPITAL, ICU, NONE, Period, condition
from medgym_ehr.questions.phrase import words as spoken
from medgym_ehr.questions.template import Question, Template, When, literal, phrase
from medgym_ehr.questions.within import Within

_MARK = re.compile(r"""SELECT "(\{\w+\})"|"(\{\w+\})"|'(\{\w+\})'""")


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
            sql=self.sql(),
            slots=self.slots(),
            tags=tuple(self._tags()),
            answer=answer,
        )

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
        """Whether ``half`` may ask it; a question that names nothing of the ledger is in it itself."""
        slots = self.slots()
        if any(kind(name) in self.dialect.partitioned for name in slots):
            return True  # its facts were drawn from the half
        return self.dialect.owns(half, "question", f"{self.template.id}{json.dumps(slots, sort_keys=True)}")

    def sql(self, overflow: bool = True, rank: str = "dense_rank") -> str:
        """The query under one reading of short months and of ties."""
        return self.template.sql.format_map(self._places(overflow, rank))

    def relaxed(self) -> Iterator[tuple[str, str]]:
        """Each condition that the question states, with its places, and the query without it."""
        places = self._places()
        for stated, sql in _relaxed(self.template.sql.format_map(self._marks())):
            yield stated, sql.format_map(places)

    def _places(self, overflow: bool = True, rank: str = "dense_rank") -> dict[str, object]:
        template = self.template
        places: dict[str, object] = {name: literal(value) for name, value in self.fact.items()}
        places |= {**self.options, **self.found, "rank": rank}
        places["period"] = self._condition(template.period, self.period, overflow)
        places["period2"] = self._condition(template.period2, self.period2, overflow)
        if template.within and self.within:
            places["within"] = self.within.condition(template.within, overflow)
        return places

    def _marks(self) -> dict[str, object]:
        """Names in braces for what fills the places: texts for facts, columns for conditions and queries."""
        marks: dict[str, object] = {name: f"'{{{name}}}'" for name in self.fact}
        marks |= {**self.options, "rank": "dense_rank", "within": '"{within}"'}
        marks |= {name: f'SELECT "{{{name}}}"' for name in self.found}
        for name, when, period in self._periods():
            visits = self._visits(period, patient="'{patient}'")
            calendar = "TRUE" if not when or period == NONE else f'"{{{name}}}"'
            marks[name] = f"{_among(when, period)} IN ({visits})" if when and visits else calendar
        return marks

    def other_readings(self) -> Iterator[str]:
        """The query under every other reading of the question that a careful reader may take."""
        monthly = {self.period.tag, self.period2.tag} & {"rel-month-since", "rel-month-until"}
        if monthly or (self.within and self.within.tag == "within-n_month"):
            yield self.sql(overflow=False)
        if "{rank}" in self.template.sql:
            yield self.sql(rank="rank")

    def is_over(self) -> bool:
        """Whether a window of days or months is over by now, whenever in the period it began."""
        now = self.dialect.now
        return not self.within or self.within.ends(self.period.latest(now)) <= now

    def premises(self) -> Iterator[str]:
        """Queries that must find a row: visits that the question names, and the template's premise."""
        for period in (self.period, self.period2):
            if visits := self._visits(period):
                yield visits
        if self.template.premise:
            yield self.template.premise.format_map(self._places())

    def _periods(self) -> Iterator[tuple[str, When | None, Period]]:
        yield "period", self.template.period, self.period
        yield "period2", self.template.period2, self.period2

    def _visits(self, period: Period, patient: str = "") -> str:
        """The query for the visits or stays that a period names; empty for a calendar period."""
        if period.tag not in (*HOSPITAL, *ICU):
            return ""
        _, unit, which = period.tag.split("-")
        chosen = self.dialect.visits if unit == "hosp" else self.dialect.stays
        return chosen[which].format(patient=patient or literal(self.fact["patient"]))

    def _condition(self, when: When | None, period: Period, overflow: bool) -> str:
        if not when or period == NONE:
            return "TRUE"
        if visits := self._visits(period):
            return f"{_among(when, period)} IN ({visits})"
        return condition(period, when.column, self.dialect.now, overflow)

    def _tags(self) -> Iterator[str]:
        yield from (period.tag for period in (self.period, self.period2) if period != NONE)
        if self.within:
            yield self.within.tag
        yield from (option.tag for option in self.options.values() if option.tag)


def _among(when: When, period: Period) -> str:
    """What must be among the visits or stays of a period."""
    return when.visit if "-hosp-" in period.tag else when.stay


@lru_cache(maxsize=2048)
def _relaxed(marked: str) -> tuple[tuple[str, str], ...]:
    """Each condition of a query with marks, and the query without it, marks being places again."""
    return tuple(
        (condition, _MARK.sub(lambda mark: "".join(filter(None, mark.groups())), sql))
        for condition, sql in relaxations(marked).items()
    )
