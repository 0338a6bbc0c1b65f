"""What a build came to: how sessions and answers are spread, and what the best constants would earn."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from pydantic import BaseModel, ConfigDict

from medgym_ehr.questions.answers import trivial
from medgym_plugin_ehr_seqsql.session import Session, SessionTemplate


class Distribution(BaseModel):
    """The sessions of one split."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sessions: int
    """Number of sessions."""
    turns: dict[int, int]
    """Number of turns to sessions that have so many."""
    categories: dict[str, int]
    """Category to sessions."""
    templates: dict[str, int]
    """Template to sessions."""
    answers: dict[str, int]
    """Answer kind to turns."""
    tags: dict[str, int]
    """Time or operation tag to sessions that carry it."""
    trivial: int
    """Turns with the answer 0, 1 or none."""
    yes: int
    """Turns with the answer yes."""
    no: int
    """Turns with the answer no."""
    constant_turn: float
    """Share of turns that the most frequent answer of each answer kind would pass, if it is given twice."""
    constant: float
    """Share of sessions that the most frequent answers to each row of answer kinds would pass, if any two
    sessions have them: answers that one session alone has can be had from that session only."""

    def text(self, split: str) -> str:
        """The figures for a reader."""
        return "\n".join(
            (
                f"{split}: {self.sessions} sessions ({_listed(self.turns)} by turns); the best constants of "
                f"each answer kind pass {self.constant:.2%} of the sessions, "
                f"{self.constant_turn:.1%} of the turns",
                f"  categories: {_listed(self.categories)}",
                f"  templates: {len(self.templates)}",
                f"  answers: {_listed(self.answers)}; "
                f"0, 1 or none {self.trivial}, yes {self.yes}, no {self.no}",
                f"  tags: {_listed(self.tags)}",
            )
        )


class Report(BaseModel):
    """Rows of the database, and how the sessions of each split are spread."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rows: dict[str, int]
    """Table to number of rows."""
    splits: dict[str, Distribution]
    """Split to its sessions."""
    remarks: list[str] = []
    """What the raw data lacks."""

    def text(self) -> str:
        """The report for a reader."""
        rows = ", ".join(f"{table} {count}" for table, count in self.rows.items())
        spreads = [spread.text(name) for name, spread in self.splits.items()]
        return "\n".join([f"rows: {rows}", *self.remarks, *spreads])


def distribution(sessions: Iterable[Session], templates: Mapping[str, SessionTemplate]) -> Distribution:
    """How ``sessions``, of one split, are spread."""
    asked = list(sessions)
    kinds = {
        id: [step.answer.model_dump_json() for step in template.steps] for id, template in templates.items()
    }
    single: defaultdict[str, Counter[str]] = defaultdict(Counter)
    together: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for session in asked:
        answers = [json.dumps(turn.answer) for turn in session.turns]
        together["".join(kinds[session.template])]["".join(answers)] += 1
        for kind, answer in zip(kinds[session.template], answers, strict=True):
            single[kind][answer] += 1
    given = [turn.answer for session in asked for turn in session.turns]
    return Distribution(
        sessions=len(asked),
        turns=dict(sorted(Counter(len(session.turns) for session in asked).items())),
        categories=dict(Counter(templates[session.template].category for session in asked)),
        templates=dict(sorted(Counter(session.template for session in asked).items())),
        answers=dict(
            Counter(step.answer.kind for session in asked for step in templates[session.template].steps)
        ),
        tags=dict(sorted(Counter(tag for session in asked for tag in session.tags).items())),
        trivial=sum(not isinstance(answer, bool) and trivial(answer) for answer in given),
        yes=sum(answer is True for answer in given),
        no=sum(answer is False for answer in given),
        constant_turn=_best(single.values()) / max(1, len(given)),
        constant=_best(together.values()) / max(1, len(asked)),
    )


def _best(counters: Iterable[Counter[str]]) -> int:
    return sum(count for counter in counters for _, count in counter.most_common(1) if count > 1)


def _listed(counts: Mapping[str, int] | Mapping[int, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
