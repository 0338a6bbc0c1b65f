"""Gold of the inbox against its second computation from the texts that the agent reads."""

import json

import pytest

from medgym_plugin_medagentbench.inbox import session

from . import shifts


def flat(resource):
    """A resource of gold as the second program has it."""
    if resource["resourceType"] == "ServiceRequest":
        code = resource["code"]["coding"][0]["code"]
        return ("ask", code, resource["priority"], resource.get("occurrenceDateTime"))
    drug = resource["medicationCodeableConcept"]["coding"][0]["code"]
    prior = resource.get("priorPrescription", {}).get("reference", "/").split("/")[1] or None
    if resource["status"] == "stopped":
        return ("stop", drug, None, prior)
    given = resource["dosageInstruction"][0]
    quantity = given["doseAndRate"][0]["doseQuantity"]
    return (
        "give",
        drug,
        (float(quantity["value"]), quantity["unit"], given["timing"]["code"]["text"]),
        prior,
    )


def disagreements(built, split, index):
    shift = session.read(built.private, split, index)
    texts = json.loads((built.public / "protocols.json").read_text(encoding="utf-8"))
    desk = shifts.Desk(shift.resources)
    for place, (message, right) in enumerate(zip(shift.messages, shift.rights(), strict=True)):
        desk.rows += message.arrivals
        name, mrn = message.template, message.patient
        reason, value, made = shifts.solved(desk, name, mrn, message.text, texts[name])
        same = value == right.value or (None not in (value, right.value) and abs(value - right.value) < 1e-6)
        if (reason, sorted(made, key=str)) != (
            right.reason,
            sorted(map(flat, right.orders), key=str),
        ) or not same:
            yield f"{split}/{index} {name}: {reason} {value} {made}; gold {right}"
        desk.rows += [{**each, "id": session.label(place, each)} for each in right.orders]


def compared(built, family):
    every = [(split, index) for split in session.SPLITS for index in range(family.size(built, split))]
    return [each for split, index in every for each in disagreements(built, split, index)]


def test_a_small_build_is_computed_again(family, small):
    assert compared(small, family) == []


@pytest.mark.slow
def test_every_session_is_computed_again(family, build):
    assert compared(build, family) == []


def test_another_kidney_function_is_noticed(family, small, monkeypatch):
    kidney = shifts._kidney
    monkeypatch.setattr(shifts, "_kidney", lambda *given: kidney(*given) + 0.1)
    assert compared(small, family)
