"""What a request's headers ask for, and the media types that are spoken."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

from medgym_core import Request
from medgym_fhir.outcome import FhirError

JSON = ("application/fhir+json", "application/json", "application/json+fhir", "text/json")
"""Media types of JSON; answers are the first."""
FORM = "application/x-www-form-urlencoded"
"""Media type of a search by POST."""
MAX_PARAMETERS = 200
"""The most parameters of one search."""

Pairs = list[tuple[str, str]]


def header(request: Request, name: str) -> str:
    """A header's values, joined by commas; empty where it is absent."""
    return ", ".join(value for key, value in request.headers if key == name)


def host(request: Request) -> str:
    """The host (and port) that the client spoke to.

    Raises:
        FhirError: 400 if it is none.
    """
    name = header(request, "host") or "localhost"
    if not re.fullmatch(r"[A-Za-z0-9.:\[\]-]+", name):
        raise FhirError(400, "the Host header is no host")
    return name


def prefers(request: Request, wish: str) -> bool:
    """Whether the Prefer header has ``wish``, such as ``return=minimal``."""
    return wish in _words(header(request, "prefer").replace(";", ","))


def form(text: str) -> Pairs:
    """URL-encoded parameters.

    Raises:
        FhirError: 400 if there are too many.
    """
    try:
        return parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_PARAMETERS)
    except ValueError:
        raise FhirError(400, f"there are more than {MAX_PARAMETERS} parameters") from None


def check_accepted(request: Request, pairs: Pairs) -> None:
    """See that the client takes JSON; ``_format`` goes before the Accept header.

    Raises:
        FhirError: 406 if it wants something else.
    """
    wanted = [value.replace(" ", "+") for name, value in pairs if name == "_format"]
    spoken: tuple[str, ...] = ("json", *JSON)
    if not wanted:
        wanted = [word.partition(";")[0].strip() for word in _words(header(request, "accept"))]
        spoken = ("*/*", "application/*", *JSON)
    if wanted and not any(word.lower() in spoken for word in wanted):
        raise FhirError(406, f"the server speaks {JSON[0]} only, not {', '.join(wanted)}")


def check_content(request: Request, *types: str) -> None:
    """See that the body is of one of these media types, or says none.

    Raises:
        FhirError: 415 if it is of another.
    """
    said = header(request, "content-type").partition(";")[0].strip().lower()
    if said and said not in types:
        raise FhirError(415, f"the body is {said}; send it as Content-Type: {types[0]}")


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]
