"""Gold and the reference. Grading itself is the core's verifier ``predictions``.

Labels lie in the private half of a build; the reward is calibrated by what the baseline (``solution.py``)
reached on the host when the build was made. The reference is that baseline, run in the box.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from medgym_core import ActionCall, Build, Gold, PredictionGold
from medgym_plugin_mimic_extract import loader
from medgym_plugin_mimic_extract.target import ASKED, SPLITS, TARGETS

FILE = "predictions.csv"
"""What is submitted."""
_WRITE = r"""
labelled = sorted(path.parent.name for path in Path("data", dataset).glob("*/labels.parquet"))
ids, scores = baseline(Path("data"), dataset, labelled, part, target)
with open("predictions.csv", "w") as out:
    print("row_id", *columns, sep=",", file=out)
    for row, given in zip(ids, scores):
        print(row, *(f"{score:.6f}" for score in given), sep=",", file=out)
"""
"""Follows the source of the baseline, and what the question says."""


def gold(build: Build, split: str, name: str) -> Gold:
    """Labels of all asked rows, and where the reward is 0 and 1."""
    from medgym_plugin_mimic_extract import grading

    kind, _ = SPLITS[split]
    target = TARGETS[name]
    rows = tuple(grading.labels(build, target, kind).items())
    graded = grading.as_target(target, loader.graded(build, kind, name))
    return Gold(PredictionGold(keys=("row_id",), targets=(graded,), rows=rows).model_dump(mode="json"))


def reference(split: str, name: str) -> tuple[ActionCall, ...]:
    """One submission of the file that the baseline writes for what the question asks."""
    kind, _ = SPLITS[split]
    target = TARGETS[name]
    stated = (
        f"dataset, part, target = {target.dataset!r}, {ASKED[kind]!r}, {name!r}\n"
        f"columns = {[*target.columns]!r}"
    )
    code = f"{_baseline()}\n{stated}\n{_WRITE}"
    return (
        ActionCall(name="code_execution", arguments={"code": code, "language": "python", "submit": True}),
    )


@cache
def _baseline() -> str:
    return resources.files(__package__).joinpath("solution.py").read_text(encoding="utf-8")
