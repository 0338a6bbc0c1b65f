"""The instructions of a Dockerfile, continuation lines joined."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Instruction(NamedTuple):
    """One instruction."""

    line: int
    """Where it begins, from 1."""
    word: str
    """In upper case, as in ``RUN``."""
    text: str
    """The rest, on one line."""


def instructions(path: Path) -> Iterator[Instruction]:
    """The instructions of the Dockerfile at ``path``, without its comments."""
    held, begun = "", 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        begun = begun or number
        held += line.strip().removesuffix("\\").rstrip() + " "
        if not line.rstrip().endswith("\\"):
            word, _, text = held.strip().partition(" ")
            yield Instruction(begun, word.upper(), re.sub(r"\s+", " ", text).strip())
            held, begun = "", 0
