"""Orders what may be due and takes it back: before its hour in odd hours, right after it in even ones."""

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


DOSES = {
    "norepinephrine": 0.1,
    "insulin_infusion": 3,
    "heparin_infusion": 1300,
    "fio2": 0.4,
    "potassium": 40,
    "magnesium": 2,
    "crystalloid_bolus": 700,
    "antibiotics": ["piperacillin_tazobactam"],
    "labs": ["fingerstick", "chemistry", "lactate"],
}
NONE = {name: [] if isinstance(dose, list) else 0.21 if name == "fio2" else 0 for name, dose in DOSES.items()}
for hour in range(48):
    send("/orders", DOSES)
    if hour % 2 == 1:
        send("/orders", NONE)
    send("/advance", {"hours": 1})
    send("/orders", NONE)
