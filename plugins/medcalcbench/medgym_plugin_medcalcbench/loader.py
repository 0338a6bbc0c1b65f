"""From rows of the published layout to a build, and the synthetic rows in the same layout.

Raw layout: see ``published/row.py``. Rows that are made here have the note type ``Generated`` and lie in
``train_data.jsonl``, ``test_data.jsonl`` and ``ood_data.jsonl``; they become the splits ``train``, ``test``
and ``ood``, published rows ``published-train`` and ``published-test``. Whatever its origin, a row is
recomputed from its entities, and becomes a task only if its label agrees; the report lists the others with
the reason. The split ``reworded`` has no file: it restates generated rows of ``test``; see ``rewording``.

Build layout: ``public/tasks.sqlite`` (calculator, question, note), ``public/calculators.json`` (the formulas'
documentation), ``private/entities.sqlite`` and ``private/report.json``.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from medgym_core import Build, DataError, Progress
from medgym_plugin_medcalcbench import store
from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.cell import cell_of
from medgym_plugin_medcalcbench.chance import Constant, best_constant
from medgym_plugin_medcalcbench.extra.rows import SIZES as EXTRA_SIZES
from medgym_plugin_medcalcbench.extra.rows import Extra, read, subject
from medgym_plugin_medcalcbench.held_out import HELD_OUT
from medgym_plugin_medcalcbench.parameter import Value
from medgym_plugin_medcalcbench.published import row
from medgym_plugin_medcalcbench.published.check import Judged, judged
from medgym_plugin_medcalcbench.rewording import SPLIT as REWORDED
from medgym_plugin_medcalcbench.rewording.restating import restated
from medgym_raw import unpacked

FILES = {"train": "train_data.jsonl", "test": "test_data.jsonl", "ood": "ood_data.jsonl"}
"""Split to the file of its generated rows."""
SIZES = {"train": 10_053, "test": 1_047, "ood": 150}
"""Rows of the default synthetic source: train and test have as many as v1.0."""
EXTRA = tuple(EXTRA_SIZES)
"""Splits that lie apart; see ``extra/rows.py``."""
SPLITS = ("train", "test", REWORDED, "ood", "published-train", "published-test")
REMARKS = 40
"""Rows that are left out which the report names one by one."""


class Report(NamedTuple):
    """How the rows of a source fared."""

    rows: int
    """Rows read."""
    left_out: list[str]
    """Rows that are no task, each with its place and the reason."""
    constants: dict[str, Constant]
    """Split to the constant that passes most of its tasks."""
    remarks: Sequence[str] = ()
    """Files that are not read, each with why."""

    def text(self) -> str:
        """For the owner of the data."""
        lines = [
            f"{self.rows} rows: {self.rows - len(self.left_out)} became tasks, {len(self.left_out)} did not"
        ]
        lines += self.left_out[:REMARKS]
        if len(self.left_out) > REMARKS:
            lines.append(f"and {len(self.left_out) - REMARKS} more; `medgym data check` lists all")
        for split, constant in self.constants.items():
            lines.append(f"{split}: the best constant, {constant.answer}, passes {constant.share:.1%}")
        return "\n".join([*lines, *self.remarks])


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write all raw files; ``scale`` counts rows of train and test, in the proportion of the default.

    The split ``ood`` has its rows besides, of each of its calculators one or more.
    """
    from medgym_plugin_medcalcbench.extra.making import generate
    from medgym_plugin_medcalcbench.synthetic import rows

    sizes, share = SIZES, 1.0
    if scale is not None:
        share = scale / (SIZES["train"] + SIZES["test"])
        test = max(1, round(share * SIZES["test"]))
        ood = max(len(HELD_OUT), round(share * SIZES["ood"]))
        sizes = {"train": scale - test, "test": test, "ood": ood}
    for split, name in FILES.items():
        row.write(out / name, rows(split, sizes[split], seed, progress))
    generate(out, seed, share, progress)


def build(raw: Path, out: Build, progress: Progress) -> None:
    """Turn raw files (a folder, or one file) into a build.

    Raises:
        DataError: if no file, a broken row or no task is found.
    """
    with unpacked(raw, out.root.parent) as folder:
        _build(folder, out, progress)


