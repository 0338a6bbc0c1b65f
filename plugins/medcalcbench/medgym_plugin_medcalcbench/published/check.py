"""Recomputing published rows: which agree with their labels, which do not, and which cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from medgym_core import DataCheck, Progress
from medgym_plugin_medcalcbench.calculator import Answer, Calculator
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.published import label, row
from medgym_plugin_medcalcbench.published.row import Row
from medgym_plugin_medcalcbench.role import unstated
from medgym_raw import Verdict, check_of, unpacked


class Judged(NamedTuple):
    """One row and what recomputing it gave."""

    row: Row
    split: str
    """Split of a build to which it belongs."""
    answer: Answer | None
    """The recomputed answer; None if the row cannot be read."""
    fault: str
    """Why it is no task, empty if it is one: the label agrees with the recomputed answer."""


def judge(found: Row, split: str) -> Judged:
    """Recompute one row; a row that cannot be read has a fault and no answer."""
    try:
        published = found.label()
        answer = found.calculator.compute(found.inputs())
    except (ValueError, KeyError, ZeroDivisionError, OverflowError) as error:
        return Judged(found, split, None, str(error.args[0]))
    if found.generated and (lacking := ", ".join(unstated(found.calculator, found.inputs(), found.note))):
        return Judged(found, split, None, f"the note does not state, by its name, the {lacking}")
    if label.agrees(found.calculator, published, answer):
        return Judged(found, split, answer, "")
    return Judged(found, split, answer, f"published {found.truth}, computed {label.write(answer)}")


def judged(raw: Path, progress: Progress) -> Iterator[Judged]:
    """Every row of every file of a source, recomputed.

    Raises:
        DataError: as :func:`row.files` and :func:`row.read`.
    """
    for path in row.files(raw).paths:
        progress(f"reading {path.name}", None)
        for found in row.read(path):
            yield judge(found, row.split_of(path, found))


def check(raw: Path, progress: Progress) -> DataCheck:
    """A row for each calculator, and a line for each row that disagrees or cannot be read."""
    with TemporaryDirectory() as scratch, unpacked(raw, Path(scratch)) as folder:
        return _check(folder, progress)


def _check(raw: Path, progress: Progress) -> DataCheck:
    remarks = list(row.files(raw).remarks)
    verdicts: list[tuple[str, Verdict]] = []
    for found in judged(raw, progress):
        verdict: Verdict = "agree"
        if found.fault:
            verdict = "left out" if found.answer is None else "disagree"
            remarks.append(f"{found.row.where} {found.row.calculator.key}: {verdict}: {found.fault}")
        verdicts.append((_kind(found.row.calculator), verdict))
    order = {_kind(calculator): place for place, calculator in enumerate(CALCULATORS.values())}
    verdicts.sort(key=lambda pair: order[pair[0]])
    errata = {_kind(calculator): calculator.erratum for calculator in CALCULATORS.values()}
    return check_of(verdicts, remarks, errata)


def _kind(calculator: Calculator) -> str:
    return f"{calculator.number} {calculator.name}"
