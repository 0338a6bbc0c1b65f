"""Reads a generated question: a second program, by which wordings are held to say what they are made of."""

import re

TEMPLATES = (
    ("rthopaedic", "refer-to-orthopaedics"),
    ("A1C|A1c", "renew-a1c"),
    ("potassium", "replace-potassium"),
    ("magnesium.*replacement|replacement.*magnesium", "replace-magnesium"),
    ("magnesium", "recent-magnesium"),
    ("glucose.*(mean|verage)|([Mm]ean|verage).*glucose", "mean-glucose"),
    ("glucose", "latest-glucose"),
    ("mmHg", "record-blood-pressure"),
    ("born|DOB|date of birth", "find-patient"),
    ("", "age"),
)


def read(question: str) -> dict[str, str]:
    """Template and facts of a question."""
    facts = {"template": next(name for sign, name in TEMPLATES if re.search(sign, question))}
    for name, sign in (("mrn", r"\bS\d{7}\b"), ("value", r"\d+/\d+ mmHg"), ("born", r"\d{4}-\d\d-\d\d")):
        if found := re.search(sign, question):
            facts[name] = found[0]
    if quoted := re.search(r'"([^"]+)"', question):
        facts["text"] = quoted[1]
    if named := re.search(r"([^\W\d_][\w'-]*) ([^\W\d_][\w'-]*),? \(?(?:born|DOB|date of birth)", question):
        facts["given"], facts["family"] = named[1], named[2]
    return facts
