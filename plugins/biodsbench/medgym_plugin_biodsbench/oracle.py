"""Gold and the reference solution. Grading itself is the core's verifier ``answer``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from medgym_core import ActionCall, Gold
from medgym_plugin_biodsbench.loader import Visit

# EDIT: a program that solves every task with what the agent has: question.txt, data/, packages.
SOLUTION = """\
import csv, re

patient = re.search(r"patient (\\S+),", open("question.txt").read())[1]
rows = [row for row in csv.DictReader(open("data/visits.csv")) if row["patient"] == patient]
pressures = [(int(row["sbp_mmhg"]) + 2 * int(row["dbp_mmhg"])) / 3 for row in rows]
answer = sum(pressures) / len(pressures)
"""


def gold(visits: Sequence[Visit]) -> Gold:
    """The mean over visits of the mean arterial pressure, in mmHg."""
    # EDIT: compute the answer by another way than the reference does, so that an error of one shows.
    total = sum(Fraction(visit.sbp + 2 * visit.dbp, 3) for visit in visits)
    return Gold(float(total / len(visits)))


def reference() -> Sequence[ActionCall]:
    """One submission of :data:`SOLUTION`."""
    return [ActionCall(name="code_execution", arguments={"code": SOLUTION, "submit": True})]
