"""The bedside over HTTP: the chart, orders, and the clock."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from pydantic import JsonValue

from medgym_core import Request, Response
from medgym_plugin_icu_watch.order import OrderError
from medgym_plugin_icu_watch.session import MOST, Session, fields

MAX_BODY = 16_384
"""Bytes of a request."""
ROUTES = {"/chart": "GET", "/fields": "GET", "/orders": "POST", "/advance": "POST"}
"""Endpoints below the base path and their methods."""


class Bedside:
    """A ``medgym_core.Service`` for one patient; its snapshot is what was decided, and nothing hidden."""

    def __init__(self, session: Session, path: str) -> None:
        """Owns ``session``; ``path`` is the base."""
        self._session, self._path = session, path

    def respond(self, request: Request) -> Response:
        """Answer one request; what is wrong with it is answered with a 4xx status."""
        path = request.target.partition("?")[0].removeprefix(self._path).rstrip("/")
        method = "GET" if request.method == "HEAD" else request.method
        if path not in ROUTES or not request.target.startswith(self._path):
            return _refused(404, f"there is no such address; there are {', '.join(ROUTES)}")
        if method != ROUTES[path]:
            return _refused(405, f"{path} takes {ROUTES[path]}")
        if path == "/chart":
            return _answer(self._session.chart())
        if path == "/fields":
            return _answer(fields())
        return self._post(path, request.body)

    def snapshot(self) -> JsonValue:
        """The decisions so far, in order: what was ordered anew, and hours to go on."""
        return {"log": [dict(decision) for decision in self._session.log]}

    def fork(self) -> Bedside:
        """Another bed with the same patient, who lives on by the same random numbers."""
        return Bedside(deepcopy(self._session), self._path)

    def close(self) -> None:
        """Do nothing: a bedside holds neither files nor connections."""

    def _post(self, path: str, body: bytes) -> Response:
        if self._session.over:
            return _refused(409, "the watch is over; submit")
        if len(body) > MAX_BODY:
            return _refused(413, f"the body is larger than {MAX_BODY} bytes")
        try:
            said = json.loads(body)
        except (ValueError, RecursionError):
            return _refused(400, "the body is no JSON")
        if path == "/advance":
            return self._advance(said)
        try:
            self._session.order(said)
        except OrderError as error:
            return _refused(422, str(error))
        return _answer({"pending": self._session.chart()["pending"]}, 201)

    def _advance(self, said: Any) -> Response:
        hours = said.get("hours") if isinstance(said, dict) else None
        if type(hours) is not int or not 1 <= hours <= MOST or len(said) != 1:
            return _refused(422, f'send {{"hours": N}} with N from 1 to {MOST}')
        self._session.pass_time(hours)
        return _answer(self._session.chart())


def _answer(value: Any, status: int = 200) -> Response:
    body = json.dumps(value, allow_nan=False).encode()
    return Response(status=status, headers=(("content-type", "application/json"),), body=body)


def _refused(status: int, why: str) -> Response:
    return _answer({"error": why}, status)
