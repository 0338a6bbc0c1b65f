"""Gold and the reference solution; the core's verifier ``answer`` grades."""

from __future__ import annotations

from medgym_core import ActionCall, AnswerKind, Build, Gold, Integer, Number
from medgym_plugin_toy_sum import loader

PROGRAM = """\
import csv

question = {text!r}
with open("data/visits.csv", encoding="utf-8") as stream:
    costs = [int(row["cost"]) for row in csv.DictReader(stream) if row["patient"] == {patient!r}]
answer = {formula}
"""
FORMULAS = {"total": "sum(costs)", "mean": "sum(costs) / len(costs)"}


def answer_kind(category: str) -> AnswerKind:
    """What is submitted."""
    return Integer(unit="cents") if category == "total" else Number(unit="cents", abs_tol=0.01)


def gold(build: Build, question: loader.Question) -> Gold:
    """The answer, computed from the table."""
    costs = loader.costs(build, question.patient)
    return Gold(sum(costs) if question.category == "total" else sum(costs) / len(costs))


def reference(question: loader.Question) -> tuple[ActionCall, ...]:
    """One submission of a program that solves the question."""
    code = PROGRAM.format(patient=question.patient, formula=FORMULAS[question.category], text=question.text)
    return (
        ActionCall(name="code_execution", arguments={"code": code, "language": "python", "submit": True}),
    )
