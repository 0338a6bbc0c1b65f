"""A source of titled texts."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

from medgym_core.action.info.catalogue import Item, UnanswerableError
from medgym_core.action.info.index import public_file
from medgym_core.action.info.listing import Listing
from medgym_core.action.info.matches import Match
from medgym_core.action.layout import one_line
from medgym_core.errors import DataError
from medgym_core.source import Build
from medgym_core.task import InfoSource

_AROUND = 80


class Documents:
    """A JSON object of title to text; each title is an entry without columns."""

    def __init__(self, build: Build, source: InfoSource) -> None:
        """The documents of ``source``, read once while they stay among the latest used."""
        self.source = source
        self._texts = _load(public_file(build, source), build.digest)

    def entries(self) -> list[Item]:
        """Every title with the length of its text."""
        return [Item(title, f"document, {len(text):,} characters") for title, text in self._texts.items()]

    def columns(self, entry: str) -> list[str]:
        """None: a document has no columns."""
        return []

    def describe(self, entry: str) -> Listing:
        """The whole text of the document ``entry``."""
        return Listing.of_text(f"document {entry}", self._texts[entry])

    def values(self, entry: str, column: str) -> Listing:
        """Always refused: a document has no columns."""
        raise UnanswerableError(f"{entry!r} is a document and has no columns; 'describe' shows its text.")

    def search(self, query: str, entry: str | None, column: str | None) -> list[Match]:
        """Titles, and the lines that hold the query or, failing that, all of its words."""
        chosen = self._texts if entry is None else {entry: self._texts[entry]}
        found = [Match(title, f"document {title!r}") for title in chosen]
        words = [word.casefold() for word in re.findall(r"\w+", query)]
        for title, text in chosen.items():
            for line in text.splitlines():
                folded = line.casefold()
                if words and all(word in folded for word in words):
                    found.append(Match(query, f"in document {title!r}: {_around(line, words[0])}"))
        return found


def _around(line: str, word: str) -> str:
    at = max(line.casefold().find(word) - _AROUND, 0)
    return one_line(("..." if at else "") + line[at : at + 3 * _AROUND])


@lru_cache(maxsize=64)
def _load(path: Path, digest: str) -> dict[str, str]:
    """Texts by title, in title order; ``digest`` keeps builds apart that follow each other at one path."""
    try:
        texts = json.loads(path.read_bytes())
    except ValueError as error:
        raise DataError(f"{path} is not JSON: {error}; build the data again") from error
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise DataError(f"{path} is not an object of title to text; build the data again")
    return dict(sorted(texts.items()))
