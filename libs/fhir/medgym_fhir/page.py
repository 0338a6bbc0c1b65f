"""Pages of a search as searchset Bundles, and the links from one to the next.

A link holds the search itself and how many created resources it saw, so that it stays good for the whole
episode and resources created meanwhile neither shift nor lengthen the pages that follow.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from medgym_fhir.outcome import FhirError
from medgym_fhir.query import Query
from medgym_fhir.resource import TYPES, Entry


@dataclass(frozen=True)
class Cursor:
    """Which search a page belongs to."""

    type: str
    """The resource type."""
    pairs: tuple[tuple[str, str], ...]
    """Parameters of the search."""
    among: int
    """How many of the created resources it looks at."""

    def token(self) -> str:
        """As ``_getpages`` carries it."""
        text = json.dumps([self.type, self.pairs, self.among], separators=(",", ":"))
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    @classmethod
    def read(cls, token: str, created: int) -> Cursor:
        """Understand a token.

        Raises:
            FhirError: 410 if this server did not make it.
        """
        try:
            text = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
            type_, pairs, among = json.loads(text)
            cursor = cls(type_, tuple((str(name), str(value)) for name, value in pairs), among)
            if type_ in TYPES and type(among) is int and 0 <= among <= created and cursor.token() == token:
                return cursor
        except (ValueError, TypeError, RecursionError):
            pass
        raise FhirError(410, f"there is no search {token!r}; begin anew with the search itself")


def offset(pairs: Mapping[str, str]) -> int:
    """Where the page starts.

    Raises:
        FhirError: 400 if it is no whole number.
    """
    text = pairs.get("_getpagesoffset", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise FhirError(400, f"_getpagesoffset is a whole number from 0, not {text!r}")
    return int(text)


def bundle(base: str, query: Query, cursor: Cursor, found: Sequence[Entry], start: int) -> dict[str, Any]:
    """The page of ``found`` from ``start``; the total is told only if known to be asked for or all fit in."""
    answer: dict[str, Any] = {"resourceType": "Bundle", "type": "searchset"}
    if query.total or query.count == 0 or (start == 0 and len(found) <= query.count):
        answer["total"] = len(found)
    first = f"{base}/{query.type}" + (f"?{urlencode(query.used)}" if query.used else "")
    answer["link"] = [{"relation": "self", "url": _page(base, query, cursor, start) if start else first}]
    if query.count and start + query.count < len(found):
        url = _page(base, query, cursor, start + query.count)
        answer["link"].append({"relation": "next", "url": url})
    if query.count and start:
        url = _page(base, query, cursor, max(0, start - query.count))
        answer["link"].append({"relation": "previous", "url": url})
    page = found[start : start + query.count]
    if page:
        answer["entry"] = [
            {"fullUrl": f"{base}/{e.reference}", "resource": e.resource, "search": {"mode": "match"}}
            for e in page
        ]
    return answer


def _page(base: str, query: Query, cursor: Cursor, start: int) -> str:
    words = {
        "_getpages": cursor.token(),
        "_getpagesoffset": start,
        "_count": query.count,
        "_format": "json",
        "_bundletype": "searchset",
    }
    return f"{base}?{urlencode(words)}"
