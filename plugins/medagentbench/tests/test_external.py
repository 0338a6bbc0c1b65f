"""A FHIR server that already runs, in the place of the embedded one."""

import json

import pytest

from medgym_core import ConfigError, DataError, SandboxError
from medgym_fhir import Snapshot
from medgym_fhir.loopback import serving
from medgym_fhir.testing.deleting import Deleting
from medgym_plugin_medagentbench import external

from . import test_order as forms
from .episode import Episode
from .hospital import DAY, HOUR, MRN, OTHER, lab, patient, pressure

CHART = [
    patient(),
    patient(OTHER, "Nils"),
    *({"id": f"{age}", **lab("MG", 1.2 + age / 10, age * DAY + HOUR)} for age in range(8)),
    {"id": "90", **lab("NA", 140, HOUR)},
    {"id": "91", **lab("MG", 0.8, HOUR, mrn=OTHER)},
    {"id": "92", "category": [{"coding": [{"code": "vital-signs"}]}], **pressure()},
    {"id": "93", "resourceType": "Condition", "subject": {"reference": f"Patient/{MRN}"}},
]


@pytest.fixture
def server():
    return Deleting(Snapshot(CHART))


@pytest.fixture
def made(server, users, tmp_path, published_rows, monkeypatch):
    """A build of what the server has, and the server running."""
    monkeypatch.setattr(external, "PAGE", 3)
    with serving(server) as url:
        raw = tmp_path / "raw"
        raw.mkdir()
        (raw / external.FILE).write_text(json.dumps({"base": f"{url}/fhir/"}))
        (raw / "test_data_v2.json").write_text(json.dumps(published_rows))
        yield users(raw)


@pytest.fixture
def episode(family, made):
    """An episode of the task that replaces magnesium."""
    task = family.task(made, "published", 4)
    return Episode(family, made, task)


def test_a_build_reads_what_gold_needs_page_by_page(family, made):
    assert {split: family.size(made, split) for split in family.splits if family.size(made, split)} == {
        "published": 10
    }
    kept = Snapshot.read(made.private / "resources.ndjson")
    assert {entry.reference for entry in kept} == {
        *(f"Observation/{age}" for age in range(8)),
        *(f"Patient/{mrn}" for mrn in (MRN, OTHER)),
        *("Observation/92", "Condition/93"),
    }
    answers = [family.gold(made, family.task(made, "published", at)).turns[0]["answer"] for at in (2, 4, 7)]
    assert answers == [1, {"value": 1.2, "on_record": 8}, 1]


def test_an_episode_is_graded_and_undone(episode, server):
    assert episode.passes({"value": 1.2, "on_record": 8}, forms.MAGNESIUM)
    assert len(server.changes()) == 1
    episode.service.close()
    assert server.changes() == []


def test_the_reference_solves_every_task_on_it(family, made, play, server):
    for index in range(10):
        task = family.task(made, "published", index)
        (call,) = family.reference(made, task)
        verdict, seen = play(family, made, task, call)
        assert verdict.reward == 1.0, (task.category, seen.text)
        assert server.changes() == []


def test_a_second_job_is_refused(family, made, episode):
    with pytest.raises(ConfigError, match="one job at a time"):
        family.services(made, episode.task)
    episode.service.close()


def test_a_server_that_does_not_delete_is_refused(family, made, server):
    server.silent = True
    with pytest.raises(ConfigError, match="does not offer to delete"):
        family.services(made, family.task(made, "published", 0))


def test_what_cannot_be_restored_is_an_error(family, made, server):
    one = Episode(family, made, family.task(made, "published", 4))
    one.post(forms.MAGNESIUM)
    server.stubborn = True
    with pytest.raises(SandboxError, match="still holds MedicationRequest"):
        one.service.close()


def test_the_charts_of_a_server_need_published_tasks(users, tmp_path):
    (tmp_path / external.FILE).write_text('{"base": "http://127.0.0.1:1/fhir"}')
    with pytest.raises(DataError, match="holds no published tasks"):
        users(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"base": 1}', '{"base": "file:///tmp"}'])
def test_a_bad_address_is_refused(users, tmp_path, text):
    (tmp_path / external.FILE).write_text(text)
    with pytest.raises(DataError, match=r'server\.json must be \{"base": URL\}'):
        users(tmp_path)


def test_a_server_that_refuses_a_search_is_told(users, tmp_path, server, published_rows):
    with serving(server) as url:
        (tmp_path / external.FILE).write_text(json.dumps({"base": f"{url}/elsewhere"}))
        (tmp_path / "tasks.json").write_text(json.dumps(published_rows))
        with pytest.raises(DataError, match=r"elsewhere/Patient.* answers 404"):
            users(tmp_path)
