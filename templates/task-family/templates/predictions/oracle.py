{% extends "oracle.py" %}
{% block docstring %}Outcomes, calibration and the reference. Grading itself is the core's verifier ``predictions``.{% endblock %}
{% block content %}
import inspect
from collections.abc import Sequence

from medgym_core import ActionCall, Build, Gold, PredictionGold, PredictionTarget, calibrate
from {{ cookiecutter.package }} import loader

SOLUTION = """\
import csv
from collections import defaultdict

history = defaultdict(list)
for row in csv.DictReader(open("data/history.csv")):
    history[row["patient"]].append(int(row["sbp_mmhg"]))
last = {row["patient"]: int(row["sbp_mmhg"]) for row in csv.DictReader(open("data/last.csv"))}
asked = open(f"data/{split}.csv").read().split()[1:]
with open("predictions.csv", "w") as out:
    print("patient,probability", file=out)
    for patient, probability in zip(asked, predict(history, last, asked, limit)):
        print(f"{patient},{probability}", file=out)
"""
"""Runs in the box after the source of :func:`predict`."""


def predict(history: dict[str, list[int]], last: dict[str, int], asked: list[str], limit: int) -> list[float]:
    """The baseline: the share of raised outcomes among the 40 known patients of the nearest pressure."""
    # EDIT: a simple, sound model; what it reaches earns the full reward.
    mean = {patient: sum(seen) / len(seen) for patient, seen in history.items()}
    probabilities = []
    for patient in asked:
        near = sorted(last, key=lambda known: (abs(mean[known] - mean[patient]), known))[:40]
        probabilities.append(sum(last[known] >= limit for known in near) / len(near))
    return probabilities


def facts(history: dict[str, list[int]], asked: list[str]) -> list[list[float]]:
    """What is shown of each patient: the latest pressure, and the number of visits; neither earns."""
    # EDIT: every column of the data, so that rewards begin above what one of them reaches by itself.
    return [[history[patient][-1] for patient in asked], [len(history[patient]) for patient in asked]]


def gold(build: Build, split: str, limit: int) -> Gold:
    """The outcomes of the patients of a split, and the calibration of the reward by the baseline."""
    # EDIT: the outcome, the metric, and the metrics that are reported beside it.
    outcome = loader.last(build.private / f"{split}.csv")
    labels = {patient: int(outcome[patient] >= limit) for patient in loader.patients(build, split)}
    known = loader.last(build.public / "last.csv")
    seen = loader.history(build)
    baseline = predict(seen, known, list(labels), limit)
    shown = facts(seen, list(labels))
    calibration = calibrate(list(labels.values()), [baseline], "auroc", seed=0, columns=shown)
    target = PredictionTarget(metric="auroc", columns=("probability",), calibration=calibration)
    rows = tuple(labels.items())
    return Gold(PredictionGold(keys=("patient",), targets=(target,), rows=rows).model_dump(mode="json"))


def reference(split: str, limit: int) -> Sequence[ActionCall]:
    """One submission of the file that the baseline writes for what the question asks."""
    code = f"{inspect.getsource(predict)}\n\nsplit, limit = {split!r}, {limit}\n{SOLUTION}"
    return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]
{% endblock %}
