"""The usual doses of the kind of patient by weight, and the usual panels, without looking again."""

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


patient = send("/chart", None, "GET").get("patient", {"kind": "", "weight_kg": 80, "height_cm": 170})
kind, weight = patient["kind"], patient["weight_kg"]
predicted = 48 + 0.91 * (patient["height_cm"] - 152.4)
FIRST = {
    "septic shock": {"antibiotics": ["piperacillin_tazobactam"], "norepinephrine": 0.1},
    "ketoacidosis": {
        "insulin_infusion": round(0.05 * weight, 1),
        "crystalloid_bolus": round(15 * weight / 50) * 50,
    },
    "embolism": {"heparin_infusion": 18 * weight, "heparin_bolus": 80 * weight},
    "ventilated": {"tidal": round(0.6 * predicted) * 10, "fio2": 0.5, "peep": 8, "rate": 20},
    "bleeding": {"crystalloid_bolus": 500, "red_cells": 1},
    "retainer": {"bronchodilator": 1, "steroid": 40, "fio2": 0.26},
}
orders = dict(FIRST.get(kind, {}))
for hour in range(48):
    if kind == "septic shock" and hour < 3:
        orders["crystalloid_bolus"] = round(10 * weight / 50) * 50
    if kind == "ketoacidosis" and hour == 1:
        orders["crystalloid_infusion"] = 250
    if kind == "retainer" and hour and hour % 4 == 0:
        orders["bronchodilator"] = 1
    labs = (
        ["chemistry"] * (hour % 6 == 5) + ["fingerstick"] * (hour % 4 == 3) + ["minerals"] * (hour % 12 == 11)
    )
    send("/orders", {**orders, "labs": labs})
    send("/advance", {"hours": 1})
    orders = {}
