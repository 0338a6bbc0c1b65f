"""JSON as language models write it, read without guessing.

Accepted beyond JSON: raw newlines in strings, single quotes, Python's ``True``, ``False`` and ``None``,
trailing commas, escapes that JSON does not know (kept as written), and triple-quoted strings, whose content
is taken raw.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left

from pydantic import JsonValue

_MAX_DEPTH = 32
_MAX_DIGITS = 300
_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[A-Za-z]+")
_NUMBER = re.compile(r"-?[0-9]++(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+")
_BODY = {
    '"': re.compile(r'"((?:[^"\\]++|\\.)*+)"', re.DOTALL),
    "'": re.compile(r"'((?:[^'\\]++|\\.)*+)'", re.DOTALL),
}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "'": "'", "/": "/", "\\": "\\"}
_LITERALS: dict[str, JsonValue] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "None": None,
}


class MalformedError(ValueError):
    """The text is not even relaxed JSON; ``args[0]`` says what was expected, ``position`` where."""

    def __init__(self, expected: str, position: int) -> None:
        """What was expected, and the 0-based offset where something else stood."""
        super().__init__(expected)
        self.position = position


class Reader:
    """Reads values out of one text, from any offset; every read is linear in the text it covers."""

    objects: list[tuple[int, dict[str, JsonValue], int]]
    """The objects that the latest read completed, even if it failed: start, value, end; inner before outer.

    An object still open where a read failed would fail there too, so a caller that looks through these
    and goes on from the failure misses nothing and reads no character twice.
    """

    def __init__(self, text: str) -> None:
        """Reads values out of ``text``, from whichever offset is asked for."""
        self.objects = []
        self._text = text
        self._closers: dict[str, list[int]] = {}

    def read(self, at: int) -> tuple[JsonValue, int]:
        """The value that starts at ``at`` (after white space) and the offset after it.

        Raises:
            MalformedError: if there is none.
        """
        self.objects = []
        return self._value(self._skip(at), 0)

    def _skip(self, at: int) -> int:
        match = _SPACE.match(self._text, at)
        return match.end() if match else at

    def _value(self, at: int, depth: int) -> tuple[JsonValue, int]:
        if depth > _MAX_DEPTH:
            raise MalformedError("less nesting", at)
        first = self._text[at : at + 1]
        if first == "{":
            return self._object(at, depth)
        if first == "[":
            return self._array(at, depth)
        if first in _BODY:
            return self._string(at)
        if word := _WORD.match(self._text, at):
            if word[0] in _LITERALS:
                return _LITERALS[word[0]], word.end()
        elif number := _NUMBER.match(self._text, at):
            return _number(number), number.end()
        raise MalformedError("a value", at)

    def _object(self, at: int, depth: int) -> tuple[JsonValue, int]:
        members: dict[str, JsonValue] = {}
        start, at = at, self._skip(at + 1)
        while self._text[at : at + 1] != "}":
            if self._text[at : at + 1] not in _BODY:
                raise MalformedError("a quoted key or '}'", at)
            key, end = self._string(at)
            colon = self._skip(end)
            if self._text[colon : colon + 1] != ":":
                raise MalformedError("a key with ':' after it", at)
            members[key], at = self._value(self._skip(colon + 1), depth + 1)
            at = self._comma(at, "}")
        self.objects.append((start, members, at + 1))
        return members, at + 1

    def _array(self, at: int, depth: int) -> tuple[JsonValue, int]:
        items: list[JsonValue] = []
        at = self._skip(at + 1)
        while self._text[at : at + 1] != "]":
            item, at = self._value(at, depth + 1)
            items.append(item)
            at = self._comma(at, "]")
        return items, at + 1

    def _comma(self, at: int, closer: str) -> int:
        at = self._skip(at)
        if self._text[at : at + 1] == ",":
            return self._skip(at + 1)
        if self._text[at : at + 1] != closer:
            raise MalformedError(f"',' or {closer!r}", at)
        return at

    def _string(self, at: int) -> tuple[str, int]:
        quote = self._text[at]
        if self._text.startswith(quote * 3, at):
            return self._triple(at, quote * 3)
        match = _BODY[quote].match(self._text, at)
        if match is None:
            raise MalformedError("a closing quote for the string that starts here", at)
        return without_surrogates(_ESCAPE.sub(_plain, match[1])), match.end()

    def _triple(self, at: int, quote: str) -> tuple[str, int]:
        """Content up to the first closer that a JSON delimiter follows, so that docstrings survive."""
        if quote not in self._closers:
            follows = re.compile(quote + r"(?=\s*+[,:}\]])")
            self._closers[quote] = [match.start() for match in follows.finditer(self._text)]
        closers = self._closers[quote]
        index = bisect_left(closers, at + 3)
        if index == len(closers):
            raise MalformedError(f"a closing {quote} for the string that starts here", at)
        content = self._text[at + 3 : closers[index]]
        return content.removeprefix("\n"), closers[index] + 3


def without_surrogates(text: str) -> str:
    """Halves of characters are paired, or become replacement marks if alone: UTF-8 cannot hold them."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _plain(escape: re.Match[str]) -> str:
    code = escape[1]
    if len(code) > 1:
        return chr(int(code[1:], 16))
    return _ESCAPED.get(code, escape[0])


def _number(match: re.Match[str]) -> int | float:
    text = match[0]
    if len(text) > _MAX_DIGITS:
        raise MalformedError(f"a number of at most {_MAX_DIGITS} digits", match.start())
    if text.lstrip("-").isdigit():
        return int(text)
    value = float(text)
    if not math.isfinite(value):
        raise MalformedError("a finite number", match.start())
    return value
