"""A FHIR server of the user's in the place of the embedded one; ``server.json`` names it: ``{"base": URL}``.

A build reads from it what gold needs: all patients, and the results, blood pressures and conditions of those
whom published tasks ask about. Episodes then run on the server itself, one at a time, and leave it as it was.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from medgym_core import Build, DataError, Progress
from medgym_fhir import ExternalFhir, Remote
from medgym_plugin_medagentbench import template

FILE = "server.json"
"""Names the server, in the raw folder and in a build."""
PAGE = 500
"""Entries that are asked for at once."""


def base(folder: Path) -> str | None:
    """The server's base URL, where the folder names one.

    Raises:
        DataError: if the file is not as it should be.
    """
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        said = None
    url = said.get("base") if isinstance(said, dict) else None
    if not isinstance(url, str) or urlsplit(url).scheme not in ("http", "https"):
        raise DataError(f'{path} must be {{"base": URL}} with the http address of a FHIR server')
    return url.rstrip("/")


def charts(url: str, mrns: Iterable[str], progress: Progress) -> Iterator[dict[str, Any]]:
    """What gold needs, from the server.

    Raises:
        SandboxError: if it does not answer.
        DataError: if it refuses a search.
    """
    remote = Remote(url)
    yield from _search(remote, "Patient")
    codes = ",".join((template.MG, template.GLU, template.K, template.A1C))
    asked = sorted(set(mrns))
    for number, mrn in enumerate(asked):
        progress(f"charts from {url}", number / len(asked))
        yield from _search(remote, "Observation", patient=mrn, code=codes)
        yield from _search(remote, "Observation", patient=mrn, category="vital-signs")
        yield from _search(remote, "Condition", patient=mrn)


def service(build: Build, url: str) -> ExternalFhir:
    """The server for one episode; its journal is the same for all builds of one home.

    Raises:
        ConfigError: if another job has the server, or it cannot delete.
        SandboxError: if it does not answer.
    """
    home = build.root.parent.parent
    name = hashlib.sha256(url.encode()).hexdigest()[:16]
    return ExternalFhir(url, journal=home / "external-fhir" / f"{name}.journal")


def _search(remote: Remote, kind: str, **parameters: str) -> Iterator[dict[str, Any]]:
    target = f"/{kind}?{urlencode({**parameters, '_count': PAGE})}"
    while target:
        answer = remote.send("GET", target)
        bundle = answer.json()
        if answer.status != 200:
            raise DataError(f"{remote.url}{target} answers {answer.status}: {str(bundle)[:300]}")
        yield from (entry["resource"] for entry in bundle.get("entry", ()))
        links = (link["url"] for link in bundle.get("link", ()) if link["relation"] == "next")
        target = _target(next(links, ""), remote.url)


def _target(link: str, url: str) -> str:
    """The part of a page link behind the base, whatever the server calls itself."""
    if not link:
        return ""
    path = urlsplit(link).path.removeprefix(urlsplit(url).path)
    return f"{path}?{urlsplit(link).query}"
