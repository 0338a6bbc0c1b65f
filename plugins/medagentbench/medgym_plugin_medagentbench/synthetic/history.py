"""What fills a chart: vital signs, conditions, medication orders, procedures."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.clock import NOW
from medgym_plugin_medagentbench.pressure import pressure

CONDITIONS = {
    "I10": "Essential hypertension",
    "E11.9": "Type 2 diabetes mellitus without complications",
    "E78.5": "Hyperlipidemia, unspecified",
    "N18.3": "Chronic kidney disease, stage 3",
    "M17.9": "Osteoarthritis of knee",
    "J45.909": "Unspecified asthma",
    "K21.9": "Gastro-esophageal reflux disease",
    "F32.9": "Depression, unspecified",
}
MEDICATIONS = {
    "lisinopril 10 mg tablet": "oral",
    "metformin 500 mg tablet": "oral",
    "atorvastatin 40 mg tablet": "oral",
    "insulin lispro": "subcutaneous",
    "heparin 5,000 units": "subcutaneous",
    "furosemide 20 mg": "IV",
}
PROCEDURES = {
    "IMG0001": "Chest radiograph",
    "LAB0002": "Complete blood count",
    "ECG0003": "Electrocardiogram",
}
"""Local order codes."""


def history(mrn: str, rng: Random) -> Iterator[dict[str, Any]]:
    """All of it for one patient."""
    subject = {"reference": f"Patient/{mrn}", "identifier": {"value": mrn}}
    yield from (each | {"subject": subject} for each in _vitals(rng))
    for _ in range(rng.randint(21, 24) if rng.random() < 0.12 else rng.randint(2, 11)):
        yield _condition(rng) | {"subject": subject}
    for _ in range(rng.randint(1, 5)):
        yield _medication(rng) | {"subject": subject}
    for _ in range(rng.randint(1, 5)):
        yield _procedure(rng) | {"subject": subject}


def _time(rng: Random) -> str:
    return clock.written(NOW - timedelta(minutes=rng.randint(60, 1_800 * 24 * 60)))


def _vitals(rng: Random) -> Iterator[dict[str, Any]]:
    pressures = rng.randint(21, 25) if rng.random() < 0.1 else rng.randint(0, 7)
    drawn = [("BP", pressure(rng, 92, 178)) for _ in range(pressures)]
    drawn += [("Heart Rate", str(rng.randint(52, 118))), ("RR", str(rng.randint(11, 24)))]
    drawn += [("SpO2", str(rng.randint(90, 100))), ("Temp", f"{rng.randint(964, 1018) / 10}"), ("FiO2", "21")]
    for name, value in drawn:
        yield {
            "resourceType": "Observation",
            "category": [
                {"coding": [{"system": _CATEGORY, "code": "vital-signs", "display": "Vital Signs"}]}
            ],
            "code": {"text": name},
            "effectiveDateTime": _time(rng),
            "valueString": value,
        }


def _condition(rng: Random) -> dict[str, Any]:
    code, text = rng.choice(list(CONDITIONS.items()))
    since = _time(rng)
    coding = {"system": "http://hl7.org/fhir/sid/icd-10", "code": code, "display": text}
    return {
        "resourceType": "Condition",
        "code": {"coding": [coding], "text": text},
        "onsetDateTime": since,
        "recordedDate": since,
    }


def _medication(rng: Random) -> dict[str, Any]:
    text, route = rng.choice(list(MEDICATIONS.items()))
    dose = {"doseQuantity": {"value": rng.choice((1, 2, 5)), "unit": "unit"}}
    times = {"code": {"text": rng.choice(("daily", "twice daily", "once"))}}
    return {
        "resourceType": "MedicationRequest",
        "status": "active",
        "intent": "order",
        "medicationCodeableConcept": {"text": text},
        "authoredOn": _time(rng),
        "dosageInstruction": [{"timing": times, "route": {"text": route}, "doseAndRate": [dose]}],
    }


def _procedure(rng: Random) -> dict[str, Any]:
    code, text = rng.choice(list(PROCEDURES.items()))
    coding = {"system": "http://www.ama-assn.org/go/cpt", "code": code, "display": text}
    return {
        "resourceType": "Procedure",
        "code": {"coding": [coding], "text": text},
        "performedDateTime": _time(rng),
    }


_CATEGORY = "http://hl7.org/fhir/observation-category"
