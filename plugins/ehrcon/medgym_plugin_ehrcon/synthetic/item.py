"""What synthetic notes and tables speak of: items with their units, values and names."""

from __future__ import annotations

import csv
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from medgym_ehr.mimic3.synthetic.vocabulary import terms

Pair = tuple[float, str]
"""A value and its unit, which may be empty."""


@dataclass(frozen=True)
class Item:
    """Something that is measured, given, sent, diagnosed or done."""

    group: str
    """As in ``items.csv``."""
    code: str
    """Item number, drug name or ICD-9 code."""
    label: str
    """Its name in the raw files."""
    pace: str
    """How often it is recorded."""
    unit: str
    """As recorded; empty if it has none."""
    other_unit: str
    """What it is recorded in elsewhere, so that the unit alone tells nothing; empty if it has none."""
    law: tuple[float, float, int, bool]
    """Centre, spread, decimals, and whether log-normal."""
    doses: tuple[float, ...] = ()
    """Of a drug: what it is given in."""

    @property
    def name(self) -> str:
        """Its name in the database."""
        return self.label.strip().lower()

    def elsewhere(self) -> Item:
        """As other admissions record it: in the other unit, if it has one."""
        return replace(self, unit=self.other_unit, other_unit=self.unit) if self.other_unit else self

    def value(self, rng: random.Random) -> float:
        """A plausible value."""
        if self.doses:
            return rng.choice(self.doses)
        centre, spread, decimals, skewed = self.law
        drawn = centre * 2.718281828 ** (spread * rng.gauss(0, 1)) if skewed else rng.gauss(centre, spread)
        return round(max(drawn, centre / 10), decimals) + 0.0


@cache
def items() -> Mapping[str, tuple[Item, ...]]:
    """Group to its items."""
    text = resources.files(__package__).joinpath("items.csv").read_text(encoding="utf-8")
    grouped: dict[str, list[Item]] = {}
    for row in csv.DictReader(text.splitlines()):
        made = _item(row["group"], row["id"], row["pace"], row["other_unit"])
        grouped.setdefault(row["group"], []).append(made)
    return {group: tuple(made) for group, made in grouped.items()}


@cache
def pressure(part: str) -> Item:
    """The arterial pressure, ``systolic`` or ``diastolic``."""
    code, centre, spread = {"systolic": ("51", 117, 20), "diastolic": ("8368", 62, 12)}[part]
    label = f"Arterial BP [{part.capitalize()}]"
    return Item("vital", code, label, "dense", "mmHg", "cmH2O", (centre, spread, 0, False))


_VOCABULARIES = {
    "lab": ("lab",),
    "vital": ("vital", "charted"),
    "drug": ("drug",),
    "intake": ("intake",),
    "bolus": ("unlinked",),
    "drip": ("unlinked",),
    "output": ("output",),
    "specimen": ("specimen",),
    "organism": ("organism",),
    "diagnosis": ("diagnosis",),
    "procedure": ("procedure",),
}
_KEYS = {"drug": "name", "diagnosis": "code", "procedure": "code"}
_LABELS = {"drug": "name", "diagnosis": "short", "procedure": "short"}
_UNITS = {"intake": "ml", "output": "ml", "drip": "mcg/kg/min"}
_DRIP = (0.4, 0.6, 2, True)


def _item(group: str, code: str, pace: str, other_unit: str) -> Item:
    row = _row(group, code)
    unit = _UNITS.get(group, row.get("unit", ""))
    doses = tuple(float(dose) for dose in row.get("doses", "").split(";") if dose.replace(".", "").isdigit())
    return Item(
        group, code, row[_LABELS.get(group, "label")], pace, unit, other_unit, _law(group, row), doses
    )


def _row(group: str, code: str) -> dict[str, str]:
    key = _KEYS.get(group, "itemid")
    for name in _VOCABULARIES[group]:
        columns = terms(name).columns
        if code in columns[key]:
            place = columns[key].index(code)
            return {column: values[place] for column, values in columns.items()}
    raise KeyError(f"no {group} has the code {code}")


def _law(group: str, row: Mapping[str, str]) -> tuple[float, float, int, bool]:
    if group == "drip":
        return _DRIP
    if group == "bolus":
        return {"mL": (250.0, 0.5, 0, True), "units": (5000.0, 0.2, 0, True)}.get(
            row["unit"], (2.0, 0.4, 0, True)
        )
    if "amount" in row:
        return float(row["amount"]), 0.6, 0, True
    if "centre" in row:
        skewed = row.get("law") == "lognormal"
        return float(row["centre"]), float(row["spread"]), int(row["decimals"]), skewed
    return 0.0, 0.0, 0, False
