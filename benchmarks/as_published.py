"""Gold of our tasks, and right answers to them, in the forms of the reference implementation."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pyarrow import parquet  # type: ignore[import-untyped]

from benchmarks.published_rules import (
    biocoder,
    biodsbench,
    ehr_seqsql,
    ehrcon,
    ehrshot,
    hospital,
    medagentbench,
    medcalcbench,
    mimic_extract,
    npowerai,
)
from benchmarks.published_rules.output import Output
from benchmarks.trivial import CALL, subject_key, table
from medgym_core import Build, Gold, Task

Rows = Sequence[tuple[str, int]]
"""Subject and hard label of every row of a prediction task."""


class Asked(NamedTuple):
    """A task with what grading needs."""

    build: Build
    task: Task
    gold: Gold


class Published(NamedTuple):
    """A family as the reference implementation has it."""

    score: Callable[[Any, Output], float]
    """The rule: 1 or True for right."""
    gold: Callable[[Asked], Any]
    """Gold in the form that the rule takes."""
    right: Callable[[Asked, Any], Mapping[str, Output]]
    """Right answers, by the way in which they are given."""


def printed(value: Any) -> str:
    """What ``print(value)`` shows of an answer; a list of single values one a line."""
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


def rounded(value: Any) -> Any:
    """The same answer with every number rounded to 2 decimals."""
    if isinstance(value, list):
        return [rounded(one) for one in value]
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    return round(value, 2) if isinstance(value, float) else value


def _as_printed(asked: Asked, gold: Any) -> Mapping[str, Output]:
    answer = asked.gold.turns[-1]
    return {"as printed": Output(printed(answer)), "rounded": Output(printed(rounded(answer)))}


def _values(asked: Asked) -> list[str]:
    """A query's result as text, row by row; truth values are 0 and 1, and no row is None."""
    flat = [cell for row in _listed(asked.gold.turns[0]) for cell in _listed(row)]
    return [str(int(cell) if isinstance(cell, bool) else cell) for cell in flat] or ["None"]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _errand(asked: Asked) -> medagentbench.Errand:
    turn: Any = asked.gold.turns[0]
    answer, number = turn["answer"], int(str(asked.task.metadata["template"]))
    value = next(iter(answer.values())) if isinstance(answer, dict) else answer
    orders = turn["services"]["fhir"]["added"]
    text = ""
    if number in (3, 8):
        text = orders[0]["valueString"] if number == 3 else orders[0]["note"][0]["text"]
    return medagentbench.Errand(number, value, text)


def _errand_done(asked: Asked, gold: medagentbench.Errand) -> Mapping[str, Output]:
    turn: Any = asked.gold.turns[0]
    missing = "Patient not found" if gold.template == 1 else -1
    posts = [part for order in turn["services"]["fhir"]["added"] for part in (order["resourceType"], order)]
    answers = [] if gold.template in (3, 8) else [missing if gold.value is None else gold.value]
    return {"as printed": Output(json.dumps({"GET": answers, "POST": posts}, ensure_ascii=False))}


def _shot_rows(asked: Asked) -> Rows:
    folder = asked.build.private / str(asked.task.metadata["target"])
    rows = parquet.read_table(folder / "test.parquet").to_pylist()
    cells = [(str(row.pop("patient")), list(row.values())[1:]) for row in rows]
    return [
        (patient, values[0] if len(values) == 1 else int("".join(map(str, values)), 2))
        for patient, values in cells
    ]


def _extract_rows(asked: Asked) -> Rows | None:
    turn: Any = asked.gold.turns[0]
    return (
        None if asked.task.category == "intervention" else [(str(row), label) for row, label in turn["rows"]]
    )


def subjects(asked: Asked) -> list[str]:
    """Subjects of a prediction task's rows, in the order of the rows; else nothing."""
    if asked.task.family == "ehrshot":
        return [patient for patient, _ in _shot_rows(asked)]
    turn: Any = asked.gold.turns[0]
    return [str(row[0]) for row in turn["rows"]] if asked.task.verifier == "predictions" else []


def _file(asked: Asked, gold: Rows | None) -> Mapping[str, Output]:
    """Right labels, in a file as the prompt wants it, and in one that can be read where it is looked for."""
    turn: Any = asked.gold.turns[0]
    key, rows = subject_key(asked.task), gold or [(str(row[0]), row[1]) for row in turn["rows"]]
    stated = table([key, " prediction"], rows) if key == "patient_id" else table([key, "prediction"], rows)
    read = Output(file=table([key, "prediction"], rows), folder=mimic_extract.READ)
    return {"as the prompt says": Output(file=stated, folder=mimic_extract.STATED), "where it is read": read}


def _one_call(asked: Asked) -> str:
    turn: Any = asked.gold.turns[0]
    return f"{turn['cases'][CALL]['expected']}\n"


_QUERY = Published(hospital.accepts, _values, _as_printed)
PUBLISHED: Mapping[str, Published] = {
    "mimic": _QUERY,
    "eicu": _QUERY,
    "treqs": _QUERY,
    "ehr-seqsql": Published(ehr_seqsql.accepts, lambda asked: None, _as_printed),
    "ehrcon": Published(
        ehrcon.accepts,
        lambda asked: not asked.gold.turns[0]["consistent"],  # type: ignore[index, call-overload]
        lambda asked, gold: {"as printed": Output(str(gold))},
    ),
    "mimic-extract": Published(mimic_extract.score, _extract_rows, _file),
    "medcalcbench": Published(medcalcbench.accepts, lambda asked: asked.gold.turns[0], _as_printed),
    "npowerai": Published(npowerai.accepts, lambda asked: asked.gold.turns[0], _as_printed),
    "medagentbench": Published(medagentbench.accepts, _errand, _errand_done),
    "biocoder": Published(biocoder.accepts, _one_call, lambda asked, gold: {"as printed": Output(str(gold))}),
    "biodsbench": Published(
        biodsbench.accepts, lambda asked: None, lambda asked, gold: {"as printed": Output("done")}
    ),
    "ehrshot": Published(ehrshot.score, _shot_rows, _file),
}
"""Family to its rule."""
