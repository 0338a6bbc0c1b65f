"""Evaluating assertions in a box that holds data and grader code alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from medgym_core import Execution, Outcome, Program
from medgym_plugin_biodsbench.published.row import WORKDIR
from medgym_plugin_biodsbench.published.value import Value

BOX = Path(__file__).parent / "box"
SECONDS = 60.0
"""For the assertions on one set of results."""
_TABLES = "workdir"


def program_of(assertions: str, tables: Mapping[str, str], results: Sequence[Mapping[str, Value]]) -> Program:
    """The box's work: the assertions on every set of results; ``tables`` are files that they read."""
    source = (BOX / "assertions.py").read_text(encoding="utf-8")
    request = {"assertions": assertions.replace(WORKDIR, _TABLES), "results": [*results]}
    execution = Execution(
        source=f"{source}\nimport json\nimport sys\nanswer = verdicts(json.load(sys.stdin))\n",
        stdin=json.dumps(request),
        timeout_s=SECONDS * len(results),
    )
    return Program(
        files={f"{_TABLES}/{name}": text.encode() for name, text in tables.items()}, runs=(execution,)
    )


def complaints(outcome: Outcome) -> list[str] | None:
    """For each set of results why the assertions do not hold, or nothing; None if none was evaluated."""
    return json.loads(outcome.answer) if outcome.ok and outcome.answer else None
