"""Says that nothing was found, with the right number of results from one count, and creates nothing."""

import json
import re
import urllib.parse
import urllib.request
from itertools import pairwise
from pathlib import Path

URL = "http://127.0.0.1:8080/fhir"
NAME = r"[^\W\d_][\w'-]*"
question = Path("question.txt").read_text(encoding="utf-8")


def counted(kind: str, **parameters: str) -> int:
    """How many resources a search finds."""
    query = urllib.parse.urlencode({**parameters, "_summary": "count"})
    with urllib.request.urlopen(f"{URL}/{kind}?{query}", timeout=5) as response:
        return int(json.load(response)["total"])


def namesakes() -> int:
    """How many patients have the name that is asked for: of any two words in a row, the most."""
    if name := re.search(rf"({NAME}) ({NAME}),? \(?(?:born|DOB|date of birth)", question):
        return counted("Patient", given=name[1], family=name[2])
    words = re.findall(NAME, question)
    pairs = {pair for one, other in pairwise(words) for pair in ((one, other), (other, one))}
    return max(counted("Patient", given=given, family=family) for given, family in pairs)


def said() -> object:
    """The answer for nothing, in the form that the question asks for."""
    number = re.search(r"\b[Ss](\d{3}) ?(\d{4})\b", question)
    if not number:
        return {"mrn": None, "same_name": namesakes()}
    asked = question.casefold()
    tests = (
        ("a1c|glycated", "A1C"),
        (r"potas|\bk\b", "K"),
        (r"magn|\bmag\b|\bmg2?\b", "MG"),
        (r"gluco|sugar|suger|\bc?bg\b|\bglu\b|fingerstick", "GLU"),
    )
    code = next((code for words, code in tests if re.search(words, asked)), "")
    if not code:
        return 0
    found = {"on_record": counted("Observation", patient=f"S{number[1]}{number[2]}", code=code)}
    if re.search("average|avrage|avg|mean|divide", asked):
        return {"mean": None, **found}
    if code in ("GLU", "A1C"):
        return {"value": None, "taken": None, **found}
    return {"value": None, **found}


answer = said()
