"""Identifiers and dates hashed where texts of labelled data are shown; an episode can still be followed.

What looks like one becomes ``id:`` or ``date:`` and six letters: equal ones equal letters within a run, and
others in every other run. It lowers what leaks over a shoulder or into a log. It is no de-identification:
names, free text and numbers below 1000 stay.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

from pydantic import JsonValue

from medgym_core.access.tier import Tier

Redact = Callable[[str], str]
"""Text in, text without identifiers and dates out."""

SALT = "redaction.salt"
"""The file of a run's salt."""
LETTERS = 6
"""Letters of a hash; no digits, so that no hash is taken for an identifier again."""
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])\.?"
)
_NTH = r"\d{1,2}(?:st|nd|rd|th)?(?!\d)"
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[ap]\.?m\b\.?)?(?:\s?(?:z\b|utc\b|[+-]\d{2}:?\d{2}))?"
_DAY = "|".join(
    (
        r"\d{4}(?P<y>[-/.])\d{1,2}(?P=y)\d{1,2}",
        r"\d{1,2}(?P<d>[-/.])\d{1,2}(?P=d)\d{4}",
        r"\d{1,2}(?P<s>[-/])\d{1,2}(?P=s)\d{2}",
        rf"{_NTH}(?:\s+of)?[\s-]*{_MONTH}(?:,?[\s-]*(?:\d{{4}}|\d{{2}}))?",
        rf"(?<![a-z]){_MONTH}\s*(?:{_NTH}(?:,?\s*\d{{4}})?|\d{{4}})",
    )
)
_PATTERN = re.compile(
    rf"""
    (?P<id>
        (?<!\w)[0-9a-f]{{8}}-(?:[0-9a-f]{{4}}-){{3}}[0-9a-f]{{12}}(?!\w)
      | (?<![\w-])\d{{3}}-(?:\d{{4,6}}|\d{{2}}-\d{{4}})(?![\w-])
    )
  | (?P<date>
        (?:datetime|date|timestamp)\(\d{{4}}(?:,\s*\d+)+
      | (?<![\d.])(?:{_DAY})(?!\d)(?:(?:T|,?\s){_CLOCK})?
      | \d{{8}}T\d{{4,6}}
      | (?<![\d.:[])(?:{_CLOCK})(?![\d:])
    )
  | (?P<kept> (?<![\d.])\d*\.\d*[1-9]\d*(?![\d.]) )
  | (?P<number>
        (?<!\w)(?=[a-f]*\d)[0-9a-f]{{8,}}(?!\w)
      | \d{{4,}}
    )(?:\.0+(?![\d.]))?
    """,
    re.IGNORECASE | re.VERBOSE,
)


class Redaction:
    """Hashes identifiers and dates with one salt."""

    def __init__(self, salt: bytes) -> None:
        """Equal salts give equal hashes."""
        self._salt = salt

    def __call__(self, text: str) -> str:
        """``text`` with every identifier and date hashed; nothing else changes, and no second time."""
        while (found := _PATTERN.sub(self._shown, text)) != text:
            text = found
        return text

    def _shown(self, match: re.Match[str]) -> str:
        if match["kept"]:
            return match[0]
        kind, found = ("date", match[0]) if match["date"] else ("id", match["id"] or match["number"])
        digest = hmac.digest(self._salt, f"{kind} {found.casefold()}".encode(), hashlib.sha256)
        return f"{kind}:" + "".join(chr(ord("a") + byte % 26) for byte in digest[:LETTERS])


def redaction(run: Path, tier: Tier) -> Redact:
    """What texts of the run folder ``run`` are shown through: as they are, or hashed where it is labelled."""
    return Redaction(_salt(run / SALT)) if tier.labelled else str


def redacted(value: JsonValue, redact: Redact) -> JsonValue:
    """``value`` with its texts and numbers shown through ``redact``; a number that changes becomes text."""
    if isinstance(value, dict):
        return {redact(name): redacted(inner, redact) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [redacted(inner, redact) for inner in value]
    if isinstance(value, str):
        return redact(value)
    if value is None or isinstance(value, bool) or (shown := redact(str(value))) == str(value):
        return value
    return shown


def _salt(path: Path) -> bytes:
    """The salt in ``path``, made when it is first asked for; where nothing can be written, one for now."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        pass
    salt = secrets.token_bytes(16)
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent) as stream:
            stream.write(salt)
            stream.flush()
            os.link(stream.name, path)
    except FileExistsError:  # another process was faster; its salt is the run's
        return path.read_bytes()
    except OSError:
        pass
    return salt
