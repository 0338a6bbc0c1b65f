"""Gold and the reference. Grading itself is the core's verifier ``predictions``.

Labels of test patients lie in the private half of a build; the reward is calibrated by what the baseline
(``solution.py``) reached on the host when the build was made. The reference is that baseline, run in the box.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from medgym_core import ActionCall, Build, Gold, PredictionGold, excerpt
from medgym_plugin_ehrshot import loader
from medgym_plugin_ehrshot.target import ASKED, Kind, Target

_LABELLED = r"""
folders = [Path("data", target, name) for name in ("labels", "few")]
labelled = [path for folder in folders for path in sorted(folder.glob("*.parquet"))]
ids, asked = features(Path("data", target, role, "rows.parquet"), count_codes(Path("data")))
scores = baseline(Path("data"), target, labelled, asked)
every = parquet.read_schema(labelled[0]).names[2:]
scores = scores[:, [every.index(name) if name in every else 0 for name in names]]
"""
"""Follows the source of the baseline, and what the question says: labels are files."""
_HELD_OUT = r"""
ids, scores = learn_course(Path("data"), Path("data", target, role), {label}, summary)
"""
"""The same where labels are read from records by the function ``label``."""
_WRITE = r"""
with open("predictions.csv", "w") as out:
    print("row_id", *names, sep=",", file=out)
    for row, given in zip(ids, scores):
        print(row, *(f"{score:.6f}" for score in given), sep=",", file=out)
"""
"""Follows both."""


def gold(build: Build, target: Target, kind: Kind, shots: int) -> Gold:
    """Labels of the rows that are asked about, where the reward is 0 and 1, and what is a success."""
    from medgym_plugin_ehrshot import grading

    columns = loader.graded(build, target.name, kind, shots)
    places = [target.columns.index(column) for column in columns]
    rows: tuple[tuple[int | str, ...], ...] = tuple(
        (row, *(cells[place] for place in places))
        for row, cells in grading.labels(build, target, kind).items()
    )
    graded = PredictionGold(
        keys=("row_id",),
        targets=grading.as_targets(columns),
        rows=rows,
    )
    return Gold(graded.model_dump(mode="json"))


def reference(build: Build, target: Target, kind: Kind, shots: int) -> tuple[ActionCall, ...]:
    """One submission of the file that the baseline writes for what the question asks."""
    name = target.name
    names = [*loader.graded(build, name, kind, shots)]
    stated = f"target, role, names = {name!r}, {ASKED[kind]!r}, {names!r}"
    if target.is_held_out:
        given = f"{_excerpt('outcome', name, 'summary')}\n\n{_excerpt('solution', 'learn_course')}"
        solved = _HELD_OUT.format(label=name)
    else:
        given, solved = _excerpt("solution", "baseline"), _LABELLED
    code = f"{given}\n\n{stated}\n{solved.strip()}\n{_WRITE.strip()}\n"
    return (
        ActionCall(name="code_execution", arguments={"code": code, "language": "python", "submit": True}),
    )


@cache
def _excerpt(module: str, *names: str) -> str:
    return excerpt(resources.files(__package__).joinpath(f"{module}.py").read_text(encoding="utf-8"), *names)
