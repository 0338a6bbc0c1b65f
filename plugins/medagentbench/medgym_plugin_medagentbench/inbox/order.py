"""What a message may call for, as resources: prescriptions, stops, requests and the reply to the message."""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import JsonValue

from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.order import Order

FORMULARY, CATALOGUE, REASON = "urn:medgym:formulary", "urn:medgym:catalogue", "urn:medgym:reason"
"""Code systems of the invented practice: drugs, what can be requested, reasons of replies."""
NOW = clock.written(clock.NOW)
TIMES = {"daily": 1, "twice daily": 2, "three times daily": 3}
"""How a dose is repeated, and how often a day that is."""


class Dose(NamedTuple):
    """What is taken at once, and how often."""

    amount: float
    times: str
    """A key of :data:`TIMES`."""
    unit: str = "mg"

    @property
    def daily(self) -> float:
        """What is taken in a day."""
        return self.amount * TIMES[self.times]


def prescription(mrn: str, drug: str, dose: Dose, prior: str = "", status: str = "active") -> dict[str, Any]:
    """A prescription of now; ``prior`` is the reference of the one that it replaces or stops."""
    quantity = {"value": dose.amount, "unit": dose.unit}
    replaced = {"priorPrescription": {"reference": prior}} if prior else {}
    instruction = {"timing": {"code": {"text": dose.times}}, "doseAndRate": [{"doseQuantity": quantity}]}
    return {
        "resourceType": "MedicationRequest",
        "status": status,
        "intent": "order",
        "authoredOn": NOW,
        "medicationCodeableConcept": {"coding": [{"system": FORMULARY, "code": drug}]},
        "subject": {"reference": f"Patient/{mrn}"},
        **({"dosageInstruction": [instruction]} if status == "active" else {}),
        **replaced,
    }


def stop(mrn: str, drug: str, prior: str) -> dict[str, Any]:
    """The end of a prescription, which itself stays as it is."""
    return prescription(mrn, drug, Dose(0, "daily"), prior, "stopped")


def request(mrn: str, code: str, priority: str = "routine", on: str = "") -> dict[str, Any]:
    """A test or examination that is asked for, on the day ``on`` if that is not now."""
    return {
        "resourceType": "ServiceRequest",
        "status": "active",
        "intent": "order",
        "priority": priority,
        "authoredOn": NOW,
        "code": {"coding": [{"system": CATALOGUE, "code": code}]},
        "subject": {"reference": f"Patient/{mrn}"},
        **({"occurrenceDateTime": on} if on else {}),
    }


def reply(mrn: str, message: str, reason: str) -> Order:
    """The reply that closes a message."""
    answered: JsonValue = [{"reference": f"Communication/{message}"}]
    return {
        "resourceType": "Communication",
        "status": "completed",
        "inResponseTo": answered,
        "reasonCode": [{"coding": [{"system": REASON, "code": reason}]}],
        "subject": {"reference": f"Patient/{mrn}"},
    }
