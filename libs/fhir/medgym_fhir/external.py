"""A FHIR server that already runs, lent to one episode at a time and left as it was found."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from pydantic import JsonValue

from medgym_core import ConfigError, Request, Response, SandboxError
from medgym_fhir import negotiation
from medgym_fhir.journal import Journal
from medgym_fhir.negotiation import form
from medgym_fhir.outcome import FhirError
from medgym_fhir.remote import Answer, Remote
from medgym_fhir.resource import TYPES

_PASSED = ("accept", "content-type", "prefer", "if-none-exist")
_RETURNED = ("content-type", "location", "etag", "last-modified")


class ExternalFhir:
    """Reads pass through; what is created is noted, and deleted at the end: a ``medgym_core.Service``."""

    def __init__(
        self,
        url: str,
        journal: Path,
        path: str = "/fhir",
        creates: Collection[str] = ("Observation", "MedicationRequest", "ServiceRequest"),
    ) -> None:
        """Take the server for this episode and delete what an episode that was cut off left there.

        Args:
            url: Its base URL as the host reaches it, such as ``http://localhost:8080/fhir``.
            journal: A file of the user's own, the same for all jobs on that server: lock and notes.
            path: Base path in the box, as in the task's ServiceSpec.
            creates: Types that may be created; the server must offer to delete them.

        Raises:
            ConfigError: if another job has the server or it cannot delete.
            SandboxError: if it does not answer, or does not delete what was left.
        """
        self._remote = Remote(url)
        self._path = path.rstrip("/")
        self._creates = creates
        self._journal = Journal(journal, url)
        try:
            self._bases = self._check()
            self._restore()
        except BaseException:
            self._journal.close()
            raise

    def respond(self, request: Request) -> Response:
        """Pass one request on, or refuse what could not be undone.

        Raises:
            SandboxError: if the server is gone; one that only this request upsets is answered for with 504.
        """
        try:
            created = self._permitted(request)
            answer = self._forward(request)
            if created and answer.status == 201:
                self._journal.note(self._reference(answer, created))
            return self._returned(request, answer)
        except FhirError as error:
            return _refusal(error)
        except SandboxError as error:
            self._remote.send("GET", "/metadata").json()
            return _refusal(FhirError(504, str(error)))

    def snapshot(self) -> JsonValue:
        """What this episode created, as the server holds it, by reference."""
        return {reference: self._resource(reference) for reference in self._journal.noted}

    def fork(self) -> ExternalFhir:
        """There is one such server.

        Raises:
            ConfigError: always.
        """
        raise ConfigError(
            f"an episode on {self._remote.url} cannot be forked: there is one such server; "
            "use the embedded one"
        )

    def close(self) -> None:
        """Delete what was created and give the server back.

        Raises:
            SandboxError: if something could not be deleted; it stays noted for the next opening.
        """
        try:
            self._restore()
        finally:
            self._journal.close()

    def _check(self) -> tuple[str, ...]:
        answer = self._remote.send("GET", "/metadata")
        statement = answer.json()
        deletable = {
            resource.get("type")
            for rest in statement.get("rest", ())
            for resource in rest.get("resource", ())
            if {"code": "delete"} in resource.get("interaction", ())
        }
        missing = sorted(set(self._creates) - deletable)
        if missing:
            raise ConfigError(
                f"{self._remote.url} does not offer to delete {', '.join(missing)}: what an episode "
                "creates could not be undone; permit delete there, or use the embedded server"
            )
        said = statement.get("implementation", {}).get("url", "").rstrip("/")
        return (self._remote.url, said) if said.startswith("http") else (self._remote.url,)

    def _restore(self) -> None:
        for reference in reversed(self._journal.noted):
            self._remote.send("DELETE", f"/{reference}")
            status = self._remote.send("GET", f"/{reference}").status
            if status not in (404, 410):
                raise SandboxError(
                    f"{self._remote.url} still holds {reference} (status {status}); delete it there"
                )
        self._journal.clear()

    def _permitted(self, request: Request) -> str:
        """The type that the request creates; empty for reads."""
        path = self._inner(request)
        parts = [part for part in path.split("/") if part]
        if not re.fullmatch(r"[A-Za-z0-9\-._/]*", path) or ".." in path:
            raise FhirError(404, f"there is no {path}")
        if request.method in ("GET", "HEAD"):
            return ""
        if request.method == "POST" and len(parts) == 2 and parts[1] == "_search" and parts[0] in TYPES:
            return ""
        if request.method == "POST" and len(parts) == 1 and parts[0] in self._creates:
            return parts[0]
        raise FhirError(405, f"{request.method} {path} is not offered", allow="GET, HEAD, POST")

    def _inner(self, request: Request) -> str:
        path = request.target.partition("?")[0]
        if path != self._path and not path.startswith(self._path + "/"):
            raise FhirError(404, f"there is no {path}; the server's base is {self._path}")
        return path[len(self._path) :]

    def _box(self, request: Request) -> str:
        return f"http://{negotiation.host(request)}{self._path}"

    def _forward(self, request: Request) -> Answer:
        box, url = self._box(request), self._remote.url
        pairs = [(name, value.replace(box, url)) for name, value in form(request.target.partition("?")[2])]
        headers = {name: value for name, value in request.headers if name in _PASSED}
        target = self._inner(request) + (f"?{urlencode(pairs)}" if pairs else "")
        body = request.body.replace(box.encode(), url.encode())
        return self._remote.send(request.method, target, headers, body if request.method == "POST" else None)

    def _returned(self, request: Request, answer: Answer) -> Response:
        box = self._box(request)

        def boxed(text: str) -> str:
            for base in self._bases:
                text = text.replace(base, box)
            return text

        headers = tuple((name, boxed(answer.headers[name])) for name in _RETURNED if name in answer.headers)
        body = boxed(answer.body.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
        return Response(status=answer.status, headers=headers, body=body)

    def _reference(self, answer: Answer, type_: str) -> str:
        for text in _places(answer):
            found = re.search(rf"\b{type_}/([A-Za-z0-9\-.]{{1,64}})", text)
            if found:
                return f"{type_}/{found[1]}"
        raise SandboxError(f"{self._remote.url} created a {type_} and does not say where; look for it there")

    def _resource(self, reference: str) -> JsonValue:
        value: JsonValue = self._remote.send("GET", f"/{reference}").json()
        return value


def _refusal(error: FhirError) -> Response:
    body = json.dumps(error.outcome()).encode()
    headers = [("Content-Type", negotiation.JSON[0])]
    if error.allow:
        headers.append(("Allow", error.allow))
    return Response(status=error.status, headers=tuple(headers), body=body)


def _places(answer: Answer) -> Iterator[str]:
    yield answer.headers.get("location", "")
    yield answer.headers.get("content-location", "")
    resource: Any = answer.json()
    yield f"{resource.get('resourceType')}/{resource.get('id')}"
