"""Public clients' own calls against the server, over HTTP on loopback."""

import json
import urllib.request
from collections.abc import Iterator

import pytest
import requests
from fhirpy import SyncFHIRClient
from fhirpy.base.exceptions import OperationOutcome, ResourceNotFound

from medgym_fhir import FhirService
from medgym_fhir.loopback import serving
from medgym_sandbox.conversation import Conversation

from .client import MEDICATION, OBSERVATION


@pytest.fixture
def url(service: FhirService) -> Iterator[str]:
    with serving(service) as base:
        yield f"{base}/fhir"


def test_fhirpy_searches_and_follows_pages(url: str):
    client = SyncFHIRClient(url)
    found = client.resources("Observation").search(patient="S1", date__ge="2023-11-12").sort("-date").limit(1)
    assert [each.id for each in found.fetch_all()] == ["O2", "O3", "O1"]
    assert client.resources("Observation").search(code="MG").count() == 3
    assert client.resources("Patient").search(family="Stafford", given="Peter").get().id == "S1"


def test_fhirpy_creates_and_reads(url: str, service: FhirService):
    client = SyncFHIRClient(url)
    made = client.resource(
        "MedicationRequest", **{k: v for k, v in MEDICATION.items() if k != "resourceType"}
    )
    made.save()
    assert made.id == "19"
    assert client.reference("MedicationRequest", "19").to_resource()["intent"] == "order"
    assert [resource["id"] for resource in service.changes()] == ["19"]


def test_fhirpy_tells_errors_as_its_own(url: str):
    client = SyncFHIRClient(url)
    with pytest.raises(ResourceNotFound):
        client.reference("Patient", "S9").to_resource()
    with pytest.raises(OperationOutcome):
        client.resource("Observation", status="final").save()


def test_requests(url: str, service: FhirService):
    with requests.Session() as session:
        session.trust_env = False
        page = session.get(f"{url}/Observation", params={"date": "2023-11-13T12:00:00+02:00"})
        assert page.json()["entry"][0]["resource"]["id"] == "O3"
        assert page.headers["Content-Type"].startswith("application/fhir+json")
        made = session.post(f"{url}/Observation", json=OBSERVATION)
        assert session.get(made.headers["Location"]).json() == made.json()
        assert session.post(f"{url}/Observation/_search", data={"code": "MG"}).json()["total"] == 3
        assert session.head(f"{url}/Patient/S1").status_code == 200
        assert session.delete(f"{url}/Patient/S1").status_code == 405
    assert len(service.changes()) == 1


def test_urllib_follows_links(url: str):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{url}/Observation?_count=5") as first:
        bundle = json.load(first)
    with opener.open(bundle["link"][1]["url"]) as second:
        assert len(json.load(second)["entry"]) == 3


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (b"GET /fhir/Patient?name=jos%C3%A9 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", b"200"),
        (b"HEAD /fhir/Patient/S1 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", b"200"),
        (b"GET /fhir/Patient HTTP/1.1\r\nHost: \xe9\r\n\r\n", b"400"),
        (b"DELETE /fhir/Patient/S1 HTTP/1.1\r\nHost: box\r\n\r\n", b"405"),
    ],
)
def test_through_the_relay(service: FhirService, asked: bytes, status: bytes):
    conversation = Conversation(service)
    conversation.feed(asked)
    assert conversation.answer().startswith(b"HTTP/1.1 " + status)
