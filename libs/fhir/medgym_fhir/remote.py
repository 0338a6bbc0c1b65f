"""Requests from the host to a FHIR server."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from medgym_core import SandboxError

TIMEOUT_S = 60
"""How long a server may take."""
MAX_ANSWER = 64 * 2**20
"""The largest answer, bytes."""


@dataclass(frozen=True)
class Answer:
    """A server's answer, whatever its status."""

    status: int
    """Status code."""
    headers: Mapping[str, str]
    """Header fields, names in lower case."""
    body: bytes
    """The body."""

    def json(self) -> dict[str, Any]:
        """The JSON object in it.

        Raises:
            SandboxError: if it is none.
        """
        try:
            value = json.loads(self.body)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise SandboxError(f"the FHIR server answered {self.status} without a JSON object")
        return value


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any) -> None:
        """Follow no redirection: it could lead anywhere."""


class Remote:
    """A FHIR server by its base URL; no proxy is used and no redirection followed."""

    def __init__(self, url: str) -> None:
        """``url`` is the base, without a slash at its end or with one."""
        self.url = url.rstrip("/")
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _Stay)

    def send(
        self, method: str, target: str, headers: Mapping[str, str] | None = None, body: bytes | None = None
    ) -> Answer:
        """Send one request; caches on the way and in the server are passed by.

        Raises:
            SandboxError: if there is no answer.
        """
        said = {"Accept": "application/fhir+json", "Cache-Control": "no-cache"}
        said |= {name.title(): value for name, value in (headers or {}).items()}
        request = urllib.request.Request(self.url + target, body, said, method=method)
        try:
            with self._opener.open(request, timeout=TIMEOUT_S) as response:
                return _answer(response.status, dict(response.headers), response.read(MAX_ANSWER + 1))
        except urllib.error.HTTPError as error:
            with error:
                return _answer(error.code, dict(error.headers), error.read(MAX_ANSWER + 1))
        except OSError as error:
            raise SandboxError(f"no answer from the FHIR server {self.url}: {error}") from None


def _answer(status: int, headers: Mapping[str, str], body: bytes) -> Answer:
    if len(body) > MAX_ANSWER:
        raise SandboxError(f"the FHIR server's answer is larger than {MAX_ANSWER} bytes")
    return Answer(status, {name.lower(): value for name, value in headers.items()}, body)
