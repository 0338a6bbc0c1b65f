"""Solves a task with what the agent has: what the question says (``GIVEN``), and the server."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from statistics import fmean
from typing import Any

import requests

Facts = dict[str, str]

GIVEN: dict[str, str] = {}
BASE = "http://127.0.0.1:8080/fhir"
NOW = datetime.fromisoformat("2023-11-13T10:15:00+00:00")
NDC, LOINC, SNOMED = "http://hl7.org/fhir/sid/ndc", "http://loinc.org", "http://snomed.info/sct"


def search(kind: str, **parameters: str) -> Iterator[Any]:
    """All resources that a search finds, page by page."""
    bundle = requests.get(f"{BASE}/{kind}", params=parameters, timeout=20).json()
    while True:
        yield from (entry["resource"] for entry in bundle.get("entry", ()))
        following = [link["url"] for link in bundle["link"] if link["relation"] == "next"]
        if not following:
            return
        bundle = requests.get(following[0], timeout=20).json()


def create(kind: str, mrn: str, **elements: object) -> None:
    """One new resource of the patient."""
    subject = {"reference": f"Patient/{mrn}"}
    body = {"resourceType": kind, "subject": subject, **elements}
    requests.post(f"{BASE}/{kind}", json=body, timeout=20).raise_for_status()


def order(kind: str, mrn: str, **elements: object) -> None:
    """A new order of now."""
    create(kind, mrn, status="active", intent="order", authoredOn=NOW.isoformat(), **elements)


def give(mrn: str, drug: str, route: str, **amounts: tuple[float, str]) -> None:
    """An order of a medication."""
    dose = {f"{name}Quantity": {"value": value, "unit": unit} for name, (value, unit) in amounts.items()}
    instruction = {"route": {"text": route}, "doseAndRate": [dose]}
    order(
        "MedicationRequest",
        mrn,
        medicationCodeableConcept={"coding": [{"system": NDC, "code": drug}]},
        dosageInstruction=[instruction],
    )


def ask_for(mrn: str, system: str, code: str, **elements: object) -> None:
    """An order of a test or a referral."""
    coded = {"coding": [{"system": system, "code": code}]}
    order("ServiceRequest", mrn, priority="stat", code=coded, **elements)


def results(mrn: str, code: str) -> tuple[int, list[tuple[datetime, str, float]]]:
    """How many results there are, and those that count: the time as text and the value; oldest first."""
    found = list(search("Observation", patient=mrn, code=code))
    counted = [
        (datetime.fromisoformat(each["effectiveDateTime"]), each["effectiveDateTime"], each["valueQuantity"])
        for each in found
        if each.get("status") in ("final", "amended", "corrected")
        and "T" in each.get("effectiveDateTime", "")
    ]
    kept = sorted((taken, text, value["value"]) for taken, text, value in counted if taken <= NOW)
    return len(found), kept


def find_patient(facts: Facts) -> object:
    """The number of the patient with name and birth date."""
    name = facts["given"].casefold(), facts["family"].casefold()
    people = search("Patient", family=facts["family"], given=facts["given"])
    same = [
        each
        for each in people
        if (each["name"][0]["given"][0].casefold(), each["name"][0]["family"].casefold()) == name
    ]
    found = [each["id"] for each in same if each.get("birthDate") == facts["born"]]
    return {"mrn": found[0] if found else None, "same_name": len(same)}


def age(facts: Facts) -> object:
    """Completed years."""
    (patient,) = search("Patient", _id=facts["mrn"])
    born = datetime.fromisoformat(patient["birthDate"])
    return NOW.year - born.year - ((born.month, born.day) > (NOW.month, NOW.day))


def record_blood_pressure(facts: Facts) -> object:
    """Writes the measurement, after those on record were counted."""
    vitals = search("Observation", patient=facts["mrn"], category="vital-signs")
    before = sum(each["code"].get("text") == "BP" for each in vitals)
    category = {"system": "http://hl7.org/fhir/observation-category", "code": "vital-signs"}
    create(
        "Observation",
        facts["mrn"],
        status="final",
        category=[{"coding": [category]}],
        code={"text": "BP"},
        effectiveDateTime=NOW.isoformat(),
        valueString=facts["value"],
    )
    return before


def magnesium(facts: Facts, replace: bool) -> object:
    """The latest magnesium of 24 hours, and its replacement."""
    on_record, kept = results(facts["mrn"], "MG")
    recent = [value for taken, _, value in kept if NOW - taken <= timedelta(hours=24)]
    latest = recent[-1] if recent else None
    if replace and latest is not None and latest < 2:
        amount = 4 if latest < 1 else 2 if latest < 1.5 else 1
        give(facts["mrn"], "0338-1715-40", "IV", dose=(amount, "g"), rate=(amount, "h"))
    return {"value": latest, "on_record": on_record}


def mean_glucose(facts: Facts) -> object:
    """The mean of 24 hours."""
    on_record, kept = results(facts["mrn"], "GLU")
    recent = [value for taken, _, value in kept if NOW - taken <= timedelta(hours=24)]
    return {"mean": fmean(recent) if recent else None, "on_record": on_record}


def latest(mrn: str, code: str) -> dict[str, Any]:
    """The latest result, with its time."""
    on_record, kept = results(mrn, code)
    _, text, value = kept[-1] if kept else (None, "", None)
    return {"value": value, "taken": text or None, "on_record": on_record}


def replace_potassium(facts: Facts) -> object:
    """The latest potassium, its replacement and the control."""
    found = latest(facts["mrn"], "K")
    del found["taken"]
    value = found["value"]
    missing = Decimal("3.5") - Decimal(str(value)) if value is not None else Decimal(0)
    if missing > 0:
        give(facts["mrn"], "40032-917-01", "oral", dose=(float(missing * 100), "mEq"))
        ask_for(facts["mrn"], LOINC, "2823-3", occurrenceDateTime="2023-11-14T08:00:00+00:00")
    return found


def refer(facts: Facts) -> object:
    """Orders the referral."""
    ask_for(facts["mrn"], SNOMED, "306181000000106", note=[{"text": facts["text"]}])
    return sum(1 for _ in search("Condition", patient=facts["mrn"]))


def renew_a1c(facts: Facts) -> object:
    """The latest A1c, and a new one where it is missing or old."""
    found = latest(facts["mrn"], "A1C")
    year_ago = NOW.replace(year=2022)
    if found["taken"] is None or datetime.fromisoformat(found["taken"]) < year_ago:
        ask_for(facts["mrn"], LOINC, "4548-4")
    return found


SOLVERS: dict[str, Callable[[Facts], object]] = {
    "find-patient": find_patient,
    "age": age,
    "record-blood-pressure": record_blood_pressure,
    "recent-magnesium": lambda facts: magnesium(facts, False),
    "replace-magnesium": lambda facts: magnesium(facts, True),
    "mean-glucose": mean_glucose,
    "latest-glucose": lambda facts: latest(facts["mrn"], "GLU"),
    "refer-to-orthopaedics": refer,
    "replace-potassium": replace_potassium,
    "renew-a1c": renew_a1c,
}

answer = SOLVERS[GIVEN["template"]](GIVEN)
