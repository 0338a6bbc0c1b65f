"""A public FHIR client's own calls from inside the box."""

import re
import socket

import pytest

from medgym_core import ActionCall, gold_of
from medgym_plugin_medagentbench.errands import FHIR
from medgym_sandbox.environment import pins

from .test_order import A1C

SANDBOXES = ("process", pytest.param("docker", marks=pytest.mark.docker))

FHIRPY = """\
from datetime import datetime
from fhirpy import SyncFHIRClient
from fhirpy.base.exceptions import OperationOutcome, ResourceNotFound

client = SyncFHIRClient("http://127.0.0.1:8080/fhir")
patient = client.reference("Patient", mrn).to_resource()
assert patient.id == client.resources("Patient").search(identifier=mrn).first().id == mrn
search = client.resources("Observation").search(patient=mrn, code="A1C")
found = search.limit(2).fetch_all()
assert len(found) == search.count()
now = datetime.fromisoformat("2023-11-13T10:15:00+00:00")
kept = [
    (datetime.fromisoformat(each["effectiveDateTime"]), each)
    for each in found
    if each["status"] in ("final", "amended", "corrected")
]
kept = sorted((pair for pair in kept if pair[0] <= now), key=lambda pair: pair[0])
try:
    client.reference("Patient", "S0000000").to_resource()
    raise AssertionError("nobody has this number")
except ResourceNotFound:
    pass
try:
    client.resource("ServiceRequest", status="active").save()
    raise AssertionError("an order needs an intent")
except OperationOutcome:
    pass
if not kept or kept[-1][0] < now.replace(year=2022):
    order = client.resource("ServiceRequest", **ORDER)
    order["subject"] = patient.to_reference()
    order.save()
    assert client.reference("ServiceRequest", order.id).to_resource()["priority"] == "stat"
value = kept[-1][1].get_by_path(["valueQuantity", "value"]) if kept else None
answer = {
    "value": value,
    "taken": kept[-1][1]["effectiveDateTime"] if kept else None,
    "on_record": len(found),
}
"""
URLLIB = """\
import json, urllib.request, urllib.error
base = "http://127.0.0.1:8080/fhir"
with urllib.request.urlopen(f"{base}/metadata") as response:
    assert json.load(response)["fhirVersion"].startswith("4.0")
    assert response.headers["Content-Type"].startswith("application/fhir+json")
try:
    urllib.request.urlopen(f"{base}/Encounter")
except urllib.error.HTTPError as error:
    outcome = json.load(error)
answer = outcome["resourceType"]
"""
OUTSIDE = """\
import socket
reached = []
for address in (("192.0.2.1", 80), ("127.0.0.1", 8081), ("example.org", 80)):
    try:
        socket.create_connection(address, timeout=2).close()
        reached.append(address)
    except OSError:
        pass
answer = reached
"""


@pytest.fixture
def sandbox(request):
    """The name of a sandbox that can be started here."""
    if request.param == "docker":
        request.getfixturevalue("docker_engine")
    return request.param


def submission(code):
    return ActionCall(name="code_execution", arguments={"code": code, "submit": True})


def test_the_box_has_requests_and_a_fhir_client(family):
    names = {pin.partition("==")[0] for pin in pins(family.environment)}
    assert {"requests", "fhirpy"} <= names


@pytest.mark.parametrize("sandbox", SANDBOXES, indirect=True)
@pytest.mark.parametrize("index", [9, 19, 29])
def test_fhirpy_solves_a_task_with_its_own_calls(family, build, play, sandbox, index):
    task = family.task(build, "test", index)
    assert task.category == "renew-a1c"
    order = {name: value for name, value in A1C.items() if name not in ("resourceType", "subject")}
    (mrn,) = set(re.findall(r"\bS\d{7}\b", task.turns[0].question))
    code = f"ORDER, mrn = {order!r}, {mrn!r}\n{FHIRPY}"
    verdict, seen = play(family, build, task, submission(code), sandbox)
    assert verdict.reward == 1.0, seen.text


def test_an_order_is_and_is_not_among_those_tasks(family, build):
    golds = [gold_of(family, build, family.task(build, "test", index)).turns[0] for index in (9, 19, 29)]
    assert {len(gold["services"]["fhir"]["added"]) for gold in golds} == {0, 1}


@pytest.mark.parametrize("sandbox", SANDBOXES, indirect=True)
def test_urllib_reads_the_statement_and_an_outcome(family, build, play, sandbox):
    _, seen = play(family, build, family.task(build, "test", 0), submission(URLLIB), sandbox)
    assert seen.outcome.answer == '"OperationOutcome"', seen.text


@pytest.mark.parametrize("sandbox", SANDBOXES[1:], indirect=True)
def test_nothing_else_is_reached_from_the_box(family, build, play, sandbox):
    _, seen = play(family, build, family.task(build, "test", 0), submission(OUTSIDE), sandbox)
    assert seen.outcome.answer == "[]", seen.text


def test_on_the_host_no_port_is_open(family, build):
    (service,) = family.services(build, family.task(build, "test", 0)).values()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", FHIR.port), timeout=2)
    service.close()
