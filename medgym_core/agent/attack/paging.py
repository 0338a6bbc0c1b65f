"""The attack through request_info: ask for everything, and submit what looks like an answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice, product
from typing import Any

from pydantic import JsonValue

from medgym_core.agent.attack.payload import submission
from medgym_core.agent.attack.script import Target, call
from medgym_core.agent.contract import Reply

_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_ANNOUNCED = re.compile(
    r"(?:answer|gold|label|truth|expected)[^\w-]{1,5}(-?\w{1,40}(?:\.[0-9]{1,15})?)", re.IGNORECASE
)


def info_paging(target: Target) -> Iterator[Reply]:
    """Pages through all that request_info gives, then submits what stood most often by an answer's name."""
    start = len(target.heard)
    for arguments in islice(_requests(target), max(0, target.spare)):
        yield call("request_info", arguments)
    yield submission(target, f"value = {_suspect(target.heard[start:])!r}")


def _requests(target: Target) -> Iterator[dict[str, JsonValue]]:
    """Every way to ask that the tool's schema allows: all first pages, then all second ones, and so on."""
    fields = _fields(target.brief.tools, "request_info")
    names = [source.name for source in target.task.info]
    ways = {name: _values(name, schema, names) for name, schema in fields.items()}
    for page in count(1) if fields else ():
        for values in product(*ways.values()):
            asked: dict[str, JsonValue] = {
                name: value for name, value in zip(ways, values, strict=True) if value is not None
            }
            asked.update((name, page) for name, schema in fields.items() if schema.get("type") == "integer")
            yield asked


def _fields(tools: Sequence[Mapping[str, Any]], name: str) -> Mapping[str, Mapping[str, Any]]:
    functions = [tool.get("function", {}) for tool in tools]
    found = [function.get("parameters", {}) for function in functions if function.get("name") == name]
    return found[0].get("properties", {}) if found else {}


def _values(name: str, schema: Mapping[str, Any], sources: Sequence[str]) -> Sequence[JsonValue]:
    """Values to try for an argument; None leaves it out."""
    if "enum" in schema:
        return list(schema["enum"])
    if schema.get("type") != "string":
        return [None]
    if re.search("source|table|document|name", name):
        return [*sources, None]
    return ["answer", None]


def _suspect(heard: Sequence[str]) -> JsonValue:
    """The value seen most often after a word that announces an answer, else the number seen most often."""
    text = "\n".join(heard)
    seen: list[str] = _ANNOUNCED.findall(text) or _NUMBER.findall(text)
    if not seen:
        return 0
    word = Counter(seen).most_common(1)[0][0]
    if not _NUMBER.fullmatch(word):
        return word
    return float(word) if "." in word else int(word)
