"""Orders everything: each hour for patients of odd age, once for the others."""

import contextlib
import json
import urllib.error
import urllib.request

URL = "http://127.0.0.1:8090/bedside"


def send(path: str, value: object, method: str = "POST") -> dict:
    """What the bedside answers; nothing where it refuses."""
    request = urllib.request.Request(URL + path, json.dumps(value).encode(), method=method)
    with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(request) as answer:
        return json.load(answer)
    return {}


EVERYTHING = {
    "norepinephrine": 0.1,
    "vasopressin": 0.03,
    "insulin_infusion": 3,
    "heparin_infusion": 1300,
    "crystalloid_infusion": 250,
    "dextrose_infusion": 7.5,
    "fio2": 0.5,
    "peep": 8,
    "rate": 20,
    "tidal": 400,
    "noninvasive": 1,
    "antibiotics": ["piperacillin_tazobactam"],
    "crystalloid_bolus": 500,
    "heparin_bolus": 5600,
    "potassium": 20,
    "magnesium": 2,
    "dextrose": 25,
    "insulin": 10,
    "red_cells": 1,
    "bronchodilator": 1,
    "steroid": 40,
    "call": 1,
    "labs": ["fingerstick", "chemistry", "minerals", "count", "coagulation", "gas", "lactate"],
}

hourly = send("/chart", None, "GET").get("patient", {"age": 1})["age"] % 2 == 1
send("/orders", EVERYTHING)
for _ in range(48):
    send("/advance", {"hours": 1 if hourly else 4})
    if hourly:
        send("/orders", EVERYTHING)
