"""Doses far too high, taken back step by step as the protocol would, and then raised again.

The usual orders and panels of the kind go with it, by the clock; no vital sign and no result is looked at.
"""

import contextlib
import json
import urllib.error
import urllib.request

URL = "http://127.0.0.1:8090/bedside"
TABLE = (
    (0.7, 10), (0.7, 12), (0.7, 14), (0.8, 14), (0.9, 14), (0.9, 16), (0.9, 18), (1.0, 18), (1.0, 20),
    (1.0, 22), (1.0, 24),
)  # fmt: skip


def send(path: str, value: object, method: str = "POST") -> dict:
    """What the bedside answers; nothing where it refuses."""
    request = urllib.request.Request(URL + path, json.dumps(value).encode(), method=method)
    with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(request) as answer:
        return json.load(answer)
    return {}


def panels(hour: int) -> list[str]:
    """What the kind of patient usually has drawn at the end of the hour."""
    gone, drawn = hour + 1, []
    if gone % (4 if kind == "ketoacidosis" else 6) == 0:
        drawn.append("chemistry")
    elif gone % (1 if kind == "ketoacidosis" and gone < 24 else 4) == 0:
        drawn.append("fingerstick")
    drawn += ["minerals"] * (gone % 12 == 0) + ["count"] * (gone % (6 if kind == "bleeding" else 24) == 0)
    drawn += ["gas"] * (kind in ("ventilated", "ketoacidosis", "retainer") and gone % 4 == 0)
    drawn += ["lactate"] * (kind == "septic shock" and gone % 2 == 0 and gone <= 8)
    return drawn + ["coagulation"] * (kind == "embolism" and gone % 6 == 0)


def usual(hour: int) -> dict[str, object]:
    """What the kind of patient is usually given."""
    tenth = round(10 * weight / 50) * 50
    allergies = " ".join(patient.get("allergies", ())).lower()
    drug = (
        "aztreonam"
        if "ceph" in allergies
        else "cefepime"
        if "penic" in allergies
        else "piperacillin_tazobactam"
    )
    given: dict[str, object] = {}
    if kind == "septic shock":
        given = {"crystalloid_bolus": tenth} if hour < 3 else {}
        given |= {"antibiotics": [drug]} if hour == 0 else {}
    if kind == "ketoacidosis":
        first = {
            "crystalloid_bolus": round(15 * weight / 50) * 50,
            "insulin_infusion": round(0.1 * weight, 1),
        }
        given = first if hour == 0 else {"crystalloid_infusion": 250} if hour == 1 else {}
        given |= {"potassium": 20} if hour % 4 == 0 and hour < 24 else {}
    if kind == "embolism" and hour == 0:
        given = {"heparin_bolus": 80 * weight, "heparin_infusion": 18 * weight}
    if kind == "ventilated" and hour == 0:
        given = {"tidal": round(0.6 * predicted) * 10}
    if kind == "retainer":
        given = ({"bronchodilator": 1} if hour % 4 == 0 else {}) | ({"steroid": 40} if hour % 24 == 0 else {})
    return {"crystalloid_bolus": tenth} if kind == "bleeding" and hour < 2 else given


patient = send("/chart", None, "GET").get(
    "patient", {"kind": "", "weight_kg": 80, "height_cm": 170, "sex": "male"}
)
kind, weight = patient["kind"], patient["weight_kg"]
predicted = (50 if patient["sex"] == "male" else 45.5) + 0.91 * (patient["height_cm"] - 152.4)
dose, oxygen, place = 1.0, 1.0, len(TABLE) - 1
for hour in range(48):
    orders = usual(hour) | {"labs": panels(hour), "norepinephrine": round(dose, 2)}
    if kind == "ventilated":
        orders |= {"fio2": TABLE[place][0], "peep": TABLE[place][1]}
    else:
        orders["fio2"] = round(oxygen, 2)
    send("/orders", orders)
    send("/advance", {"hours": 1})
    dose = dose - 0.05 if dose > 0.301 else 1.0
    oxygen = oxygen - 0.05 if oxygen > 0.401 else 1.0
    place = place - 1 if place else len(TABLE) - 1
