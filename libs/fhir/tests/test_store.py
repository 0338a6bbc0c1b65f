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
