"""What sessions share that ask the same of another time or entity, then compare both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from medgym_core import AnswerKind, Boolean, Number, SetOf, Text
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.template import When
from medgym_plugin_ehr_seqsql.session import SessionTemplate, Step

CATEGORY = "comparison"
NAMES = SetOf(items=Text())
"""A list of names."""
ABOUT = 0.001
"""Distance at which two numbers are equal."""

_LARGER = "max(({turn1}), ({turn2}))"
_SMALLER = "min(({turn1}), ({turn2}))"


def difference(kind: AnswerKind) -> Step:
    """By how much two numbers differ."""
    return Step(
        (
            "By how much do your first two answers differ?",
            "Of your first two answers, what is the larger less the smaller?",
            "How much larger is the larger of the first two answers than the smaller?",
        ),
        f"SELECT {_LARGER} - {_SMALLER}",
        kind,
    )


RATIO = Step(
    (
        "How many times the smaller of your first two answers is the larger one?",
        "What is the larger of the first two answers divided by the smaller?",
    ),
    f"SELECT 1.0 * {_LARGER} / {_SMALLER}",
    Number(abs_tol=ABOUT),
)
CHANGE = Step(
    (
        "By how many percent of your first answer is the second one larger? Negative if it is smaller.",
        "From your first answer to the second, what is the change in percent of the first?",
    ),
    "SELECT 100.0 * (({turn2}) - ({turn1})) / ({turn1})",
    Number(unit="percent", abs_tol=ABOUT),
)
MORE = Step(
    (
        "Is your second answer larger than the first?",
        "Of your first two answers, is the second one the larger?",
    ),
    "SELECT ({turn2}) > ({turn1})",
    Boolean(),
)


def both(*wordings: str) -> Step:
    """What both lists hold."""
    return Step(wordings, "SELECT * FROM ({turn1}) INTERSECT SELECT * FROM ({turn2})", NAMES)


def only(second: str, first: str, *wordings: str) -> Step:
    """What the list of turn ``second`` holds and that of turn ``first`` does not."""
    return Step(wordings, f"SELECT * FROM ({{{second}}}) EXCEPT SELECT * FROM ({{{first}}})", NAMES)


@dataclass(frozen=True)
class Asked:
    """The same question twice: in full, and again with what is another."""

    sql: str
    """The query, with ``{other}`` where the second one differs."""
    first: str
    """What stands there in the first query."""
    second: str
    """What stands there in the second."""
    answer: AnswerKind
    """What is submitted."""
    wordings: tuple[str, ...]
    """The first question."""
    again: tuple[str, ...]
    """The second one, which says no more than what is another."""

    def steps(self) -> tuple[Step, Step]:
        """Both turns."""
        return (
            Step(self.wordings, self.sql.replace("{other}", self.first), self.answer),
            Step(self.again, self.sql.replace("{other}", self.second), self.answer),
        )


def comparison(
    id: str,
    source: str,
    asked: Asked,
    *compared: Step,
    period: When | None = None,
    period2: When | None = None,
    options: Mapping[str, tuple[Option, ...]] | None = None,
) -> SessionTemplate:
    """A session that asks twice, then compares."""
    return SessionTemplate(
        id=id,
        category=CATEGORY,
        facts=source,
        steps=(*asked.steps(), *compared),
        options=options or {},
        period=period,
        period2=period2,
    )
