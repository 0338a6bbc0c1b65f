"""Published SQL made executable: the post-processing without which EHRSQL's gold is wrong.

The rules are those of EHRSQL's ``evaluate.py`` and EHRSQL-2024's ``postprocessing.py``. Without them
``current_time`` is SQLite's own clock, ``%y`` gives null, ``%j`` the day of the year, and vital-sign ranges
are unknown columns.

Where the official rules replace text anywhere, these respect what the text is, so that every query which
the official rules make executable gives the same rows, but for string literals that they damage:

- placeholders and operators are replaced in code, never inside a string literal;
- ``%y`` and ``%j`` are replaced only in the format of ``strftime``, so that a drug named ``5%jelly`` stays;
- ``''x''`` becomes ``'x'``, but an escaped quote and an empty literal stay (officially a syntax error);
- blanks are left as they are: EHRSQL-2024 makes two of them one even inside a literal, which then no
  longer equals the value in the database, and gives no row;
- ``current_date`` and ``current_timestamp`` are replaced too, in both releases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from medgym_ehr.published.release import Release

VITAL_RANGES = {
    "temperature": (35.5, 38.1),
    "sao2": (95.0, 100.0),
    "heart_rate": (60.0, 100.0),
    "respiration": (12.0, 18.0),
    "systolic_bp": (90.0, 120.0),
    "diastolic_bp": (60.0, 90.0),
    "mean_bp": (60.0, 110.0),
}
"""Vital sign to its normal range: degrees Celsius, percent, beats and breaths a minute, mmHg."""

_LITERAL = re.compile(
    r"''(?P<doubled>[\w%+-][^']*)''(?!')"  # text in doubled quotes
    r"|'(?P<single>(?:[^']|'')*)'"
    r'|"(?P<double>(?:[^"]|"")*)"'
)
_VITAL = re.compile(rf"(?<![\w.])({'|'.join(VITAL_RANGES)})_(lower|upper)\b", re.IGNORECASE)
_CLOCK = re.compile(r"(?<![\w.])current_(timestamp|time|date)\b", re.IGNORECASE)
_SPLIT_OPERATOR = re.compile(r"([<>!])\s+=")
_FORMAT_FOLLOWS = re.compile(r"\bstrftime\s*\(\s*\Z", re.IGNORECASE)


class Piece(NamedTuple):
    """A stretch of SQL: code, or the content of one string literal."""

    text: str
    """Code, or what stands between the quotes, escapes as they are."""
    quote: str = ""
    """The literal's quote; empty for code."""

    def __str__(self) -> str:
        """The stretch as SQL."""
        return f"{self.quote}{self.text}{self.quote}"


def pieces(sql: str) -> Iterator[Piece]:
    """Split SQL into code and string literals; a quote that never closes is code."""
    end = 0
    for match in _LITERAL.finditer(sql):
        yield Piece(sql[end : match.start()])
        group = match.lastgroup or ""
        yield Piece(match[group], '"' if group == "double" else "'")
        end = match.end()
    yield Piece(sql[end:])


def post_process(sql: str, release: Release) -> str:
    """SQL as published, made executable on the release's database."""
    done: list[Piece] = []
    for piece in pieces(sql.lower() if release.lower else sql):
        if not piece.quote:
            done.append(Piece(_code(piece.text, release.now)))
        elif done and _FORMAT_FOLLOWS.search(done[-1].text):
            done.append(piece._replace(text=piece.text.replace("%y", "%Y").replace("%j", "%J")))
        else:
            done.append(_literal(piece, release.now))
    return "".join(map(str, done)).strip()


def _code(text: str, now: str) -> str:
    text = _CLOCK.sub(lambda match: f"'{_clock(match[1], now)}'", text)
    text = _VITAL.sub(lambda match: _bound(match[1], match[2]), text)
    return _SPLIT_OPERATOR.sub(r"\1=", text)


def _literal(piece: Piece, now: str) -> Piece:
    """A quoted ``now`` or ``current_time`` is the time as well."""
    word = piece.text.lower()
    if word == "now":
        return Piece(now, "'")
    clock = _CLOCK.fullmatch(word)
    return Piece(_clock(clock[1], now), "'") if clock else piece


def _clock(unit: str, now: str) -> str:
    return now.split()[0] if unit.lower() == "date" else now


def _bound(vital: str, side: str) -> str:
    low, high = VITAL_RANGES[vital.lower()]
    return str(low if side.lower() == "lower" else high)
