"""A shape: the SQL of a template whose options and kinds of periods are chosen, with facts and dates open.

Many candidates share one shape, so what is written and parsed of it is written and parsed once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from medgym_core import relaxations
from medgym_ehr.questions.dialect import Dialect
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.period import HOSPITAL, ICU, NO_PERIOD, condition
from medgym_ehr.questions.query import Parametric, parametric
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.within import Within

_MARK = re.compile(r"""SELECT "(\{\w+\})"|"(\{\w+\})"|'(\{\w+\})'""")
_PATIENT = "'{patient}'"
"""How a marked query names the patient."""
_OF_PATIENT = re.compile(rf"[\w.]+ = {re.escape(_PATIENT)}")
"""The condition by which rows are the patient's: those of the visits go with it."""
_OF_TIME = re.compile(r'"\{(?:period2?|within)\}"')
"""The condition of a period, or of a closeness in time."""
_MONTHLY = ("rel-month-since", "rel-month-until", "within-n_month")
"""Tags of arithmetic that reaches short months."""


def names_patient(condition: str) -> bool:
    """Whether a condition of a marked query says whose rows are asked for."""
    return _OF_PATIENT.fullmatch(condition) is not None or condition == _PATIENT


def names_time(condition: str) -> bool:
    """Whether a condition of a marked query says when what is asked for happened."""
    return _OF_TIME.fullmatch(condition) is not None


@dataclass(frozen=True)
class Reading:
    """The query as one careful reader takes the question."""

    query: Parametric
    overflow: bool
    """Whether ``N months ago`` runs over short months."""


@dataclass(frozen=True)
class Shape:
    """What a candidate asks but for its facts and the dates of its periods."""

    template: Template
    dialect: Dialect
    options: Mapping[str, Option]
    tags: tuple[str, str]
    """Of the first and the second period."""
    within: Within | None
    names: tuple[str, ...]
    """Columns of the facts."""
    found: tuple[str, ...]
    """Places of earlier queries."""

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """The reference query, and it under every other reading that a careful reader may take."""
        return tuple(self._readings())

    @cached_property
    def premises(self) -> tuple[Parametric, ...]:
        """What must find a row: visits that the question names, and the template's premise."""
        visits = [self._visits(tag, ":patient") for tag in self.tags]
        premise = self.template.premise.format_map(self._places())
        return tuple(parametric(sql) for sql in (*visits, premise) if sql)

    @cached_property
    def relaxed(self) -> tuple[tuple[str, Parametric], ...]:
        """Each condition that the question states, with its places, and the query without it."""
        return tuple((stated, parametric(sql)) for stated, sql in self._relaxed())

    def _relaxed(self) -> Iterator[tuple[str, str]]:
        """A period is parsed as one condition, whatever it is; those of its visits are left out in turn."""
        places, anyone = self._places(), self._places()
        for name, when, tag in self._periods():
            for stated, visits in self._relaxed_visits(tag).items():
                wider = f"{_among(when, tag)} IN ({visits})" if when else "TRUE"
                if _OF_PATIENT.fullmatch(stated):
                    anyone[name] = wider
                else:
                    yield stated, self.template.sql.format_map(places | {name: wider})
        restated = False
        for stated, sql in relaxations(self.template.sql.format_map(self._marks())).items():
            of_patient = _OF_PATIENT.fullmatch(stated) is not None
            restated |= of_patient
            yield stated, _unmarked(sql).format_map(anyone if of_patient else places)
        if anyone != places and not restated:
            yield _PATIENT, self.template.sql.format_map(anyone)

    def _relaxed_visits(self, tag: str) -> Mapping[str, str]:
        """The conditions of the visits that a period names, and the visits without each."""
        visits = self._visits(tag, _PATIENT)
        return {
            stated: sql.replace(_PATIENT, ":patient")
            for stated, sql in (relaxations(visits) if visits else {}).items()
        }

    def _readings(self) -> Iterator[Reading]:
        sql = self.template.sql
        yield Reading(parametric(sql.format_map(self._places())), overflow=True)
        if {*self.tags, self.within.tag if self.within else ""} & {*_MONTHLY}:
            yield Reading(parametric(sql.format_map(self._places(overflow=False))), overflow=False)
        if "{rank}" in sql:
            yield Reading(parametric(sql.format_map(self._places(rank="rank"))), overflow=True)

    def _places(self, overflow: bool = True, rank: str = "dense_rank") -> dict[str, object]:
        places: dict[str, object] = {name: f":{name}" for name in self.names}
        places |= {**self.options, "rank": rank}
        places |= {name: f"{{{name}}}" for name in self.found}
        for name, when, tag in self._periods():
            places[name] = self._condition(name, when, tag, overflow)
        if self.template.within and self.within:
            places["within"] = self.within.condition(self.template.within, overflow)
        return places

    def _marks(self) -> dict[str, object]:
        """Names in braces for what fills the places: texts for facts, columns for conditions and queries."""
        marks: dict[str, object] = {name: f"'{{{name}}}'" for name in self.names}
        marks |= {**self.options, "rank": "dense_rank", "within": '"{within}"'}
        marks |= {name: f'SELECT "{{{name}}}"' for name in self.found}
        for name, when, tag in self._periods():
            marks[name] = "TRUE" if not when or tag == NO_PERIOD else f'"{{{name}}}"'
        return marks

    def _periods(self) -> Iterator[tuple[str, When | None, str]]:
        yield "period", self.template.period, self.tags[0]
        yield "period2", self.template.period2, self.tags[1]

    def _visits(self, tag: str, patient: str) -> str:
        """The query for the visits or stays that a period names; empty for a calendar period."""
        return self.dialect.among(tag, patient) if tag in (*HOSPITAL, *ICU) else ""

    def _condition(self, name: str, when: When | None, tag: str, overflow: bool) -> str:
        if not when or tag == NO_PERIOD:
            return "TRUE"
        if visits := self._visits(tag, ":patient"):
            return f"{_among(when, tag)} IN ({visits})"
        return condition(tag, when.column, f":{name}", self.dialect.now, overflow)


def _among(when: When, tag: str) -> str:
    """What must be among the visits or stays of a period."""
    return when.visit if "-hosp-" in tag else when.stay


def _unmarked(sql: str) -> str:
    """Marks as places again."""
    return _MARK.sub(lambda mark: "".join(filter(None, mark.groups())), sql)
