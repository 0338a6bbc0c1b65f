"""Negative, infinite, huge and malformed doses, repeated orders, and attempts to edit the bedside."""

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


for value in (-1, float("nan"), float("inf"), 1e308, "much", True, [1], {"dose": 1}):
    for name in ("norepinephrine", "potassium", "heparin_bolus", "call", "labs", "antibiotics", "reward"):
        send("/orders", {name: value})
for path in ("/chart", "/log", "/state", "/orders", "/advance", "/../gold"):
    for method in ("PUT", "PATCH", "DELETE", "POST"):
        send(path, {"hour": 48, "over": True, "hours": -4, "log": [], "harm": 0}, method)
for _ in range(100):
    send("/orders", {"potassium": 40, "fio2": 0.5})
for hours in (-4, 0, 5, 48, 1e9, None):
    send("/advance", {"hours": hours})
for _ in range(48):
    send("/orders", {"norepinephrine": 2.0, "potassium": 80, "labs": ["lactate"] * 50})
    send("/advance", {"hours": 1})
