"""Says that nothing was found, with the right number of results from one count, and creates nothing."""

import json
import re
import urllib.parse
import urllib.request
from pathlib import Path

URL = "http://127.0.0.1:8080/fhir"
question = Path("question.txt").read_text(encoding="utf-8")


def counted(kind: str, **parameters: str) -> int:
    """How many resources a search finds."""
    query = urllib.parse.urlencode({**parameters, "_summary": "count"})
    with urllib.request.urlopen(f"{URL}/{kind}?{query}", timeout=5) as response:
        return int(json.load(response)["total"])


def said() -> object:
    """The answer for nothing, in the form that the question asks for."""
    if name := re.search(r"([^\W\d_][\w'-]*) ([^\W\d_][\w'-]*),? \(?(?:born|DOB|date of birth)", question):
        return {"mrn": None, "same_name": counted("Patient", given=name[1], family=name[2])}
    mrn = re.findall(r"S\d{7}", question)[0]
    asked = question.casefold()
    tests = (("a1c", "A1C"), ("potassium", "K"), ("magnesium", "MG"), ("glucose", "GLU"))
    code = next((code for word, code in tests if word in asked), "")
    if not code:
        return 0
    found = {"on_record": counted("Observation", patient=mrn, code=code)}
    if "average" in asked or "mean" in asked:
        return {"mean": None, **found}
    if code in ("GLU", "A1C"):
        return {"value": None, "taken": None, **found}
    return {"value": None, **found}


answer = said()
