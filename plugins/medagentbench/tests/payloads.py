"""What the benchmark's own grader takes, written out, for the patient S1111111."""

NOW = "2023-11-13T10:15:00+00:00"
SUBJECT = {"reference": "Patient/S1111111"}


def _drug(code, route, **quantities):
    return {
        "resourceType": "MedicationRequest",
        "medicationCodeableConcept": {
            "coding": [{"system": "http://hl7.org/fhir/sid/ndc", "code": code, "display": "a drug"}],
            "text": "a drug",
        },
        "authoredOn": NOW,
        "dosageInstruction": [{"route": route, "doseAndRate": [quantities]}],
        "status": "active",
        "intent": "order",
        "subject": SUBJECT,
    }


def _service(system, code, **others):
    return {
        "resourceType": "ServiceRequest",
        "code": {"coding": [{"system": system, "code": code, "display": "a service"}]},
        "authoredOn": NOW,
        "status": "active",
        "intent": "order",
        "priority": "stat",
        "subject": SUBJECT,
        **others,
    }


VITAL_SIGNS = {
    "system": "http://hl7.org/fhir/observation-category",
    "code": "vital-signs",
    "display": "Vital Signs",
}
PRESSURE = {
    "resourceType": "Observation",
    "category": [{"coding": [VITAL_SIGNS]}],
    "code": {"text": "BP"},
    "effectiveDateTime": NOW,
    "status": "final",
    "valueString": "118/77 mmHg",
    "subject": SUBJECT,
}
MAGNESIUM = _drug(
    "0338-1715-40",
    "IV",
    doseQuantity={"value": 2, "unit": "g"},
    rateQuantity={"value": 2, "unit": "h"},
)
POTASSIUM = _drug("40032-917-01", "oral", doseQuantity={"value": 20, "unit": "mEq"})
CONTROL = _service("http://loinc.org", "2823-3", occurrenceDateTime="2023-11-14T08:00:00+00:00")
A1C = _service("http://loinc.org", "4548-4")


def referral(text):
    """A referral, with the note as an object."""
    return _service("http://snomed.info/sct", "306181000000106", note={"text": text})
