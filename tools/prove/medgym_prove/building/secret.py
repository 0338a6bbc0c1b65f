"""Texts that must not be found elsewhere, and finding them again, as they are, in base64 or hexadecimal.

A text is compared by its words, so that separators and layout do not hide it: whole lines, and every run of
:data:`RUN` words. Only what is rare counts: a line or run that occurs once in a file of secrets,
has at least three words with letters (a run) or a digit and 16 characters (a line), and is not shown to the
agent anyway.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator

RUN = 8
"""Words of a run."""
_WORD = re.compile(r"[A-Za-z0-9_.:-]*[A-Za-z0-9_]")
_ENCODED = re.compile(r"[A-Za-z0-9+/_-]{24,}={0,2}")
_TAIL = re.compile(r"[A-Za-z0-9+/_-]+={0,2}")
_BLOCK = 10_000
"""Lines that are decoded as one."""
_HEXADECIMAL = re.compile(r"(?:[0-9a-fA-F]{2}){24,}")
_LEAST = 16


def words(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return _WORD.findall(text.lower())


def runs(found: list[str]) -> Iterator[str]:
    """Every run of words that says something."""
    for start in range(len(found) - RUN + 1):
        run = found[start : start + RUN]
        if len(set(run)) > RUN // 2 and sum(word[0].isalpha() for word in run) >= 3:
            yield " ".join(run)


class Secrets:
    """Rare lines, runs and values."""

    def __init__(
        self, files: Iterable[Iterable[str]], public: Iterable[str] = (), values: Iterable[str] = ()
    ) -> None:
        """Takes what is rare.

        Args:
            files: lines that are secret, file by file.
            public: texts that everyone may know.
            values: single words that are secret however often they occur.
        """
        known_runs: set[str] = set()
        known_lines: set[str] = set()
        for text in public:
            known_runs.update(runs(found := words(text)))
            known_lines.add(" ".join(found))
        self._runs: set[str] = set()
        self._lines: set[str] = set()
        for file in files:
            counted_runs: Counter[str] = Counter()
            counted_lines: Counter[str] = Counter()
            for text in file:
                found = words(text)
                counted_runs.update(set(runs(found)))
                counted_lines[" ".join(found)] += 1
            self._runs |= {run for run, times in counted_runs.items() if times == 1} - known_runs
            rare = {line for line, times in counted_lines.items() if times == 1 and _is_rare(line)}
            self._lines |= rare - known_lines
        self._values = set(values)

    def __len__(self) -> int:
        """Number of secrets."""
        return len(self._runs) + len(self._lines) + len(self._values)

    def found(self, text: str) -> Iterator[str]:
        """The secrets that ``text`` (one line) holds, as they are or encoded."""
        yield from self._plain(text)
        for inner in _decoded(text):
            yield from (f"an encoding of {hit}" for hit in self._plain(inner))

    def _plain(self, text: str) -> Iterator[str]:
        spoken = words(text)
        line = " ".join(spoken)
        if line in self._lines:
            yield line
        yield from (word for word in spoken if word in self._values)
        yield from (run for run in runs(spoken) if run in self._runs)


def _is_rare(line: str) -> bool:
    return len(line) >= _LEAST and line.count(" ") >= 1 and any(sign.isdigit() for sign in line)


def blocks(found: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Lines by their numbers, from 1; those that are encoded altogether also as one line, by the first's."""
    block: list[str] = []
    number = 0
    for number, line in enumerate(found, start=1):
        yield number, line
        text = line.strip()
        if _ENCODED.fullmatch(text) and len(block) < _BLOCK:
            block.append(text)
        elif block:
            first, whole = number - len(block), "".join(block)
            ends = _TAIL.fullmatch(text) and (len(whole) + len(text)) % 4 == 0
            yield first, whole + text if ends else whole
            block = []
    if block:
        yield number + 1 - len(block), "".join(block)


def _decoded(text: str) -> Iterator[str]:
    for match in _HEXADECIMAL.finditer(text):
        yield from bytes.fromhex(match[0]).decode("utf-8", errors="replace").splitlines()
    for match in _ENCODED.finditer(text):
        body = match[0].rstrip("=").replace("-", "+").replace("_", "/")
        try:
            raw = base64.b64decode(body + "=" * (-len(body) % 4))
            raw = zlib.decompress(raw, wbits=47) if raw[:1] in (b"\x1f", b"\x78") else raw
        except (binascii.Error, ValueError, zlib.error):
            continue
        yield from raw.decode("utf-8", errors="replace").splitlines()
