"""A server that already runs: reads pass, creates are undone, one job at a time."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from medgym_core import ConfigError, SandboxError
from medgym_fhir import ExternalFhir, Snapshot
from medgym_fhir.loopback import serving
from medgym_fhir.remote import Answer, Remote
from medgym_fhir.testing.deleting import Deleting

from .client import FORM, JSON, OBSERVATION, REFERRAL, get, header, ids, link, post, send


@pytest.fixture
def far(chart: Snapshot) -> Deleting:
    return Deleting(chart)


@pytest.fixture
def url(far: Deleting) -> Iterator[str]:
    with serving(far) as base:
        yield f"{base}/fhir"


@pytest.fixture
def external(url: str, tmp_path: Path) -> Iterator[ExternalFhir]:
    service = ExternalFhir(url, tmp_path / "journal")
    yield service
    service.close()


def test_reads_pass_through(external: ExternalFhir):
    assert ids(json.loads(get(external, "Observation?patient=S1&_sort=-date").body)) == [
        "O2",
        "O3",
        "O1",
        "O4",
    ]
    found = send(external, "POST", "/fhir/Observation/_search", FORM, b"code=MG&date=ge2023")
    assert ids(json.loads(found.body)) == ["O1", "O2"]
    assert get(external, "Patient/S9").status == 404


def test_links_lead_through_the_box(external: ExternalFhir, url: str):
    answer = get(external, "Observation?_count=3")
    assert url.encode() not in answer.body
    path = (link(json.loads(answer.body), "next") or "").removeprefix("http://box/fhir")
    assert ids(json.loads(send(external, "GET", f"/fhir{path}").body)) == ["O4", "O5", "O6"]


def test_absolute_references_of_the_box_are_understood(external: ExternalFhir):
    assert len(json.loads(get(external, "Condition?patient=http://box/fhir/Patient/S1").body)["entry"]) == 1
    created = post(external, OBSERVATION | {"subject": {"reference": "http://box/fhir/Patient/S1"}})
    assert created.status == 201


def test_creates_are_seen_and_undone(url: str, far: Deleting, tmp_path: Path):
    external = ExternalFhir(url, tmp_path / "journal")
    assert external.snapshot() == {}
    answer = post(external, OBSERVATION)
    post(external, REFERRAL)
    assert header(answer, "location") == "http://box/fhir/Observation/19/_history/1"
    state = external.snapshot()
    assert isinstance(state, dict)
    assert state == far.snapshot()
    assert list(state) == ["Observation/19", "ServiceRequest/20"]
    external.close()
    assert far.snapshot() == {}
    assert (tmp_path / "journal").read_text() == ""


def test_what_was_there_is_not_undone(url: str, far: Deleting, external: ExternalFhir):
    kept = post(far, OBSERVATION)
    answer = post(external, OBSERVATION, ("if-none-exist", "code:text=BP&_id=19"))
    assert (kept.status, answer.status) == (201, 200)
    external._restore()
    assert list(far.snapshot()) == ["Observation/19"]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("DELETE", "/fhir/Observation/O1", 405),
        ("PUT", "/fhir/Observation/O1", 405),
        ("PATCH", "/fhir/Observation/O1", 405),
        ("POST", "/fhir", 405),
        ("POST", "/fhir/Patient", 405),
        ("POST", "/fhir/Observation/O1/_search", 405),
        ("POST", "/fhir/$reindex", 404),
        ("GET", "/fhir/Patient/S1/$everything", 404),
        ("GET", "/fhir/../admin", 404),
        ("GET", "/fhir/%2e%2e/admin", 404),
        ("GET", "/admin", 404),
        ("GET", "//elsewhere/fhir/Patient", 404),
    ],
)
def test_what_could_not_be_undone_is_refused(
    external: ExternalFhir, far: Deleting, method: str, path: str, status: int
):
    before = len(far.seen)
    answer = send(external, method, path, JSON, json.dumps(OBSERVATION).encode())
    assert answer.status == status
    assert json.loads(answer.body)["resourceType"] == "OperationOutcome"
    assert len(far.seen) == before


def test_one_job_at_a_time(url: str, tmp_path: Path):
    first = ExternalFhir(url, tmp_path / "journal")
    with pytest.raises(ConfigError, match=r"another job uses the FHIR server .*--jobs 1"):
        ExternalFhir(url, tmp_path / "journal")
    first.close()
    ExternalFhir(url, tmp_path / "journal").close()


def test_a_server_that_cannot_delete_is_refused(url: str, far: Deleting, tmp_path: Path):
    far.silent = True
    with pytest.raises(ConfigError, match="does not offer to delete MedicationRequest, Observation"):
        ExternalFhir(url, tmp_path / "journal")
    ExternalFhir(url, tmp_path / "journal", creates=()).close()


def test_what_a_cut_off_job_left_is_undone_by_the_next(url: str, far: Deleting, tmp_path: Path):
    cut_off = ExternalFhir(url, tmp_path / "journal")
    post(cut_off, OBSERVATION)
    cut_off._journal.close()
    assert len(far.changes()) == 1
    ExternalFhir(url, tmp_path / "journal").close()
    assert far.changes() == []


def test_what_stays_is_told_and_noted(url: str, far: Deleting, tmp_path: Path):
    external = ExternalFhir(url, tmp_path / "journal")
    post(external, OBSERVATION)
    far.stubborn = True
    with pytest.raises(SandboxError, match="still holds Observation/19"):
        external.close()
    assert (tmp_path / "journal").read_text() == "Observation/19\n"


def test_a_server_that_does_not_answer_is_our_fault(tmp_path: Path):
    with pytest.raises(SandboxError, match="no answer from the FHIR server"):
        ExternalFhir("http://127.0.0.1:1/fhir", tmp_path / "journal")


def test_a_note_that_was_cut_off_is_not_taken_for_another_resource(url: str, far: Deleting, tmp_path: Path):
    post(far, OBSERVATION)
    (tmp_path / "journal").write_text("Observation/19")
    ExternalFhir(url, tmp_path / "journal").close()
    assert len(far.changes()) == 1


def test_a_request_that_only_upsets_the_server_is_answered_for(
    external: ExternalFhir, monkeypatch: pytest.MonkeyPatch
):
    send_on = Remote.send

    def upset(remote: Remote, method: str, target: str, *args: object) -> Answer:
        if "Observation" in target:
            raise SandboxError("no answer")
        return send_on(remote, method, target, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Remote, "send", upset)
    assert get(external, "Observation?patient=S1").status == 504
    assert get(external, "Patient/S1").status == 200
