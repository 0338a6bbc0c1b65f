"""The FHIR server of one episode (http://hl7.org/fhir/R4/http.html)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any
from urllib.parse import unquote

from pydantic import JsonValue

from medgym_core import Request, Response
from medgym_fhir import negotiation
from medgym_fhir.body import MAX_BODY, read_json
from medgym_fhir.capability import capability
from medgym_fhir.criterion import Surroundings
from medgym_fhir.negotiation import FORM, JSON, Pairs, check_content, form, prefers
from medgym_fhir.outcome import FhirError
from medgym_fhir.page import Cursor, bundle, offset
from medgym_fhir.period import period
from medgym_fhir.query import PAGE, Query
from medgym_fhir.resource import TYPES, Entry, Resource
from medgym_fhir.store import MAX_CREATED, Snapshot, Store
from medgym_fhir.validation import Validation, check

Headers = tuple[tuple[str, str], ...]


class FhirService:
    """A FHIR server over a shared snapshot; implements ``medgym_core.Service``."""

    def __init__(
        self,
        snapshot: Snapshot,
        now: str,
        path: str = "/fhir",
        validation: Validation = "lenient",
        name: Callable[[Resource], str | None] = lambda resource: None,
    ) -> None:
        """Open one episode's server; costs the same however large the snapshot is.

        Args:
            snapshot: What the server holds at first.
            now: The server's time, a FHIR instant; it stands still.
            path: Base path, as in the task's ServiceSpec.
            validation: What is checked on create.
            name: The id of what is created, which is free in its type; None is the next free number.

        Raises:
            ValueError: if ``now`` is no FHIR date.
        """
        self._store = Store(snapshot, now)
        self._now = now
        self._period = period(now)
        self._path = path.rstrip("/")
        self._validation = validation
        self._name = name

    def respond(self, request: Request) -> Response:
        """Answer one request; what is wrong with it is told in an OperationOutcome."""
        try:
            return _Exchange(self, request).answer()
        except FhirError as error:
            allow = (("Allow", error.allow),) if error.allow else ()
            return _response(error.status, error.outcome(), allow)

    def snapshot(self) -> JsonValue:
        """The resources created since the start, by reference (``Observation/6001``)."""
        return {entry.reference: dict(entry.resource) for entry in self._store.created}

    def changes(self) -> list[Resource]:
        """The resources created since the start, in order; nothing else can change."""
        return [entry.resource for entry in self._store.created]

    def receive(self, resource: Resource) -> None:
        """Add what comes from elsewhere during the episode, such as a result, under its own id.

        It is found and read like any other resource, and is none of those created.

        Raises:
            ValueError: if there is one of its type and id.
        """
        self._store.receive(resource)

    def fork(self, name: Callable[[Resource], str | None] | None = None) -> FhirService:
        """Another server with the same resources; ``name`` gives ids there, as it does here if None."""
        other = copy(self)
        other._store, other._name = self._store.fork(), name or self._name
        return other

    def close(self) -> None:
        """Nothing to release."""


class _Exchange:
    """One request on its way to an answer."""

    def __init__(self, service: FhirService, request: Request) -> None:
        self.request = request
        self.service = service
        self.store = service._store
        self.base = f"http://{negotiation.host(request)}{service._path}"
        self.here = Surroundings(service._period, (self.base,))
        self.path, _, query = request.target.partition("?")
        self.pairs = form(query)

    def answer(self) -> Response:
        head = self.service._path
        if self.path != head and not self.path.startswith(head + "/"):
            raise FhirError(404, f"there is no {self.path}; the server's base is {self.base}")
        parts = [unquote(part) for part in self.path[len(head) :].split("/") if part]
        if len(parts) == 2 and parts[1] == "_search":
            self._read_form()
        negotiation.check_accepted(self.request, self.pairs)
        return self._route(parts)

    def _route(self, parts: Sequence[str]) -> Response:
        match parts:
            case []:
                return self._only("GET", self._page)
            case ["metadata"]:
                return self._only("GET", lambda: self._reply(capability(self.base, self.service._now)))
            case [type_, *_] if type_ not in TYPES:
                raise FhirError(404, f"unknown resource type {type_!r}; known are {', '.join(TYPES)}")
            case [type_] if self.request.method == "POST":
                return self._create(type_)
            case [type_]:
                return self._only("GET", lambda: self._search(type_), "POST")
            case [type_, "_search"]:
                return self._only("POST", lambda: self._search(type_))
            case [type_, name]:
                return self._only("GET", lambda: self._read(type_, name))
            case [type_, name, "_history", version]:
                return self._only("GET", lambda: self._read(type_, name, version))
        raise FhirError(404, f"there is no {self.path}")

    def _only(self, method: str, answer: Callable[[], Response], *others: str) -> Response:
        asked = "GET" if self.request.method == "HEAD" else self.request.method
        if asked != method:
            allowed = ["GET", "HEAD"] if method == "GET" else [method]
            allow = ", ".join([*allowed, *others])
            raise FhirError(405, f"{asked} {self.path} is not offered; there is {allow}", allow=allow)
        return answer()

    def _read_form(self) -> None:
        if len(self.request.body) > MAX_BODY:
            raise FhirError(413, f"the body is larger than {MAX_BODY} bytes")
        check_content(self.request, FORM)
        self.pairs += form(self.request.body.decode("latin-1"))

    def _read(self, type_: str, name: str, version: str = "1") -> Response:
        entry = self.store.get(type_, name)
        if entry is None or version != entry.resource["meta"]["versionId"]:
            raise FhirError(404, f"there is no {self.path[len(self.service._path) + 1 :]}")
        return self._reply(entry.resource, headers=_tag(entry))

    def _search(self, type_: str) -> Response:
        query = self._query(type_, self.pairs, prefers(self.request, "handling=lenient"))
        kept = tuple(pair for pair in query.used if pair[0] != "_count")
        return self._results(query, Cursor(type_, kept, self.store.added), 0)

    def _page(self) -> Response:
        asked = dict(self.pairs)
        if "_getpages" not in asked:
            raise FhirError(400, f"searches name a resource type: {self.base}/{TYPES[1]}?...")
        cursor = Cursor.read(asked["_getpages"], self.store.added)
        count = asked.get("_count", str(PAGE))
        return self._results(
            self._query(cursor.type, [*cursor.pairs, ("_count", count)]), cursor, offset(asked)
        )

    def _query(self, type_: str, pairs: Pairs, lenient: bool = False) -> Query:
        return Query.read(type_, pairs, self.here, lenient)

    def _results(self, query: Query, cursor: Cursor, start: int) -> Response:
        found = query.run(self.store.entries(cursor.type, cursor.among))
        return self._reply(bundle(self.base, query, cursor, found, start))

    def _create(self, type_: str) -> Response:
        check_content(self.request, *JSON)
        resource = read_json(self.request.body)
        check(resource, type_, self.store, self.here.bases, self.service._validation)
        condition = negotiation.header(self.request, "if-none-exist")
        if condition:
            query = self._query(type_, form(condition))
            same = query.run(self.store.entries(type_, self.store.added))
            if len(same) > 1:
                raise FhirError(412, f"{len(same)} resources match If-None-Exist")
            if same:
                return self._created(same[0], 200)
        if not self.store.room(len(self.request.body)):
            raise FhirError(413, f"no more than {MAX_CREATED} bytes may be created")
        name = self.service._name(resource)
        return self._created(self.store.create(resource, len(self.request.body), name), 201)

    def _created(self, entry: Entry, status: int) -> Response:
        version = entry.resource["meta"]["versionId"]
        location = ("Location", f"{self.base}/{entry.reference}/_history/{version}")
        body = None if prefers(self.request, "return=minimal") else entry.resource
        return self._reply(body, status, (location, *_tag(entry)))

    def _reply(self, value: Resource | None, status: int = 200, headers: Headers = ()) -> Response:
        pretty = dict(self.pairs).get("_pretty") == "true"
        return _response(status, value, headers, indent=2 if pretty else None)


def _tag(entry: Entry) -> Headers:
    return (("ETag", f'W/"{entry.resource["meta"]["versionId"]}"'),)


def _response(status: int, value: Any, headers: Headers, indent: int | None = None) -> Response:
    if value is None:
        return Response(status=status, headers=headers)
    body = json.dumps(value, ensure_ascii=False, indent=indent, separators=None if indent else (",", ":"))
    said = ("Content-Type", f"{JSON[0]}; charset=utf-8")
    return Response(status=status, headers=(said, *headers), body=body.encode("utf-8", "replace"))
