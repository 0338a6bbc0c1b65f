"""Every refused request is answered with an OperationOutcome; none raises."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_fhir import FhirService, Snapshot
from medgym_fhir.validation import Validation

from .client import FORM, JSON, NOW, OBSERVATION, Headers, diagnostics, header, send

GOOD = json.dumps(OBSERVATION).encode()
DEEP = b'{"resourceType":"Observation","a":' + b"[" * 60 + b"]" * 60 + b"}"
ABYSS = b"[" * 100_000
HUGE = b'{"a":"' + b"x" * 2**20 + b'"}'


@pytest.mark.parametrize(
    ("method", "path", "headers", "body", "status"),
    [
        ("GET", "/", (), b"", 404),
        ("GET", "/fhirx/Patient", (), b"", 404),
        ("GET", "/fhir", (), b"", 400),
        ("GET", "/fhir/patient/S1", (), b"", 404),
        ("GET", "/fhir/Patient/S1/Observation", (), b"", 404),
        ("GET", "/fhir/Patient/S1/_history/2", (), b"", 404),
        ("GET", "/fhir/Patient/%00", (), b"", 404),
        ("GET", "/fhir/Patient?" + "&".join(["_id=S1"] * 201), (), b"", 400),
        ("GET", "/fhir/Patient/S1", (("accept", "application/fhir+xml"),), b"", 406),
        ("GET", "/fhir/Patient/S1?_format=xml", (("accept", "application/json"),), b"", 406),
        ("GET", "/fhir/Patient/S1", (("host", "evil\u00e9"),), b"", 400),
        ("GET", "/fhir?_getpages=W10", (), b"", 410),
        ("GET", "/fhir?_getpages=\u00e9", (), b"", 410),
        ("PUT", "/fhir/Observation/O1", JSON, GOOD, 405),
        ("PATCH", "/fhir/Observation/O1", JSON, GOOD, 405),
        ("DELETE", "/fhir/Observation/O1", (), b"", 405),
        ("POST", "/fhir/Observation/O1", JSON, GOOD, 405),
        ("DELETE", "/fhir/Observation?code=MG", (), b"", 405),
        ("POST", "/fhir", JSON, b'{"resourceType":"Bundle"}', 405),
        ("POST", "/fhir/metadata", JSON, GOOD, 405),
        ("GET", "/fhir/Observation/_search", (), b"", 405),
        ("POST", "/fhir/Encounter", JSON, GOOD, 404),
        ("POST", "/fhir/Observation", (("content-type", "application/xml"),), GOOD, 415),
        ("POST", "/fhir/Observation", FORM, GOOD, 415),
        ("POST", "/fhir/Observation/_search", JSON, b"code=MG", 415),
        ("POST", "/fhir/Observation/_search", FORM, b"x" * (2**20 + 1), 413),
        ("POST", "/fhir/Observation", JSON, HUGE, 413),
        ("POST", "/fhir/Observation", JSON, b"", 400),
        ("POST", "/fhir/Observation", JSON, GOOD[:-1], 400),
        ("POST", "/fhir/Observation", JSON, b"\xff\xfe", 400),
        ("POST", "/fhir/Observation", JSON, b"[]", 400),
        ("POST", "/fhir/Observation", JSON, b"{}", 400),
        ("POST", "/fhir/Patient", JSON, GOOD, 400),
        ("POST", "/fhir/Observation", JSON, b'{"resourceType":"Observation","resourceType":"Patient"}', 400),
        ("POST", "/fhir/Observation", JSON, GOOD.replace(b'"BP"', b"NaN"), 400),
        ("POST", "/fhir/Observation", JSON, GOOD.replace(b'"BP"', b"1e999"), 400),
        ("POST", "/fhir/Observation", JSON, GOOD.replace(b'"BP"', b"9" * 5000), 400),
        ("POST", "/fhir/Observation", JSON, GOOD.replace(b'"BP"', b'"\\ud800"'), 400),
        ("POST", "/fhir/Observation", JSON, DEEP, 400),
        ("POST", "/fhir/Observation", JSON, ABYSS, 400),
        ("POST", "/fhir/Observation", JSON, b'{"resourceType":"Observation"}', 422),
    ],
)
def test_refused(service: FhirService, method: str, path: str, headers: Headers, body: bytes, status: int):
    answer = send(service, method, path, headers, body)
    assert answer.status == status
    assert diagnostics(answer)
    assert service.changes() == []


def test_405_says_what_is_allowed(service: FhirService):
    assert header(send(service, "DELETE", "/fhir/Observation/O1"), "Allow") == "GET, HEAD"
    assert header(send(service, "DELETE", "/fhir/Observation"), "Allow") == "GET, HEAD, POST"


@pytest.mark.parametrize("said", ["*/*", "application/json", "text/html, */*;q=0.1", "application/fhir+json"])
def test_accepted(service: FhirService, said: str):
    assert send(service, "GET", "/fhir/Patient/S1", (("accept", said),)).status == 200


def test_unknown_parameters_are_ignored_where_the_client_wants_it(service: FhirService):
    path = "/fhir/Patient?nonsense=1&_id=S1"
    bundle = json.loads(send(service, "GET", path, (("prefer", "handling=lenient"),)).body)
    assert len(bundle["entry"]) == 1
    assert bundle["link"][0]["url"] == "http://box/fhir/Patient?_id=S1"


def test_head_is_get(service: FhirService):
    assert send(service, "HEAD", "/fhir/Patient/S1") == send(service, "GET", "/fhir/Patient/S1")


ANY_HEADERS = st.lists(
    st.tuples(
        st.sampled_from(["accept", "content-type", "prefer", "host", "if-none-exist"]),
        st.text() | st.sampled_from(["code=MG", "application/json"]),
    ),
    max_size=3,
)
EDGES = st.sampled_from(
    ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "0001", "9999-12", "9999-12-31", "0000-01-01"]
)
ANY_TEXT = st.text(st.characters(exclude_categories=())) | EDGES
PATHS = st.sampled_from(["", "/Patient", "/Observation", "/Observation/_search", "/metadata", "/Patient/S1"])
TARGETS = st.builds("/fhir{}?{}".format, PATHS, ANY_TEXT) | ANY_TEXT
BODIES = st.binary() | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from([10**400, -(2**63)]) | ANY_TEXT,
    lambda inner: (
        st.dictionaries(st.sampled_from([*OBSERVATION, "note", "id", "meta"]) | st.text(), inner)
        | st.lists(inner)
    ),
).map(lambda value: json.dumps(OBSERVATION | value if isinstance(value, dict) else value).encode())


@given(st.sampled_from(["GET", "POST", "PUT", "HEAD", "BREW"]), TARGETS, ANY_HEADERS, BODIES)
def test_no_request_raises(
    chart: Snapshot, method: str, target: str, headers: list[tuple[str, str]], body: bytes
):
    service = FhirService(chart, NOW)
    answer = send(service, method, target, tuple(headers), body)
    assert answer.status < 500
    assert all(value.isascii() and "\n" not in value for _, value in answer.headers)
    json.loads(answer.body or b"{}")


NAMES = st.sampled_from(
    ["date", "code", "patient", "code:not", "patient:identifier", "_sort", "_count", "status:text"]
)
DATES = st.builds("{}{}{}".format, st.sampled_from(["", "ap", "ne", "sa", "le"]), EDGES, st.text(max_size=3))


@given(st.sampled_from(["Observation", "MedicationRequest"]), NAMES, st.text("a1-:TZ|,\\$/ +.", max_size=12))
def test_no_search_raises(chart: Snapshot, type_: str, name: str, value: str):
    from urllib.parse import urlencode

    answer = send(FhirService(chart, NOW), "GET", f"/fhir/{type_}?{urlencode({name: value})}")
    assert answer.status in (200, 400)


@given(EDGES | ANY_TEXT, DATES, st.sampled_from(["lenient", "full"]))
def test_dates_at_the_edge_of_the_calendar_are_stored_sorted_and_searched(
    chart: Snapshot, written: str, asked: str, mode: Validation
):
    from urllib.parse import quote

    service = FhirService(chart, NOW, validation=mode)
    resource = OBSERVATION | {"effectiveDateTime": written, "issued": written}
    body = json.dumps(resource).encode()
    created = send(service, "POST", "/fhir/Observation", JSON, body)
    assert created.status in (201, 400, 422)
    for order in ("date", "-date"):
        found = send(service, "GET", f"/fhir/Observation?date={quote(asked, errors='replace')}&_sort={order}")
        assert found.status in (200, 400)
    assert send(service, "GET", "/fhir/Observation?_sort=date&_count=100").status == 200
    json.dumps(service.snapshot())
