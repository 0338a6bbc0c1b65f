"""How questions and answers are spread, and what the best constant answers would earn."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from pydantic import BaseModel, ConfigDict

from medgym_core import AnswerKind
from medgym_ehr.questions.answers import trivial
from medgym_ehr.questions.template import Question


class Category(BaseModel):
    """The questions of one category."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    questions: int
    """Number of questions."""
    trivial: int
    """Of these, how many have the answer 0, 1 or none."""


class Distribution(BaseModel):
    """The questions of one split."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    questions: int
    """Number of questions."""
    categories: dict[str, Category]
    """By category."""
    answers: dict[str, int]
    """Answer kind to number of questions."""
    tags: dict[str, int]
    """Time or operation tag to number of questions that carry it."""
    constant: float
    """Share of questions that the most frequent answer of each answer kind would pass."""

    def text(self, split: str) -> str:
        """The figures for a reader."""
        lines = [
            f"{split}: {self.questions} questions; the best constant of each answer kind passes "
            f"{self.constant:.1%}",
            "  answers: " + _listed(self.answers),
        ]
        for name, category in self.categories.items():
            lines.append(f"  {name}: {category.questions}, of which 0, 1 or none {category.trivial}")
        return "\n".join([*lines, "  tags: " + _listed(self.tags)])


def distribution(
    questions: Iterable[Question], categories: Mapping[str, str], kinds: Mapping[str, AnswerKind]
) -> Distribution:
    """How ``questions`` are spread.

    Args:
        questions: of one split.
        categories: template id to category.
        kinds: template id to answer kind.
    """
    asked = list(questions)
    grouped: defaultdict[str, list[Question]] = defaultdict(list)
    constants: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for question in asked:
        grouped[categories[question.template]].append(question)
        constants[kinds[question.template].model_dump_json()][json.dumps(question.answer)] += 1
    best = sum(answers.most_common(1)[0][1] for answers in constants.values())
    return Distribution(
        questions=len(asked),
        categories={name: _category(group) for name, group in sorted(grouped.items())},
        answers=dict(Counter(kinds[question.template].kind for question in asked)),
        tags=dict(sorted(Counter(tag for question in asked for tag in question.tags).items())),
        constant=best / len(asked) if asked else 0.0,
    )


def _category(questions: list[Question]) -> Category:
    return Category(questions=len(questions), trivial=sum(trivial(question.answer) for question in questions))


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
