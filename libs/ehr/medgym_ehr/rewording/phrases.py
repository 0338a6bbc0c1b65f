"""Phrases that a voice says otherwise: what templates say, and what is said for it, as data.

``VOICE.toml`` holds a voice's phrases. A key is a regular expression between word bounds, in which ``_``
stands for what is masked (``~`` too, but it is no group), in quotes or not. They are replaced in order; none
changes what is compared, ordered or counted. The registers are those of the ward ("put on", "brought in",
"scripts"), of letters between clinicians (passive and nominal, abbreviations spelt out) and of patients and
relatives (everyday words for clinical ones).
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources

_MASKED = '"?\x01\\d+\x02"?'
_BEGINNING = re.compile(r"(?:^|(?<=[.?] ))[a-z]")


def rephrased(text: str, voice: str) -> str:
    """A masked text in the phrases of ``voice``: spoken, formal or plain."""
    text = text[:1].lower() + text[1:]
    for pattern, said in _phrases(voice):
        text = pattern.sub(said, text)
    return _BEGINNING.sub(lambda found: found[0].upper(), text)


@cache
def _phrases(voice: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Patterns of the phrases of a voice, each with what is said for it."""
    written = resources.files(__package__).joinpath(f"{voice}.toml").read_text(encoding="utf-8")
    return tuple((_pattern(phrase), said) for phrase, said in tomllib.loads(written).items())


def _pattern(phrase: str) -> re.Pattern[str]:
    masked = phrase.replace("_", f"({_MASKED})").replace("~", _MASKED)
    return re.compile(rf"(?<![\w/-])(?:{masked})(?![\w/-])", re.IGNORECASE)
