"""Gold and the reference. Grading itself is the core's verifier ``predictions``.

Labels lie in the private half of a build; the reward is calibrated by what the baseline (``solution.py``)
reached on the host when the build was made. The reference is that baseline, run in the box.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from medgym_core import ActionCall, Build, Gold, PredictionGold, excerpt
from medgym_plugin_mimic_extract import loader
from medgym_plugin_mimic_extract.target import ASKED, LABELLED, STRENGTH, Target

FILE = "predictions.csv"
"""What is submitted."""
_IMPORTS = ("import ", "from ")
_WRITE = r"""
with open("predictions.csv", "w") as out:
    print("row_id", *columns, sep=",", file=out)
    for row, given in zip(ids, predicted):
        print(row, *(f"{score:.6f}" for score in given), sep=",", file=out)
"""
"""Follows the source of the baseline, and its call."""


def gold(build: Build, target: Target, kind: str) -> Gold:
    """Labels of all rows that tasks of a kind ask about, and where the reward is 0 and 1."""
    from medgym_plugin_mimic_extract import grading

    rows = tuple(grading.labels(build, target, kind).items())
    graded = grading.as_target(target, loader.graded(build, kind, target.name))
    return Gold(PredictionGold(keys=("row_id",), targets=(graded,), rows=rows).model_dump(mode="json"))


def reference(target: Target, kind: str) -> tuple[ActionCall, ...]:
    """One submission of the file that the baseline writes for what the question asks."""
    name = target.name
    given = f"Path('data'), {[*LABELLED[kind]]!r}, {ASKED[kind]!r}, {name!r}"
    if target.is_held_out:
        solver, given = "solve_courses", f"{given}, {name}, {name}_signs"
        parts = [("outcome", name, f"{name}_signs")]
    elif target.is_intervention:
        solver, given, parts = "solve_windows", f"{given}, {STRENGTH[name]}", []
    else:
        solver, parts = "solve_stays", []
    stated = f"columns = {[*target.columns]!r}\nids, predicted = {solver}({given})"
    code = f"{_joined(('solution', solver), *parts)}\n\n{stated}{_WRITE}"
    return (
        ActionCall(name="code_execution", arguments={"code": code, "language": "python", "submit": True}),
    )


@cache
def _joined(*parts: tuple[str, ...]) -> str:
    """Of each module what names of it need, as one program."""
    texts = [excerpt(_source(module), *names) for module, *names in parts]
    lines = [line for text in texts for line in text.splitlines()]
    imports = [line for line in lines if line.startswith(_IMPORTS)]
    rest = "\n".join(line for line in lines if not line.startswith(_IMPORTS)).strip()
    return "\n".join(dict.fromkeys(imports)) + f"\n\n{rest}\n"


def _source(module: str) -> str:
    return resources.files(__package__).joinpath(f"{module}.py").read_text(encoding="utf-8")
