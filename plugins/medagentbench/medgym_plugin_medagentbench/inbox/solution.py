"""What the reference does on the server, whatever the message; see ``solving.py``."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import requests

Given = dict[str, Any]

BASE = "http://127.0.0.1:8080/fhir"
NOW = datetime.fromisoformat("2023-11-13T10:15:00+00:00")
DAY = timedelta(days=1)
FORMULARY, CATALOGUE, REASON = "urn:medgym:formulary", "urn:medgym:catalogue", "urn:medgym:reason"
DAILY = {"daily": 1, "twice daily": 2, "three times daily": 3}


def search(kind: str, **parameters: str) -> Iterator[Any]:
    """All resources that a search finds, page by page."""
    bundle = requests.get(f"{BASE}/{kind}", params=parameters, timeout=20).json()
    while True:
        yield from (entry["resource"] for entry in bundle.get("entry", ()))
        following = [link["url"] for link in bundle["link"] if link["relation"] == "next"]
        if not following:
            return
        bundle = requests.get(following[0], timeout=20).json()


def create(kind: str, given: Given, **elements: Any) -> str:
    """One new resource of the patient; its id."""
    subject = {"reference": f"Patient/{given['mrn']}"}
    body = {"resourceType": kind, "subject": subject, **elements}
    response = requests.post(f"{BASE}/{kind}", json=body, timeout=20)
    response.raise_for_status()
    return str(response.json()["id"])


def order(kind: str, given: Given, **elements: Any) -> None:
    """A new order of now."""
    create(kind, given, **{"status": "active", "intent": "order", "authoredOn": NOW.isoformat(), **elements})


def coded(system: str, code: str) -> dict[str, Any]:
    """A concept."""
    return {"coding": [{"system": system, "code": code}]}


def prescribe(given: Given, drug: str, dose: list[Any], prior: str = "") -> None:
    """A prescription, which may replace another."""
    amount, times, *unit = dose
    quantity = {"value": amount, "unit": unit[0] if unit else "mg"}
    replaced = {"priorPrescription": {"reference": prior}} if prior else {}
    instruction = {"timing": {"code": {"text": times}}, "doseAndRate": [{"doseQuantity": quantity}]}
    concept = coded(FORMULARY, drug)
    order(
        "MedicationRequest",
        given,
        medicationCodeableConcept=concept,
        dosageInstruction=[instruction],
        **replaced,
    )


def stop(given: Given, drug: str, prior: str) -> None:
    """The end of a prescription."""
    ended = {"reference": prior}
    concept = coded(FORMULARY, drug)
    elements = {"status": "stopped", "medicationCodeableConcept": concept, "priorPrescription": ended}
    order("MedicationRequest", given, **elements)


def ask(given: Given, code: str, priority: str = "routine", **elements: Any) -> None:
    """A request."""
    order("ServiceRequest", given, priority=priority, code=coded(CATALOGUE, code), **elements)


def close(given: Given, reason: str, value: float | None) -> dict[str, Any]:
    """The reply, and the answer."""
    answered = [{"reference": f"Communication/{given['message']}"}]
    concept = coded(REASON, reason)
    created = create("Communication", given, status="completed", inResponseTo=answered, reasonCode=[concept])
    return {"reply": created, "value": value}


def results(given: Given, code: str) -> list[tuple[datetime, float]]:
    """Times and values of the results that count, oldest first."""
    return sorted(
        (datetime.fromisoformat(each["effectiveDateTime"]), each["valueQuantity"]["value"])
        for each in search("Observation", patient=given["mrn"], code=code)
        if each.get("status") in ("final", "amended", "corrected")
        and datetime.fromisoformat(each["effectiveDateTime"]) <= NOW
    )


def in_force(given: Given) -> list[Any]:
    """Prescriptions in force."""
    every = list(search("MedicationRequest", patient=given["mrn"]))
    ended = {each.get("priorPrescription", {}).get("reference") for each in every}
    return [each for each in every if each["status"] == "active" and reference(each) not in ended]


def reference(resource: Any) -> str:
    """Of a resource."""
    return f"{resource['resourceType']}/{resource['id']}"


def drug_of(prescription: Any) -> str:
    """What it is for."""
    return str(prescription["medicationCodeableConcept"]["coding"][0]["code"])


def dose_of(prescription: Any) -> list[Any]:
    """Amount, times and unit."""
    (instruction,) = prescription["dosageInstruction"]
    quantity = instruction["doseAndRate"][0]["doseQuantity"]
    return [quantity["value"], instruction["timing"]["code"]["text"], quantity["unit"]]


def daily(dose: list[Any]) -> float:
    """Amount in a day."""
    return float(dose[0] * DAILY[dose[1]])


def of(given: Given, *drugs: str) -> list[Any]:
    """Prescriptions in force of some drugs."""
    return [each for each in in_force(given) if drug_of(each) in drugs]


def times(kind: str, element: str, given: Given, code: str) -> list[datetime]:
    """When something of a code was done, or was asked for and is open."""
    found = search(kind, patient=given["mrn"], code=f"{CATALOGUE}|{code}")
    kept = (each for each in found if kind == "Procedure" or each["status"] == "active")
    return sorted(datetime.fromisoformat(each[element]) for each in kept)


def person(given: Given) -> tuple[int, bool]:
    """Age and whether it is a woman."""
    (patient,) = search("Patient", _id=given["mrn"])
    born = datetime.fromisoformat(patient["birthDate"])
    return NOW.year - born.year - ((born.month, born.day) > (NOW.month, NOW.day)), patient[
        "gender"
    ] == "female"


def egfr(given: Given) -> float:
    """CKD-EPI 2021."""
    (age, female), creatinine = person(given), results(given, "CR")[-1][1]
    share = creatinine / (0.7 if female else 0.9)
    value = 142 * min(share, 1) ** (-0.241 if female else -0.302) * max(share, 1) ** -1.2 * 0.9938**age
    return float(value * (1.012 if female else 1))


def crcl(given: Given) -> float:
    """Cockcroft and Gault."""
    (age, female), creatinine = person(given), results(given, "CR")[-1][1]
    return (140 - age) * results(given, "WT")[-1][1] / (72 * creatinine) * (0.85 if female else 1)
