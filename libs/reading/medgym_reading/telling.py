"""Whether a question tells its own answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from pydantic import JsonValue

_MIDNIGHT = " 00:00:00"


def told(answer: JsonValue, *texts: str) -> bool:
    """Whether every part of ``answer`` stands in ``texts``, as words or a number of their own.

    A time at midnight is told by its date. Yes, no and nothing are never told.
    """
    spoken = " ".join(texts).casefold()
    leaves = list(_leaves(answer))
    return bool(leaves) and all(any(_stands(form, spoken) for form in _forms(leaf)) for leaf in leaves)


def _leaves(answer: JsonValue) -> Iterator[JsonValue]:
    if isinstance(answer, list | dict):
        for part in answer.values() if isinstance(answer, dict) else answer:
            yield from _leaves(part)
    else:
        yield answer


def _forms(leaf: JsonValue) -> Iterator[str]:
    if isinstance(leaf, bool | None):
        return
    yield f"{leaf:.15g}" if isinstance(leaf, float) else " ".join(str(leaf).casefold().split())
    if isinstance(leaf, str) and leaf.endswith(_MIDNIGHT):
        date = leaf.removesuffix(_MIDNIGHT)
        when = datetime.fromisoformat(date)
        yield from (date, f"{when.day} {when:%B} {when.year}".casefold())


def _stands(form: str, spoken: str) -> bool:
    if not form or form not in spoken:  # mostly so, and patterns take time to compile
        return False
    return re.search(rf"(?<![\w.-]){re.escape(form)}(?![\w-]|\.\d)", spoken) is not None
