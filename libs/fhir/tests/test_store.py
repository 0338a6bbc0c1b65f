"""Snapshots, what episodes share and what they do not."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from medgym_core import DataError
from medgym_fhir import FhirService, Snapshot

from .client import NOW, OBSERVATION, get, ids, post


def test_episodes_do_not_see_each_other(chart: Snapshot):
    one, other = FhirService(chart, NOW), FhirService(chart, NOW)
    post(one, OBSERVATION)
    assert len(one.changes()) == 1
    assert other.changes() == []
    assert "19" not in ids(json.loads(get(other, "Observation?patient=S1").body))
    assert get(other, "Observation/19").status == 404


def test_episodes_at_once(chart: Snapshot):
    def episode(number: int) -> list[str]:
        service = FhirService(chart, NOW)
        for _ in range(number):
            assert post(service, OBSERVATION).status == 201
            get(service, "Observation?date=ge2023&_sort=-date")
        return ids(json.loads(get(service, "Observation?patient=S1&code:text=BP").body))

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(episode, range(12)))
    assert found == [["O4", *(str(19 + k) for k in range(n))] for n in range(12)]


def test_requests_leave_the_snapshot_as_it_was(chart: Snapshot, tmp_path: Path):
    chart.write(tmp_path / "before")
    service = FhirService(chart, NOW)
    post(service, OBSERVATION)
    for path in ("Observation?_sort=-date", "Patient?name=x", "Condition", "metadata"):
        get(service, path)
    chart.write(tmp_path / "after")
    assert (tmp_path / "before").read_bytes() == (tmp_path / "after").read_bytes()


def allocated(number: int) -> int:
    """Blocks of memory that opening 100 servers on so many resources takes."""
    snapshot = Snapshot({"resourceType": "Patient", "id": str(n)} for n in range(number))
    before = sys.getallocatedblocks()
    services = [FhirService(snapshot, NOW) for _ in range(100)]
    return sys.getallocatedblocks() - before if services else 0


def test_opening_copies_nothing():
    assert allocated(6000) < allocated(6) + 6000


def test_written_and_read_is_the_same(chart: Snapshot, tmp_path: Path):
    chart.write(tmp_path / "chart.ndjson")
    again = Snapshot.read(tmp_path / "chart.ndjson")
    assert [entry.resource for entry in again] == [entry.resource for entry in chart]
    assert len(again) == len(chart) == 18


def test_a_shared_snapshot_is_read_once(chart: Snapshot, tmp_path: Path):
    chart.write(tmp_path / "chart.ndjson")
    assert Snapshot.shared(tmp_path / "chart.ndjson") is Snapshot.shared(tmp_path / "chart.ndjson")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("{", "no JSON"),
        ("[]", "resourceType is none of"),
        ('{"resourceType":"Encounter","id":"1"}', "resourceType is none of"),
        ('{"resourceType":"Patient"}', "id None"),
        ('{"resourceType":"Patient","id":"S1"}', "was there before"),
    ],
)
def test_bad_lines_are_named(tmp_path: Path, line: str, text: str):
    file = tmp_path / "bad.ndjson"
    file.write_text('{"resourceType":"Patient","id":"S1"}\n' + line + "\n")
    with pytest.raises(DataError, match=f"bad.ndjson, line 2: .*{text}"):
        Snapshot.read(file)


RESULT = OBSERVATION | {"id": "late-1"}


def test_what_is_received_is_found_and_is_not_created(chart: Snapshot):
    service = FhirService(chart, NOW)
    service.receive(RESULT)
    assert post(service, OBSERVATION).status == 201
    assert json.loads(get(service, "Observation/late-1").body)["valueString"] == OBSERVATION["valueString"]
    assert ids(json.loads(get(service, "Observation?patient=S1&code:text=BP").body)) == ["O4", "late-1", "19"]
    assert [each["id"] for each in service.changes()] == ["19"]
    assert service.snapshot().keys() == {"Observation/19"}


def test_an_id_that_is_taken_is_not_received(chart: Snapshot):
    service = FhirService(chart, NOW)
    service.receive(RESULT)
    for name in ("O1", "late-1"):
        with pytest.raises(ValueError, match="already"):
            service.receive(RESULT | {"id": name})


def test_ids_may_be_given(chart: Snapshot):
    names = iter(["mine", None])
    service = FhirService(chart, NOW, name=lambda resource: next(names))
    assert [json.loads(post(service, OBSERVATION).body)["id"] for _ in range(2)] == ["mine", "19"]


def test_allergies_and_messages_are_created_and_searched(chart: Snapshot):
    service = FhirService(chart, NOW)
    patient = {"reference": "Patient/S1"}
    allergy = {"resourceType": "AllergyIntolerance", "patient": patient, "code": {"text": "penicillin"}}
    message = {"resourceType": "Communication", "status": "completed", "subject": patient, "sent": NOW}
    assert post(service, allergy).status == post(service, message).status == 201
    answered = message | {"inResponseTo": [{"reference": "Communication/20"}]}
    assert post(service, answered).status == 201
    assert post(service, answered | {"inResponseTo": [{"reference": "Communication/9"}]}).status == 422
    assert post(service, allergy | {"criticality": "very"}).status == 422
    assert post(service, {"resourceType": "AllergyIntolerance"}).status == 422
    assert ids(json.loads(get(service, "AllergyIntolerance?patient=S1").body)) == ["19"]
    assert ids(json.loads(get(service, "Communication?in-response-to=Communication/20").body)) == ["21"]
