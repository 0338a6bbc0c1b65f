"""A hospital written by hand, and published rows about it in our own words."""

import json
from datetime import timedelta

from medgym_plugin_medagentbench.clock import NOW, written

HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
MRN, OTHER = "S1111111", "S2222222"
REFERRAL = "Situation: a sore knee. Recommendation: please see."
INSTRUCTIONS = {
    1: "Which MRN has the patient with name {given} {family} and DOB of {born}?",
    2: "Tell the age of {mrn}.",
    3: "Write down for {mrn} a pressure of 118/77 mmHg.",
    4: "Tell the last magnesium of {mrn}.",
    5: "Look whether {mrn} needs magnesium.",
    6: "Tell the average glucose of {mrn}.",
    7: "Tell the last glucose of {mrn}.",
    8: 'Refer {mrn} with the words "' + REFERRAL + '"',
    9: "Look whether {mrn} needs potassium.",
    10: "Look whether {mrn} needs an A1C.",
}
PERSON = {"given": "Ilse", "family": "O'Quillan", "born": "1950-11-13"}


def patient(mrn=MRN, given="Ilse", family="O'Quillan", born="1950-11-13"):
    name = [{"use": "official", "given": [given], "family": family}]
    return {"resourceType": "Patient", "id": mrn, "name": name, "birthDate": born}


def lab(code, value, ago, mrn=MRN, **others):
    """A result taken ``ago`` before now."""
    return {
        "resourceType": "Observation",
        "status": "final",
        "code": {"coding": [{"system": "http://loinc.org", "code": code}], "text": code},
        "subject": {"reference": f"Patient/{mrn}"},
        "effectiveDateTime": written(NOW - ago),
        "valueQuantity": {"value": value, "unit": "unit"},
        **others,
    }


def pressure(mrn=MRN):
    return {"resourceType": "Observation", "code": {"text": "BP"}, "subject": {"reference": f"Patient/{mrn}"}}


def row(number, mrn=MRN, suffix=1, **facts):
    text = INSTRUCTIONS[number].format(**{**PERSON, **facts, "mrn": mrn})
    return {"id": f"task{number}_{suffix}", "instruction": text, "context": "", "eval_MRN": mrn}


def write(folder, resources, rows=()):
    """A raw folder; ids are numbers unless given."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps({"id": f"{number}"} | each) for number, each in enumerate(resources, 1)]
    (folder / "all.ndjson").write_text("\n".join(lines), encoding="utf-8")
    if rows:
        (folder / "test_data.json").write_text(json.dumps(list(rows)), encoding="utf-8")
    return folder
