"""Well-formed files that know nothing of their task: constant predictions, programs that compute nothing."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pydantic import JsonValue

from medgym_core.task import Gold, Task
from medgym_core.verifier.contract import Submission, TurnSubmission
from medgym_core.verifier.predictions import PredictionGold
from medgym_core.verifier.programs import ProgramGold

_RETURNS = "def {entry}(*args, **kwargs):\n    return {value}\n"


def shams(task: Task, gold: Gold) -> Iterator[tuple[str, Submission]]:
    """Submissions of files, by what they are; none where the verifier is not one of the core's."""
    makers = {"predictions": _predictions, "programs": _programs}
    if (make := makers.get(task.verifier)) is None:
        return
    made = [make(value) for value in gold.turns]
    for name in made[0]:
        turns = []
        for turn, texts, value in zip(task.turns, made, gold.turns, strict=True):
            file = (value if isinstance(value, dict) else {}).get("file")
            paths = [spec.path for spec in turn.files if file in (None, spec.path)]
            answer = json.dumps(texts[name]) if turn.answer else None
            turns.append(
                TurnSubmission(answer=answer, files={path: texts[name].encode() for path in paths[:1]})
            )
        yield name, Submission(turns=tuple(turns))


def _predictions(value: JsonValue) -> Mapping[str, str]:
    """Every row once, with the same prediction, the more frequent label, or its place in the file."""
    gold = PredictionGold.model_validate(value)
    number = len(gold.rows)
    usual = {
        column: float(place == label if len(target.columns) > 1 else label)
        for index, target in enumerate(gold.targets)
        for label in [Counter(gold.labels(index)).most_common(1)[0][0]]
        for place, column in enumerate(target.columns)
    }
    cells = {
        "constant predictions": [[0.5] * len(gold.columns)] * number,
        "the most frequent labels": [[usual[column] for column in gold.columns]] * number,
        "predictions in the order of rows": [[row / number] * len(gold.columns) for row in range(number)],
    }
    header = [*gold.keys, *gold.columns]
    return {name: _csv(header, gold.rows, table) for name, table in cells.items()}


def _csv(header: Sequence[str], rows: Sequence[Sequence[int | str]], cells: Sequence[Sequence[float]]) -> str:
    keys = len(header) - len(cells[0])
    stream = io.StringIO(newline="")
    table = ([*row[:keys], *cell] for row, cell in zip(rows, cells, strict=True))
    csv.writer(stream, lineterminator="\n").writerows([header, *table])
    return stream.getvalue()


def _programs(value: JsonValue) -> Mapping[str, str]:
    """Functions that return the same, the most frequent right result, or what they are given."""
    gold = ProgramGold.model_validate(value)
    expected = Counter(repr(case.expected) for case in gold.cases).most_common(1)[0][0]
    returned = {
        "a program that returns 0": "0",
        "a program that returns the most frequent result": expected,
        "a program that returns its argument": "(*args, *kwargs.values(), None)[0]",
    }
    return {name: _RETURNS.format(entry=gold.entry, value=text) for name, text in returned.items()}
