"""Rewording: names, numbers and periods are masked, the words are restyled, the masks are said otherwise."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol, TypeVar

from pydantic import JsonValue

from medgym_core import told
from medgym_ehr.questions.facts import keyed
from medgym_ehr.questions.period import Period
from medgym_ehr.questions.phrase import words
from medgym_ehr.questions.template import Question
from medgym_ehr.rewording.style import MASKED, STYLES
from medgym_ehr.rewording.when import said_otherwise

NOTICE = (
    "The question is put as people put it: terms may be abbreviated or misspelt, drugs named by brand, dates "
    "written otherwise. The database and the answer keep the database's own terms."
)
"""What the prompt of a reworded task says."""
WAYS = 6
"""So many ways of one style are tried for one that does not tell the answer."""


class Asked(Protocol):
    """A question or a session, of a template."""

    @property
    def template(self) -> str:
        """Id of its template."""
        ...


Q = TypeVar("Q", bound=Asked)


def restyled(asked: Sequence[Q], put: Callable[[Q, str], Q]) -> list[Q]:
    """Every template's questions in every style, style by style.

    Args:
        asked: the questions of a split; a template with fewer than eight has some put in several styles.
        put: puts a question in a style.
    """
    grouped: defaultdict[str, list[Q]] = defaultdict(list)
    for one in asked:
        grouped[one.template].append(one)
    return [
        put(group[place % len(group)], style)
        for place, style in enumerate(STYLES)
        for group in grouped.values()
    ]


def reworded(questions: Sequence[Question], options: Mapping[str, Collection[str]]) -> list[Question]:
    """The questions of a split in every style; ``options`` gives each template's, as for :func:`reword`."""
    return restyled(questions, lambda asked, style: _put(asked, options[asked.template], style))


def _put(asked: Question, options: Collection[str], style: str) -> Question:
    """A question in a style, in the first of its ways that does not tell the answer; as it was if all do."""
    ways = partial(reword, asked.text, asked.slots, options, style)
    untold = (text for text in map(ways, range(WAYS)) if not told(asked.answer, text))
    return asked.model_copy(update={"text": next(untold, asked.text)})


def reword(
    text: str, slots: Mapping[str, JsonValue], options: Collection[str], style: str, way: int = 0
) -> str:
    """A question in a style.

    Args:
        text: the question.
        slots: what fills its template's places.
        options: places that hold words of the template, not names or numbers of the data.
        style: one of :data:`STYLES`.
        way: each writes dates and misspells words otherwise.
    """
    chosen, pick = STYLES[style], keyed(f"{style}/{text}") + way
    said: list[str] = []

    def mask(spoken: str) -> str:
        said.append(spoken)
        return f"\x01{len(said) - 1}\x02"

    for period in _periods(slots):
        phrase = next((phrase for variant in (0, 1) if (phrase := words(period, variant)) in text), None)
        if phrase:
            text = text.replace(phrase, mask(said_otherwise(period, pick)), 1)
    for name in _names(slots, options):
        pattern = re.compile(rf"(?<![\w\x01]){re.escape(name)}(?![\w\x02])", re.IGNORECASE)
        text = pattern.sub(lambda found: mask(chosen.name(found[0])), text)
    return MASKED.sub(lambda found: said[int(found[0][1:-1])], chosen.words(text, pick))


def _periods(slots: Mapping[str, JsonValue]) -> Iterator[Period]:
    for name in ("period", "period2"):
        if isinstance(slot := slots.get(name), dict):
            yield Period(str(slot["tag"]), str(slot["value"]))


def _names(slots: Mapping[str, JsonValue], options: Collection[str]) -> list[str]:
    """Names and numbers of the data, the longest first, since one may be part of another."""
    found = {
        str(value)
        for name, value in slots.items()
        if not isinstance(value, dict) and name.partition(".")[0] not in options
    }
    return sorted(found, key=lambda name: (-len(name), name))
