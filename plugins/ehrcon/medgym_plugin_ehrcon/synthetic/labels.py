"""The labels of synthetic notes, in the published form."""

from __future__ import annotations

from datetime import datetime

from medgym_plugin_ehrcon.synthetic.event import TABLES
from medgym_plugin_ehrcon.synthetic.item import Item, Pair
from medgym_plugin_ehrcon.synthetic.statement import Statement, written

_COLUMNS: dict[str, dict[str, str]] = {
    "LABEVENTS": {"item": "label", "value": "valuenum", "unit": "valueuom", "time": "charttime"},
    "CHARTEVENTS": {"item": "label", "value": "valuenum", "unit": "valueuom", "time": "charttime"},
    "OUTPUTEVENTS": {"item": "label", "value": "value", "unit": "valueuom", "time": "charttime"},
    "INPUTEVENTS_CV": {"item": "label", "value": "amount", "unit": "amountuom", "time": "charttime"},
    "INPUTEVENTS_MV": {"item": "label", "value": "amount", "unit": "amountuom", "time": "starttime"},
    "INPUTEVENTS_MV rate": {"item": "label", "value": "rate", "unit": "rateuom", "time": "starttime"},
    "PRESCRIPTIONS": {"item": "drug", "value": "dose_val_rx", "unit": "dose_unit_rx", "time": "startdate"},
    "MICROBIOLOGYEVENTS": {"item": "spec_type_desc", "time": "charttime"},
    "MICROBIOLOGYEVENTS organism": {"item": "org_name", "time": "charttime"},
    "DIAGNOSES_ICD": {"item": "short_title", "time": "charttime"},
    "PROCEDURES_ICD": {"item": "short_title", "time": "charttime"},
}
"""Table to the column that plays each role."""


def label(statement: Statement, line: int) -> dict[str, object]:
    """The annotation of a statement, by its entity."""
    parts = [(statement.item, statement.pair)]
    if statement.second:
        parts.append(statement.second)
    return {
        statement.term: {
            "data": [_check(statement, item, pair) for item, pair in parts],
            "position": line,
            "source": "mimic",
            "entity_type": 1 if statement.numeric else 2,
            "all_queries": [],
        }
    }


def _check(statement: Statement, item: Item, pair: Pair | None) -> dict[str, object]:
    table = TABLES[item.group]
    suffix = " rate" if statement.column else " organism" if item.group == "organism" else ""
    columns = _COLUMNS[table + suffix]
    facts = {columns["item"]: item.name}
    if pair is not None:
        facts[columns["value"]] = written(pair[0])
        if pair[1]:
            facts[columns["unit"]] = pair[1]
    if statement.moment.stated is not None:
        facts[columns["time"]] = statement.moment.stated
    wrong = [columns[role] for role in sorted(statement.wrong)]
    said = " and ".join(f"'{column}'" for column in wrong)
    return {
        _published(table): facts,
        "label": f"{said} {'is' if len(wrong) == 1 else 'are'} inconsistency" if wrong else "consistency",
        "errors": len(wrong),
    }


def _published(table: str) -> str:
    """Name of a table in the labels."""
    return table.lower().removesuffix("_icd")


def string_label(line: int, when: datetime) -> dict[str, object]:
    """An annotation of a string value, which the benchmark leaves out."""
    facts = {"label": "urine color", "value": "yellow", "charttime": f"{when:%Y-%m-%d}"}
    check: dict[str, object] = {"labevents": facts, "label": "consistency", "errors": 0}
    return {
        "Urine color": {
            "data": [check],
            "position": line,
            "source": "mimic",
            "entity_type": 3,
            "all_queries": [],
        }
    }
