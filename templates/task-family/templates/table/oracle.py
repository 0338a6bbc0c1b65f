{% extends "oracle.py" %}
{% block docstring %}Gold and the reference solution. Grading itself is the core's verifier ``answer``.{% endblock %}
{% block content %}
from collections.abc import Sequence

from medgym_core import ActionCall, Build, Gold
from {{ cookiecutter.package }} import loader

# EDIT: the query that answers the question; it may know what the question says, and nothing else.
SOLUTION = """\
SELECT (day - 1) / 30 + 1 AS month, COUNT(*) AS visits, MAX(sbp_mmhg) AS highest_sbp
FROM visits
WHERE patient = '{patient}'
GROUP BY month
"""


def gold(build: Build, patient: str) -> Gold:
    """The rows that the query gives on the build; they are compared in any order."""
    # EDIT: gold comes from the data of the build, never from a published answer.
    return Gold([[*row] for row in loader.query(build, SOLUTION.format(patient=patient))])


def reference(patient: str) -> Sequence[ActionCall]:
    """One submission of :data:`SOLUTION` for a patient."""
    code = SOLUTION.format(patient=patient)
    return [ActionCall(name="code_execution", arguments={"code": code, "language": "sql", "submit": True})]
{% endblock %}