def _build(raw: Path, out: Build, progress: Progress) -> None:
    tasks: dict[str, list[Judged]] = defaultdict(list)
    left_out = []
    for found in judged(raw, progress):
        if found.fault:
            left_out.append(f"{found.row.where} {found.row.calculator.key}: {found.fault}")
        else:
            tasks[found.split].append(found)
    rows = len(left_out) + sum(map(len, tasks.values()))
    if not tasks:
        reason = f"; the first: {left_out[0]}" if left_out else ""
        raise DataError(f"none of the {rows} rows of {raw} could be made a task{reason}")
    tasks[REWORDED] = [*restated(tasks["test"])]
    constants = {split: _constant(tasks[split]) for split in SPLITS if tasks[split]}
    report = Report(rows, left_out, constants, row.files(raw).remarks)
    _write(out, tasks, report, _extra(raw))


def _constant(tasks: list[Judged]) -> Constant:
    return best_constant(
        (task.row.calculator.asked(not task.row.generated), task.answer)
        for task in tasks
        if task.answer is not None
    )


def _extra(raw: Path) -> list[tuple[str, int, Extra]]:
    """Split, position and row of each task of the extra splits."""
    return [(split, index, one) for split in EXTRA for index, one in enumerate(read(raw, split))]


def _write(
    out: Build, tasks: dict[str, list[Judged]], report: Report, extra: list[tuple[str, int, Extra]]
) -> None:
    placed = [(split, index, task.row) for split in SPLITS for index, task in enumerate(tasks[split])]
    shown = [(split, index, _entry(found)) for split, index, found in placed]
    shown += [(split, index, _extra_entry(split, one)) for split, index, one in extra]
    store.write(out.public / store.TASKS, shown, ", ".join(store.Entry._fields))
    hidden = [(split, index, store.Hidden(found.entities, found.stated)) for split, index, found in placed]
    hidden += [
        (split, index, store.Hidden(json.dumps(one.entities), json.dumps(one.stated)))
        for split, index, one in extra
    ]
    store.write(out.private / store.ENTITIES, hidden, ", ".join(store.Hidden._fields))
    documents = {calculator.name: documentation(calculator) for calculator in CALCULATORS.values()}
    (out.public / "calculators.json").write_text(json.dumps(documents, indent=1), encoding="utf-8")
    (out.private / "report.json").write_text(json.dumps(report._asdict(), indent=1), encoding="utf-8")


def _entry(found: row.Row) -> store.Entry:
    subject = f"note/{found.note_id}"
    if found.generated:
        subject = f"cell/{cell_of(found.calculator, found.inputs())}"
    return store.Entry(found.number, found.question, found.note, subject, not found.generated)


def _extra_entry(split: str, one: Extra) -> store.Entry:
    inputs = [row.read_entities(CALCULATORS[one.calculator], text) for text in one.entities]
    return store.Entry(one.calculator, one.question, one.note, subject(split, one, inputs), False)


def documentation(calculator: Calculator) -> str:
    """What request_info says of a calculator: formula, definition in force, source."""
    return f"{calculator.documentation}\n\nIn force: {calculator.variant}\nSource: {calculator.source}."


def read_report(build: Build) -> Report:
    """How the raw rows fared."""
    stored = json.loads((build.private / "report.json").read_text(encoding="utf-8"))
    constants = {split: Constant(*constant) for split, constant in stored["constants"].items()}
    return Report(stored["rows"], stored["left_out"], constants, stored.get("remarks", ()))


def calculator_of(entry: store.Entry) -> Calculator:
    """The calculator that a task asks for."""
    return CALCULATORS[entry.calculator]


def inputs(build: Build, split: str, index: int) -> dict[str, Value]:
    """What gold is computed from."""
    calculator = calculator_of(store.entry(build, split, index))
    return row.read_entities(calculator, store.hidden(build, split, index).entities)


def extra_inputs(build: Build, split: str, index: int) -> list[dict[str, Value]]:
    """What gold of an extra split is computed from, at each time asked."""
    calculator = calculator_of(store.entry(build, split, index))
    entities = json.loads(store.hidden(build, split, index).entities)
    return [row.read_entities(calculator, text) for text in entities]


def extra_stated(build: Build, split: str, index: int) -> list[dict[str, str]]:
    """At each time asked, parameter to the sentence of the note that states it."""
    return list(json.loads(store.hidden(build, split, index).stated))


def stated(build: Build, split: str, index: int) -> dict[str, str]:
    """Parameter to the sentence of the note that states it; empty for a published note."""
    return dict(json.loads(store.hidden(build, split, index).stated))
