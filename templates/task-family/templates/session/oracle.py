{% extends "oracle.py" %}
{% block docstring %}Gold and the reference solution of every turn. Grading itself is the core's verifier ``answer``.{% endblock %}
{% block content %}
from collections.abc import Sequence
from fractions import Fraction

from medgym_core import ActionCall, Gold
from {{ cookiecutter.package }}.loader import Visit

# EDIT: a program for each turn; it begins with what the question says, and files stay.
SOLUTIONS = (
    """\
import csv, json

rows = [row for row in csv.DictReader(open("data/visits.csv")) if row["patient"] == patient]
seen = [(int(row["day"]), int(row["sbp_mmhg"]), int(row["dbp_mmhg"])) for row in rows]
mean = sum(sbp for _, sbp, _ in seen) / len(seen)
raised = sorted(visit for visit in seen if visit[1] >= mean)
json.dump(raised, open("raised.json", "w"))
answer = [day for day, _, _ in raised]
""",
    """\
import json

days = [day for day, _, _ in json.load(open("raised.json"))]
answer = max(days) - min(days)
""",
    """\
import json

pulses = [sbp - dbp for _, sbp, dbp in json.load(open("raised.json"))]
answer = sum(pulses) / len(pulses)
""",
)


def gold(visits: Sequence[Visit]) -> Gold:
    """The answers of the three turns: days, days between, mean pulse pressure in mmHg."""
    # EDIT: one value a turn, computed by another way than the reference does.
    total = sum(visit.sbp for visit in visits)
    raised = [visit for visit in visits if visit.sbp * len(visits) >= total]
    pulse = Fraction(sum(visit.sbp - visit.dbp for visit in raised), len(raised))
    return Gold([visit.day for visit in raised], raised[-1].day - raised[0].day, float(pulse))


def reference(patient: str) -> Sequence[ActionCall]:
    """One submission for each turn; the first question names the patient."""
    codes = (f"patient = {patient!r}\n{SOLUTIONS[0]}", *SOLUTIONS[1:])
    return [ActionCall(name="code_execution", arguments={"code": code, "submit": True}) for code in codes]
{% endblock %}
