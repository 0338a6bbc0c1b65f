"""Every row of BEHAVIOUR.md, by GET and by POST _search."""

import json
import re
from pathlib import Path

import pytest

from medgym_core import Response
from medgym_fhir import FhirService

from .client import FORM, diagnostics, ids, link, send

ROWS = re.findall(
    r"^\| `(.+)` \| (.+) \|$", (Path(__file__).parent.parent / "BEHAVIOUR.md").read_text(), re.M
)
CASES = [(request.replace("\\|", "|"), expected) for request, expected in ROWS]


def told(response: Response, about_total: bool) -> str:
    if response.status != 200:
        assert diagnostics(response)
        return str(response.status)
    bundle = json.loads(response.body)
    words = ids(bundle)
    if about_total:
        words += ["total", str(bundle["total"])]
    return " ".join(words + ["next"] * bool(link(bundle, "next"))) or "none"


def test_there_are_enough():
    assert len(CASES) >= 60


@pytest.mark.parametrize(("request_", "expected"), CASES, ids=[case for case, _ in CASES])
def test_get(service: FhirService, request_: str, expected: str):
    path = request_ if request_.startswith("?") else f"/{request_}"
    assert told(send(service, "GET", f"/fhir{path}"), "total" in expected) == expected


@pytest.mark.parametrize(
    ("request_", "expected"), [case for case in CASES if re.match(r"[A-Z]\w+(\?|$)", case[0])]
)
def test_post_search(service: FhirService, request_: str, expected: str):
    type_, _, query = request_.partition("?")
    answer = send(service, "POST", f"/fhir/{type_}/_search", FORM, query.encode())
    assert told(answer, "total" in expected) == expected
