"""Gold of every message of the inbox against its second computation from the texts that the agent reads."""

import json
from collections import Counter

from medgym_plugin_medagentbench.inbox import session

from . import shifts


def told(resource):
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
    dose = (float(quantity["value"]), quantity["unit"], given["timing"]["code"]["text"])
    return ("give", drug, dose, prior)


def differences(shift, texts):
    """None for each message on which both agree, else what was computed and gold."""
    desk = shifts.Desk(shift.resources)
    for place, (message, right) in enumerate(zip(shift.messages, shift.rights(), strict=True)):
        desk.rows += message.arrivals
        name = message.template
        reason, value, made = shifts.solved(desk, name, message.patient, message.text, texts[name])
        same = value == right.value or (None not in (value, right.value) and abs(value - right.value) < 1e-6)
        orders = sorted(map(told, right.orders), key=str)
        if same and (reason, sorted(made, key=str)) == (right.reason, orders):
            yield None
        else:
            yield f"{name}: {reason} {value} {made}; gold {right}"
        desk.rows += [{**each, "id": session.label(place, each)} for each in right.orders]


def compare_sessions(family, build):
    """Messages that agree by split, and every disagreement."""
    texts = json.loads((build.public / "protocols.json").read_text(encoding="utf-8"))
    agreed, disagreed = Counter(), []
    for split in session.SPLITS:
        for index in range(family.size(build, split)):
            found = [*differences(session.read(build.private, split, index), texts)]
            agreed[split] += found.count(None)
            disagreed += [f"{split}/{index} {each}" for each in found if each is not None]
    return agreed, disagreed
