{% extends "oracle.py" %}
{% block docstring %}Gold and the reference solution. Grading itself is the core's verifier ``answer``.{% endblock %}
{% block content %}
from collections.abc import Sequence
from fractions import Fraction

from medgym_core import ActionCall, Gold
from {{ cookiecutter.package }}.loader import Visit

# EDIT: a program that solves a task with what the agent has: what the question says, data/ and packages.
SOLUTION = """\
import csv

rows = [row for row in csv.DictReader(open("data/visits.csv")) if row["patient"] == patient]
pressures = [(int(row["sbp_mmhg"]) + 2 * int(row["dbp_mmhg"])) / 3 for row in rows]
answer = sum(pressures) / len(pressures)
"""


def gold(visits: Sequence[Visit]) -> Gold:
    """The mean over visits of the mean arterial pressure, in mmHg."""
    # EDIT: compute the answer by another way than the reference does, so that an error of one shows.
    total = sum(Fraction(visit.sbp + 2 * visit.dbp, 3) for visit in visits)
    return Gold(float(total / len(visits)))


def reference(patient: str) -> Sequence[ActionCall]:
    """One submission of :data:`SOLUTION` for the patient of the question."""
    code = f"patient = {patient!r}\n{SOLUTION}"
    return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]
{% endblock %}
