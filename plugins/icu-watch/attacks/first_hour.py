"""Looks once, treats what is out of range by the common rules, and lets all hours pass four by four."""

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


chart = send("/chart", None, "GET")
orders: dict = {"labs": ["chemistry", "lactate", "gas"], "antibiotics": ["piperacillin_tazobactam"]}
signs = chart["vitals"][-1] if chart else {}
if signs.get("mean_pressure", 80) < 65:
    orders |= {"norepinephrine": 0.05, "crystalloid_bolus": 500}
if signs.get("saturation", 95) < 92:
    orders["fio2"] = 0.3
send("/orders", orders)
for _ in range(12):
    send("/advance", {"hours": 4})
