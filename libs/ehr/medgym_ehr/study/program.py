"""The reference solution: for each turn a program of its own, which the modules of this package make up."""

from __future__ import annotations

import ast
import json
from functools import cache
from importlib import resources
from typing import Any

from medgym_core import excerpt, parse_python
from medgym_ehr.study.measure import OWN

MODULES = (
    "records",
    "kidney",
    "organ",
    "comorbidity",
    "ventilation",
    "measure",
    "cohort",
    "estimate",
    "competing",
    "table_one",
    "steps",
)
"""In the order in which they need each other."""
LEFT_OUT = ("medgym_ehr", "__future__")
"""What a joined module need not import."""
STATE = "study.json"
"""Where a turn finds what those before it found, in the work directory."""
_MAIN = """\

import json
from pathlib import Path

SCHEMA = {schema!r}
DESIGN = {design!r}
state = Path({state!r})
found = json.loads(state.read_text()) if {later} else {{}}
answer = {step}(Records({database!r}, SCHEMA), DESIGN, found)
state.write_text(json.dumps(found))
"""


def program(schema: dict[str, Any], design: dict[str, Any], step: str, first: bool, database: str) -> str:
    """What solves one turn in the box.

    Args:
        schema: queries of the database.
        design: the study.
        step: name of the turn, of ``steps.STEPS``.
        first: whether it is the first, which finds no state.
        database: path of the database in the box.
    """
    name = f"step_{step}"
    asked = json.dumps(design)
    queries = {key: text for key, text in schema.items() if key != "follow_up" or "readmission" in asked}
    concepts = {concept: sql for concept, sql in schema["concepts"].items() if _needs(asked, concept)}
    main = _MAIN.format(
        schema={**queries, "concepts": concepts},
        design=design,
        state=STATE,
        later=not first,
        step=name,
        database=database,
    )
    measures = [function.__name__ for measure, function in OWN.items() if f'["{measure}"' in asked]
    return excerpt(text(), name, "Records", "Stay", *measures) + main


NEEDS = {
    "sofa": ("bilirubin", "creatinine", "platelets", "map", "vasopressor", "fio2", "pao2", "ventilation"),
    "sepsis": ("culture", "antibiotic"),
    "aki": ("creatinine",),
    "ventilator-free": ("ventilation",),
    "thrombocytopenia": ("platelets",),
}
"""Measure or course to the concepts that it needs and a design does not name."""


def _needs(asked: str, concept: str) -> bool:
    if f'"{concept}"' in asked:
        return True
    measures = [measure for measure in NEEDS if f'"{measure}"' in asked]
    return any(concept in NEEDS[measure] for measure in [*measures, *(["sofa"] * ("sepsis" in measures))])


@cache
def text() -> str:
    """All modules as one, without what they import from each other."""
    parts = ['"""The study."""\n\nfrom __future__ import annotations\n']
    for name in MODULES:
        source = resources.files(__package__).joinpath(f"{name}.py").read_text(encoding="utf-8")
        lines = source.splitlines()
        for place, node in enumerate(parse_python(source).body):
            joined = isinstance(node, ast.ImportFrom) and str(node.module).startswith(LEFT_OUT)
            if joined or (place == 0 and isinstance(node, ast.Expr)):
                for line in range(node.lineno - 1, node.end_lineno or node.lineno):
                    lines[line] = ""
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
