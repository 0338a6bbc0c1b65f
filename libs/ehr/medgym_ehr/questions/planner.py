"""The planner: draws facts, options and periods until a template has the questions asked for.

Whatever is drawn is drawn by key, so a plan is a pure function of the database, the template and the half of
the ledger. Periods are fitted to the fact, so that they cover it; each question takes the template's next
tags, so that rare ones are asked as often as the data allows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path

from medgym_ehr.ledger import Half
from medgym_ehr.questions import within
from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.clock import TEXT
from medgym_ehr.questions.dialect import Dialect, connect
from medgym_ehr.questions.facts import Fact, facts, keyed, shuffled
from medgym_ehr.questions.period import Period, fit
from medgym_ehr.questions.shard import Shard
from medgym_ehr.questions.template import NO_PERIOD, Question, Template, When

PATIENCE = 60
"""So many candidates are tried for one question before its tags are given up."""
Tags = tuple[str, str, str]
"""Tags of the first period, the second period and the closeness; empty where the template has none."""


class Planner:
    """Plans questions over one database."""

    def __init__(self, database: Path, dialect: Dialect) -> None:
        """Opens ``database`` read-only."""
        self._connection = connect(database)
        self._dialect = dialect
        self._facts = lru_cache(maxsize=4)(self._find_facts)

    def plan(self, template: Template, half: Half, count: int, key: str = "") -> list[Question]:
        """At most ``count`` questions, fewer where the data has no more; another ``key`` draws others."""
        salt = f"{key}/{template.id}/{half}"
        rows = shuffled(self._facts(template.facts, half), salt)
        shard = Shard(self._connection, template, count)
        waiting = tag_cycle(template)
        starts = defaultdict(int, {tags: keyed(f"{salt}{tags}") for tags in waiting})
        while rows and waiting and len(shard.questions) < count:
            tags = waiting.pop(0)
            candidates = self._candidates(template, half, rows, tags, starts, shard)
            if shard.fill(islice(candidates, PATIENCE)):
                waiting.append(tags)
        return shard.questions

    def _find_facts(self, sql: str, half: Half) -> list[Fact]:
        return facts(self._connection, sql, self._dialect, half)

    def _candidates(
        self,
        template: Template,
        half: Half,
        rows: list[Fact],
        tags: Tags,
        starts: defaultdict[Tags, int],
        shard: Shard,
    ) -> Iterator[Candidate]:
        """Candidates with ``tags``, one for each fact that they suit, from where the last search ended."""
        for _ in range(len(rows)):
            starts[tags] += 1
            fact = rows[starts[tags] % len(rows)]
            pick = keyed(f"{template.id}{tags}{starts[tags]}")
            try:
                first = self._period(template.period, tags[0], fact, pick)
                second = self._period(template.period2, tags[1], fact, pick >> 8)
            except LookupError:
                continue
            if shard.wants_no and template.swap:
                other = rows[pick % len(rows)]
                fact = fact | {name: other[name] for name in template.swap}
            options = {
                name: choices[(pick >> 4 * place) % len(choices)]
                for place, (name, choices) in enumerate(template.options.items())
            }
            close = within.draw(tags[2], pick >> 16) if tags[2] else None
            candidate = Candidate(template, self._dialect, fact, options, first, second, close)
            if candidate.owned_by(half):
                yield candidate

    def _period(self, when: When | None, tag: str, fact: Fact, pick: int) -> Period | None:
        """A period of ``tag`` that covers the fact; LookupError if there is none."""
        if when is None or tag == NO_PERIOD:
            return None
        found = fit(tag, datetime.strptime(str(fact[when.at]), TEXT), self._dialect.now, pick)
        if found is None:
            raise LookupError(tag)
        return found


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
