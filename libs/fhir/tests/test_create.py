"""Creating, reading back, and what may not be created."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_fhir import FhirService, Snapshot

from .client import (
    JSON,
    MEDICATION,
    NOW,
    OBSERVATION,
    REFERRAL,
    diagnostics,
    get,
    header,
    ids,
    post,
    send,
)

WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


@pytest.mark.parametrize("resource", [OBSERVATION, MEDICATION, REFERRAL], ids=lambda r: r["resourceType"])
@pytest.mark.parametrize("validation", ["lenient", "full"])
def test_what_is_created_is_read_back(chart: Snapshot, validation: Any, resource: dict[str, Any]):
    service = FhirService(chart, NOW, validation=validation)
    answer = post(service, resource)
    assert answer.status == 201, answer.body
    created = json.loads(answer.body)
    assert created == resource | {"id": "19", "meta": {"versionId": "1", "lastUpdated": NOW}}
    assert (
        header(answer, "Location") == f"http://box/fhir/{resource['resourceType']}/{created['id']}/_history/1"
    )
    assert header(answer, "ETag") == 'W/"1"'
    for path in (f"{resource['resourceType']}/19", f"{resource['resourceType']}/19/_history/1"):
        assert json.loads(get(service, path).body) == created


@given(text=WORDS, value=st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**63), 2**63))
def test_any_text_and_number_survives(chart: Snapshot, text: str, value: float):
    service = FhirService(chart, NOW)
    resource = OBSERVATION | {"valueString": text, "valueQuantity": {"value": value}}
    assert post(service, resource).status == 201
    [created] = service.changes()
    assert {name: created[name] for name in resource} == resource


def test_created_resources_are_found_and_are_all_that_changes(service: FhirService):
    before = service.snapshot()
    post(service, OBSERVATION)
    post(service, MEDICATION)
    assert before == {}
    assert ids(json.loads(get(service, "Observation?patient=S1&code:text=BP").body)) == ["O4", "19"]
    assert list(service.snapshot()) == ["Observation/19", "MedicationRequest/20"]  # type: ignore[arg-type]
    assert [resource["id"] for resource in service.changes()] == ["19", "20"]


def test_the_benchmarks_own_forms_are_taken_and_kept(service: FhirService):
    route = json.loads(json.dumps(MEDICATION).replace('{"text": "IV"}', '"IV"'))
    note = REFERRAL | {"note": {"text": "Situation"}}
    assert post(service, route).status == post(service, note).status == 201
    kept_route, kept_note = service.changes()
    assert kept_route["dosageInstruction"][0]["route"] == "IV"
    assert kept_note["note"] == {"text": "Situation"}


def test_full_validation_refuses_the_benchmarks_own_forms(chart: Snapshot):
    service = FhirService(chart, NOW, validation="full")
    route = json.loads(json.dumps(MEDICATION).replace('{"text": "IV"}', '"IV"'))
    assert "route must be an object" in diagnostics(post(service, route))
    assert "note must be a list" in diagnostics(post(service, REFERRAL | {"note": {"text": "x"}}))


def test_full_validation_knows_every_element(chart: Snapshot):
    typo = OBSERVATION | {"valueStrin": "1"}
    assert post(FhirService(chart, NOW), typo).status == 201
    refused = post(FhirService(chart, NOW, validation="full"), typo)
    assert refused.status == 422
    assert "valueStrin" in diagnostics(refused)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"status": None}, "Observation.status is empty"),
        ({"status": "done"}, "one of registered"),
        ({"code": "BP"}, "Observation.code must be an object"),
        ({"code": {"coding": {"code": "BP"}}}, "Observation.code.coding must be a list"),
        ({"category": {"text": "x"}}, "Observation.category must be a list"),
        ({"effectiveDateTime": "13/11/2023"}, "no FHIR date"),
        ({"effectiveDateTime": 2023}, "must be a string"),
        ({"subject": {"reference": "Patient/S9"}}, "there is no Patient/S9"),
        ({"subject": {"reference": "S1"}}, "as Patient/ID"),
        ({"subject": {"identifier": {"value": "S1"}}}, "as Patient/ID"),
        ({"subject": "Patient/S1"}, "Observation.subject must be an object"),
        ({"subject": {"reference": ["Patient/S1"]}}, "must be a string"),
        ({"basedOn": [{"reference": "ServiceRequest/R9"}]}, "there is no ServiceRequest/R9"),
        ({"note": []}, "Observation.note is empty"),
    ],
)
def test_broken_rules_are_told(service: FhirService, change: dict[str, Any], text: str):
    answer = post(service, OBSERVATION | change)
    assert answer.status == 422
    assert text in diagnostics(answer)
    assert service.changes() == []


@pytest.mark.parametrize(
    ("resource", "name"),
    [(OBSERVATION, "status"), (OBSERVATION, "subject"), (MEDICATION, "intent"), (REFERRAL, "status"),
     (MEDICATION, "medicationCodeableConcept")],
)  # fmt: skip
def test_required_elements(service: FhirService, resource: dict[str, Any], name: str):
    answer = post(service, {key: value for key, value in resource.items() if key != name})
    assert answer.status == 422
    assert f"{name} " in diagnostics(answer)


def test_all_faults_are_told_at_once(service: FhirService):
    answer = post(service, {"resourceType": "ServiceRequest", "note": 5})
    assert len(json.loads(answer.body)["issue"]) == 4


def test_an_absolute_reference_to_the_server_becomes_relative(service: FhirService):
    subject = {"reference": "http://box/fhir/Patient/S1"}
    assert post(service, OBSERVATION | {"subject": subject}).status == 201
    assert service.changes()[0]["subject"] == {"reference": "Patient/S1"}


def test_the_clients_id_and_version_do_not_count(service: FhirService):
    meta = {"versionId": "9", "lastUpdated": "2001", "tag": [{"code": "x"}]}
    created = json.loads(post(service, OBSERVATION | {"id": "O1", "meta": meta}).body)
    assert created["id"] == "19"
    assert created["meta"] == {"versionId": "1", "lastUpdated": NOW, "tag": [{"code": "x"}]}


def test_minimal_return_has_no_body(service: FhirService):
    assert post(service, OBSERVATION, ("prefer", "return=minimal")).body == b""


@pytest.mark.parametrize(("condition", "status"), [("code=BP2", 201), ("_id=O1", 200), ("code=MG", 412)])
def test_if_none_exist(service: FhirService, condition: str, status: int):
    assert post(service, OBSERVATION, ("if-none-exist", condition)).status == status
    assert len(service.changes()) == (status == 201)


def test_a_free_number_is_found(chart: Snapshot):
    taken = [{"resourceType": "Patient", "id": "S1"}, {"resourceType": "Observation", "id": "3"}]
    service = FhirService(Snapshot(taken), NOW)
    assert [json.loads(post(service, OBSERVATION).body)["id"] for _ in range(2)] == ["4", "5"]


def test_an_episode_cannot_fill_the_memory(service: FhirService):
    body = json.dumps(OBSERVATION | {"valueString": "x" * 1_000_000}).encode()
    statuses = [send(service, "POST", "/fhir/Observation", JSON, body).status for _ in range(20)]
    assert statuses == [201] + [413] * 19
