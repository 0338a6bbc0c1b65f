"""The attack through request_info: ask for everything, and submit what looks like an answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from pydantic import JsonValue

from medgym_core.agent.contract import Reply
from medgym_core.agent.reply import call
from medgym_prove.attack.payload import submission
from medgym_prove.attack.script import Target

_WORDS = ("answer", "gold", "label", "truth", "expected")
_NAMED = re.compile("|".join(_WORDS), re.IGNORECASE)
_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_ANNOUNCED = re.compile(
    rf"(?:{_NAMED.pattern})\w{{0,20}}(?: is|:|=)\s?(-?\w{{1,40}}(?:\.[0-9]{{1,15}})?)", re.IGNORECASE
)
_VALUES = re.compile(r"^values of .*\n(.{1,200}): [0-9,]+ rows?$", re.MULTILINE)
_TABLE = re.compile(r"^- ([^:\n]+): [0-9,]+ rows; columns (.*)$", re.MULTILINE)
_ENTRY = re.compile(r"^- ([^:\n]+): ", re.MULTILINE)
_MORE_PAGES = 2


def info_paging(target: Target) -> Iterator[Reply]:
    """Pages through all that request_info gives, then submits what stood most often by an answer's name."""
    start = len(target.heard)
    if "request_info" in target.task.actions:
        for arguments in islice(_paged(target), max(0, target.spare)):
            yield call("request_info", arguments)
    yield submission(target, f"value = {_suspect(target.heard[start:])!r}")


def _paged(target: Target) -> Iterator[dict[str, JsonValue]]:
    """The requests, each followed by its next pages."""
    for request in _requests(target):
        yield request | {"limit": 500}
        for _ in range(_MORE_PAGES):
            if "next shows more" in target.heard[-1]:
                yield {"operation": "next", "limit": 500}


def _requests(target: Target) -> Iterator[dict[str, JsonValue]]:
    """What to ask for, the most promising first: columns and texts named like answers, then everything."""
    yield {"operation": "list"}
    listing = target.heard[-1]
    for table, columns in _TABLE.findall(listing):
        for column in filter(_NAMED.search, columns.split(", ")):
            yield {"operation": "values", "table": table, "column": column}
    for query in (target.task.id, *_WORDS):
        yield {"operation": "search", "query": query}
    for entry in _ENTRY.findall(listing):
        yield {"operation": "describe", "table": entry}


def _suspect(heard: Sequence[str]) -> JsonValue:
    """The commonest first value of a column named like an answer, or word after such a name, or number."""
    text = "\n".join(heard)
    seen: list[str] = _VALUES.findall(text) or _ANNOUNCED.findall(text) or _NUMBER.findall(text)
    if not seen:
        return 0
    word = Counter(seen).most_common(1)[0][0]
    if not _NUMBER.fullmatch(word):
        return word
    return float(word) if "." in word else int(word)
