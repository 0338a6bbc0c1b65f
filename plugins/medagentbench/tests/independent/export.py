"""A bulk export as tables, read with pandas; nothing of the plugin is used."""

import json
from pathlib import Path

import pandas as pd


class Export:
    """The tables of a raw folder."""

    def __init__(self, folder: Path):
        self.patients = pd.DataFrame(map(_patient, _lines(folder / "Patient.ndjson"))).set_index("mrn")
        observations = _lines(folder / "Observation.ndjson")
        self.tests = pd.DataFrame(_test(each) for each in observations if "valueQuantity" in each)
        self.tests["taken"] = pd.to_datetime(self.tests["text"], utc=True, format="ISO8601")
        vitals = [each for each in observations if "valueQuantity" not in each]
        self.vitals = pd.DataFrame({"mrn": _owner(each), "name": each["code"]["text"]} for each in vitals)
        self.conditions = pd.Series([_owner(each) for each in _lines(folder / "Condition.ndjson")])


def _lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def _owner(resource):
    return resource["subject"]["reference"].split("/")[1]


def _patient(resource):
    name = resource["name"][0]
    full = f"{name['given'][0]} {name['family']}"
    return {"mrn": resource["identifier"][0]["value"], "name": full, "born": resource["birthDate"]}


def _test(resource):
    return {
        "mrn": _owner(resource),
        "code": resource["code"]["coding"][0]["code"],
        "status": resource["status"],
        "text": resource["effectiveDateTime"],
        "value": resource["valueQuantity"]["value"],
    }
