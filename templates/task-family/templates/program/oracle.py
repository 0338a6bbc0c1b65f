{% extends "oracle.py" %}
{% block docstring %}Hidden cases and the reference solution. Grading itself is the core's verifier ``programs``.{% endblock %}
{% block content %}
from collections.abc import Mapping, Sequence
from itertools import islice

from medgym_core import ActionCall, Gold, Number, ProgramCase, ProgramGold
from {{ cookiecutter.package }}.loader import Visit

# EDIT: code that writes a right submission with what the agent has: the limits that the question states.
SOLUTION = """\
open("solution.py", "w").write(f'''\\
def share_raised(readings):
    raised = [s >= {sbp} or d >= {dbp} for s, d in readings]
    return sum(raised) / len(raised) if raised else 0
''')
"""
PATIENTS = 3
"""Patients among the hidden cases."""


def gold(patients: Mapping[str, Sequence[Visit]], sbp: int, dbp: int) -> Gold:
    """Cases at the edges and from patients; the function must be right on all of them."""
    # EDIT: cases that tell a right program from each wrong one that you can think of.
    edges = [[], [(sbp, 0)], [(sbp - 1, dbp)], [(sbp - 1, dbp - 1)], [(sbp, dbp), (sbp - 1, dbp - 1)]]
    seen = [[(visit.sbp, visit.dbp) for visit in visits] for visits in islice(patients.values(), PATIENTS)]
    cases = tuple(_case(readings, sbp, dbp) for readings in edges + seen)
    hidden = ProgramGold(
        entry="share_raised", cases=cases, returns=Number(abs_tol=1e-9), file="solution.py", timeout_s=10
    )
    return Gold(hidden.model_dump(mode="json"))


def reference(sbp: int, dbp: int) -> Sequence[ActionCall]:
    """One submission of the file that :data:`SOLUTION` writes with the limits of the question, in mmHg."""
    code = f"sbp, dbp = {sbp}, {dbp}\n{SOLUTION}"
    return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]


def _case(readings: Sequence[tuple[int, int]], sbp: int, dbp: int) -> ProgramCase:
    raised = sum(not (systolic < sbp and diastolic < dbp) for systolic, diastolic in readings)
    share = raised / max(1, len(readings))
    return ProgramCase(args=([[*reading] for reading in readings],), expected=share)
{% endblock %}
