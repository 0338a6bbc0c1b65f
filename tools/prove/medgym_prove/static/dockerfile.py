"""The instructions of a Dockerfile, continuation lines and here-documents joined."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_HERE = re.compile(r"<<-?([\"']?)(\w+)\1")


class Instruction(NamedTuple):
    """One instruction."""

    line: int
    """Where it begins, from 1."""
    word: str
    """In upper case, as in ``RUN``."""
    text: str
    """The rest, on one line; words of the exec form are joined by blanks."""


def instructions(path: Path) -> Iterator[Instruction]:
    """The instructions of the Dockerfile at ``path``, without its comments."""
    held, begun = "", 0
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    for number, line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        begun = begun or number
        held += line.strip().removesuffix("\\").rstrip() + " "
        if not line.rstrip().endswith("\\"):
            for _, end in _HERE.findall(held):
                held += " ; ".join(_document(lines, end)) + " "
            word, _, text = held.strip().partition(" ")
            yield Instruction(begun, word.upper(), _flat(text))
            held, begun = "", 0


def _document(lines: Iterator[tuple[int, str]], end: str) -> Iterator[str]:
    """The lines of a here-document."""
    for _, line in lines:
        if line.strip() == end:
            return
        yield line


def _flat(text: str) -> str:
    try:
        words = json.loads(text) if text.lstrip().startswith("[") else None
    except ValueError:  # the shell's own bracket
        words = None
    text = " ".join(map(str, words)) if isinstance(words, list) else text
    return re.sub(r"\s+", " ", text).strip()
