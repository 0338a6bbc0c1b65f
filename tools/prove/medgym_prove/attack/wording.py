"""What of a question stays from task to task: its wording, without numbers, names, dates and values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import groupby

RARE = 0.005
"""Share of the questions, and at least three of them, below which a word is taken for a value."""
_QUOTED = re.compile(r"\"[^\"]*\"|`[^`]*`|(?<!\w)'[^']*'(?!\w)")
_WORD = re.compile(r"[^\W\d_]+(?:'s)?|[\w.:/-]*\d[\w.:/-]*|_+|[^\w\s]")
_VALUE = "_"


class Wording:
    """Masks questions, knowing from some of them which words are the template's and which are values."""

    def __init__(self, questions: Iterable[str]) -> None:
        """Counts the words of ``questions``."""
        self._counts = Counter[str]()
        total = 0
        for question in questions:
            self._counts.update(set(_words(question)))
            total += 1
        self._least = max(3, RARE * total)

    def masked(self, question: str) -> str:
        """The first paragraph of ``question``; a run of values, names and rare words is one ``_``."""
        kept = (word if self._counts[word] >= self._least else _VALUE for word in _words(question))
        return " ".join(word for run, words in groupby(kept) for word in ([run] if run == _VALUE else words))


def _words(question: str) -> list[str]:
    """The words of the first paragraph; numbers, dates, quotations and names within a sentence are ``_``."""
    first = _QUOTED.sub(f" {_VALUE} ", question.strip().split("\n\n")[0])
    words: list[str] = []
    for word in _WORD.findall(first):
        begins = not words or words[-1] in ".?!:"
        named = word[0].isupper() and not begins
        words.append(_VALUE if named or any(map(str.isdigit, word)) else word.casefold())
    return words
