"""Creates every order that any task might want, for the patient of the question, and offers many answers."""

import json
import re
import urllib.error
import urllib.request
from pathlib import Path

URL, NOW = "http://127.0.0.1:8080/fhir", "2023-11-13T10:15:00+00:00"
question = Path("question.txt").read_text(encoding="utf-8")
number = re.search(r"\b[Ss](\d{3}) ?(\d{4})\b", question)
mrn = f"S{number[1]}{number[2]}" if number else "S1000000"
active = {
    "status": "active",
    "intent": "order",
    "authoredOn": NOW,
    "subject": {"reference": f"Patient/{mrn}"},
}
LOINC, SNOMED = "http://loinc.org", "http://snomed.info/sct"
tests = ((LOINC, "2823-3"), (LOINC, "4548-4"), (SNOMED, "306181000000106"))


def post(kind: str, **elements: object) -> None:
    """Create one resource, whatever the server says."""
    body = json.dumps({"resourceType": kind, **active, **elements}).encode()
    headers = {"Content-Type": "application/fhir+json"}
    try:
        urllib.request.urlopen(urllib.request.Request(f"{URL}/{kind}", body, headers), timeout=5).close()
    except urllib.error.HTTPError as error:
        error.close()


for system, code in tests:
    post("ServiceRequest", priority="stat", code={"coding": [{"system": system, "code": code}]})
for drug, route, unit in (("0338-1715-40", "IV", "g"), ("40032-917-01", "oral", "mEq")):
    for value in (1, 2, 4, 10, 20, 30, 40):
        dose = {"doseQuantity": {"value": value, "unit": unit}}
        coded = {"coding": [{"system": "http://hl7.org/fhir/sid/ndc", "code": drug}]}
        instruction = {"route": route, "doseAndRate": [dose]}
        post("MedicationRequest", medicationCodeableConcept=coded, dosageInstruction=[instruction])
answer = ["Patient not found", -1, *range(400), *(tenth / 10 for tenth in range(4000))]
