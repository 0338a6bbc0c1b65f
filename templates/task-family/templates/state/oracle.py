{% extends "oracle.py" %}
{% block docstring %}Gold and the reference solution. Grading itself is the core's verifier ``states``.{% endblock %}
{% block content %}
from collections.abc import Sequence

from medgym_core import ActionCall, EntryChange, Gold, StateGold
from {{ cookiecutter.package }}.loader import Visit

# EDIT: a program that solves a task with what the agent has: what the question says, and the services.
SOLUTION = """\
import json
import urllib.request as web

url = "http://127.0.0.1:8080/visits"
last = max(json.load(web.urlopen(f"{url}?patient={patient}")), key=lambda visit: visit["day"])
answer = last["day"] + (14 if last["sbp_mmhg"] >= 140 else 90)
booking = {"patient": patient, "day": answer, "purpose": "control"}
web.urlopen(web.Request(url, json.dumps(booking).encode(), method="POST"))
"""


def gold(visits: Sequence[Visit]) -> Gold:
    """The entry that must be added to the register, and the day that must be answered."""
    # EDIT: the change that must have happened; whatever else changed is a failure.
    last = visits[-1]
    day = last.day + (90 if last.sbp < 140 else 14)
    change = EntryChange(added=({"patient": last.patient, "day": day, "purpose": "control"},))
    return Gold(StateGold(services={"register": change}, answer=day).model_dump(mode="json"))


def reference(patient: str) -> Sequence[ActionCall]:
    """One submission of :data:`SOLUTION` for the patient of the question."""
    code = f"patient = {patient!r}\n{SOLUTION}"
    return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]
{% endblock %}
