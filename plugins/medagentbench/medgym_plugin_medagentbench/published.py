"""The benchmark's own tasks: its JSON file, read; their right answers are computed from the charts.

The file is a list of objects with ``id`` (``task3_12``), ``instruction``, ``context``, ``eval_MRN`` (null for
a patient who is sought and not there) and ``sol`` (null for most). Source:
https://github.com/stanfordmlgroup/MedAgentBench (``test_data_v2.json``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import JsonValue

from medgym_core import DataError
from medgym_plugin_medagentbench.case import Case
from medgym_plugin_medagentbench.chart import Charts
from medgym_plugin_medagentbench.template import TEMPLATES, UnclearError
from medgym_raw import records

SPLIT = "published"
_BY_NUMBER = {template.number: template for template in TEMPLATES.values()}
_NAMED = re.compile(r"name ([^\W\d_][\w'.-]*) (\S.*?) and DOB of (\d{4}-\d\d-\d\d)")
_VALUE = re.compile(r"\d+/\d+ mmHg")
_QUOTED = re.compile(r'"([^"]+)"')


class Row(NamedTuple):
    """One published task."""

    where: str
    """File and position."""
    name: str
    """Its ``id``."""
    question: str
    """Instruction and context."""
    instruction: str
    mrn: str
    """The patient, or empty."""
    solution: JsonValue
    """What is published as right, or None. It is compared with, and never graded by."""

    @property
    def template(self) -> str:
        """What its name begins with, as in ``task3``."""
        return self.name.partition("_")[0]


def read(path: Path) -> list[Row]:
    """The tasks of a published file.

    Raises:
        DataError: with file and place, if it is not in the published form.
    """
    return [_row(one.fields, one.where) for one in records(path)]


def _row(row: Mapping[str, Any], where: str) -> Row:
    missing = [name for name in ("id", "instruction") if not isinstance(row.get(name), str)]
    if missing:
        raise DataError(f"{where}: {', '.join(missing)} is missing; see the published file")
    context = row.get("context") or ""
    question = f"{row['instruction']}\n\n{context}".strip()
    return Row(where, row["id"], question, row["instruction"], str(row.get("eval_MRN") or ""), row.get("sol"))


def judged(rows: list[Row], charts: Charts) -> Iterator[tuple[Row, Case | None, str]]:
    """Every row with its task, or with the reason why it is none, or with a remark on what is published."""
    for row in rows:
        try:
            case = _case(row, charts)
            answer = case.outcome(charts).answer
        except UnclearError as error:
            yield row, None, str(error)
            continue
        yield row, case, _disagreement(row, answer)


def _case(row: Row, charts: Charts) -> Case:
    number = re.fullmatch(r"task(\d+)_\d+", row.name)
    template = _BY_NUMBER.get(int(number[1])) if number else None
    if template is None:
        raise UnclearError(f"{row.name!r} is of none of the ten templates")
    facts = dict(_facts(row))
    lacking = [fact for fact in template.facts if fact not in facts]
    if lacking:
        raise UnclearError(f"its {' and '.join(lacking)} cannot be read from the instruction")
    if "mrn" in template.facts and row.mrn not in charts.people:
        raise UnclearError(f"the charts have no patient {row.mrn}")
    kept = {fact: facts[fact] for fact in template.facts}
    return Case(template.name, row.mrn, kept, row.question, published=True)


def _facts(row: Row) -> Iterator[tuple[str, str]]:
    if row.mrn and row.mrn in row.instruction:
        yield "mrn", row.mrn
    if named := _NAMED.search(row.instruction):
        yield from zip(("given", "family", "born"), named.groups(), strict=True)
    if value := _VALUE.search(row.instruction):
        yield "value", value[0]
    if quoted := _QUOTED.findall(row.instruction):
        yield "text", max(quoted, key=len)


def _disagreement(row: Row, answer: JsonValue) -> str:
    """What is published of a patient who is looked up, where the charts say otherwise."""
    if not isinstance(answer, dict) or "mrn" not in answer or not row.solution:
        return ""
    published = row.solution[0] if isinstance(row.solution, list) else row.solution
    found = answer["mrn"] or "Patient not found"
    return "" if published == found else f"the published solution is {published!r}, the charts say {found!r}"
