"""The planner: draws facts, options and periods until a template has the questions asked for.

Whatever is drawn is drawn by key, so a plan is a pure function of the database, the template and the half of
the ledger. Periods are fitted to the fact, so that they cover it; each question takes the template's next
tags, so that rare ones are asked as often as the data allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice, zip_longest
from pathlib import Path
from typing import Protocol

from medgym_ehr.ledger import Half
from medgym_ehr.questions import within
from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.dialect import Dialect, connect
from medgym_ehr.questions.facts import Facts, Found, Value, Walk, facts, found, keyed, walk
from medgym_ehr.questions.period import NO_PERIOD, NONE, Period, fit
from medgym_ehr.questions.shard import Shard
from medgym_ehr.questions.suited import suited
from medgym_ehr.questions.template import Question, Template
from medgym_ehr.questions.visits import TAGS as VISITS
from medgym_ehr.questions.visits import NamedVisits

PATIENCE = (20, 100, 500)
"""So many candidates are tried for one question before its tags are given up: few at first, since other tags
may do, and more in each further round where questions are still wanted."""
Tags = tuple[str, str, str]
"""Tags of the first period, the second period and the closeness; empty where the template has none."""


class Growing(Protocol):
    """What candidates are offered to: it keeps those that are worth asking."""

    def fill(self, candidates: Iterable[Candidate]) -> bool:
        """Add the first candidate that may be kept; False if there is none."""
        ...

    def __len__(self) -> int:
        """How many are kept."""
        ...


class Planner:
    """Plans questions over one database."""

    def __init__(self, database: Path, dialect: Dialect) -> None:
        """Opens ``database`` read-only."""
        self.connection = connect(database)
        """For those who ask on the same database."""
        self.dialect = dialect
        """Its clock, ledger and visits."""
        self._visits = NamedVisits(self.connection, dialect)
        self._facts = lru_cache(maxsize=48)(self._facts_of)
        self._found = lru_cache(maxsize=2)(self._find)

    def plan(self, template: Template, half: Half, count: int, key: str = "") -> list[Question]:
        """At most ``count`` questions, fewer where the data has no more; another ``key`` draws others."""
        shard = Shard(self.connection, template, count)
        self.fill(shard, template, half, count, key)
        return shard.questions

    def fill(self, shard: Growing, template: Template, half: Half, count: int, key: str = "") -> None:
        """Offer candidates to ``shard`` until it holds ``count`` or there are no more."""
        rows = self._facts(template.facts, half)
        salts = {tags: keyed(f"{key}/{template.id}/{half}/{tags}") for tags in tag_cycle(template)}
        places = {tags: suited(rows, template, tags[:2], self._visits, self.dialect.now) for tags in salts}
        walks = {tags: walk(len(own), salts[tags]) for tags, own in places.items() if own}
        for patience in PATIENCE:
            waiting = sorted(walks, key=lambda tags: (_width(tags), salts[tags]))
            while waiting and len(shard) < count:
                tags = waiting.pop(0)
                steps = islice(walks[tags], max(patience, len(places[tags])))
                drawn = ((places[tags][step], pick) for step, pick in steps)
                candidates = self._candidates(template, half, rows, tags, drawn)
                if shard.fill(islice(candidates, patience)):
                    waiting = _after(tags, waiting)

    def candidates(self, template: Template, half: Half, key: str) -> Iterator[Candidate]:
        """Every candidate of a template once, one of each combination of tags in turn."""
        rows = self._facts(template.facts, half)
        streams = [self._stream(template, half, rows, tags, key) for tags in tag_cycle(template)]
        return (one for turn in zip_longest(*streams) for one in turn if one)

    def _stream(
        self, template: Template, half: Half, rows: Facts, tags: Tags, key: str
    ) -> Iterator[Candidate]:
        """The candidates with ``tags``, in a keyed order."""
        own = suited(rows, template, tags[:2], self._visits, self.dialect.now)
        steps = walk(len(own), keyed(f"{key}/{template.id}/{half}/{tags}")) if own else iter(())
        drawn = ((own[step], pick) for step, pick in islice(steps, len(own)))
        return self._candidates(template, half, rows, tags, drawn)

    def _facts_of(self, sql: str, half: Half) -> Facts:
        return facts(self._found(sql), self.dialect, half)

    def _find(self, sql: str) -> Found:
        return found(self.connection, sql)

    def _candidates(
        self, template: Template, half: Half, rows: Facts, tags: Tags, drawn: Walk
    ) -> Iterator[Candidate]:
        """Candidates with ``tags``, one for each fact that they suit."""
        first_at, second_at = (
            rows.columns.index(when.at) if when and when.at in rows.columns else None
            for when in (template.period, template.period2)
        )
        for place, pick in drawn:
            row = rows.rows[place]
            first = self._fit(tags[0], row, first_at, pick)
            second = self._fit(tags[1], row, second_at, pick >> 8)
            fact = template.three.around(rows, place, pick) if template.three else rows[place]
            if first is None or second is None or fact is None:
                continue
            close = within.draw(tags[2], pick >> 16) if tags[2] else None
            candidate = Candidate(
                template=template,
                dialect=self.dialect,
                fact=fact,
                options={
                    name: choices[(pick >> 4 * number + 20) % len(choices)]
                    for number, (name, choices) in enumerate(template.options.items())
                },
                period=first,
                period2=second,
                within=close,
            )
            if candidate.is_over() and candidate.owned_by(half):
                yield candidate

    def _fit(self, tag: str, row: tuple[Value, ...], at: int | None, pick: int) -> Period | None:
        """A period of ``tag`` that covers the fact's time; None if there is none."""
        if tag in ("", NO_PERIOD):
            return NONE
        if tag in VISITS:
            return Period(tag)
        return None if at is None or row[at] is None else fit(tag, str(row[at]), self.dialect.now, pick)


def _width(tags: Tags) -> int:
    """Place of a closeness in the order of asking: narrow ones fit seldom, so they are tried first."""
    return within.NARROW.index(tags[2]) if tags[2] in within.NARROW else len(within.NARROW)


def _after(asked: Tags, waiting: Iterable[Tags]) -> list[Tags]:
    """Who is asked next: first the other closenesses, at last these tags again."""
    return sorted((*waiting, asked), key=lambda tags: tags[2] == asked[2])


def tag_cycle(template: Template) -> list[Tags]:
    """Combinations of tags that hold every tag of the template, first and second periods mixed."""
    first = template.period.tags if template.period else ("",)
    second = template.period2.tags if template.period2 else ("",)
    close = template.within.tags if template.within else ("",)
    longest = max(len(first), len(second), len(close))
    return list(
        dict.fromkeys(
            (first[n % len(first)], second[(5 * n + 3) % len(second)], close[n % len(close)])
            for n in range(longest)
        )
    )
