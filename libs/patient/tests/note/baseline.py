"""A simple reader of notes: for each lab an expression of its usual names and a number close behind."""

from __future__ import annotations

import re

from medgym_patient import LABS

USUAL = {
    "sodium": "sodium|na",
    "potassium": "potassium|k",
    "creatinine": "creatinine|creat|cr",
    "hematocrit": "hematocrit|hct",
    "white_cells": "wbc",
    "platelets": "platelets|plt ct|plt",
    "lactate": "lactate",
    "glucose": "glucose",
    "urea_nitrogen": "bun|urean",
    "bicarbonate": "bicarbonate|hco3",
    "hemoglobin": "hemoglobin|hgb",
    "inr": "inr",
}
_PATTERNS = {
    name: re.compile(rf"\b(?:{words})\s*(?:of|was|is|at)?\s*[-:=(]?\s*(\d+(?:\.\d+)?)", re.IGNORECASE)
    for name, words in USUAL.items()
}
_DATE = re.compile(r"\[\*\*(?:\d{4}-)?(\d{1,2})-(\d{1,2})\*\*\]")


def read(text: str) -> set[tuple[str, float, tuple[int, int]]]:
    """Lab, value, and month and day of the last date before it on its line."""
    found = set()
    for line in text.split("\n"):
        for name, pattern in _PATTERNS.items():
            for match in pattern.finditer(line):
                dates = _DATE.findall(line[: match.start()]) or _DATE.findall(line)
                if dates:
                    month, day = dates[-1]
                    found.add((name, float(match[1]), (int(month), int(day))))
    return found


assert LABS.index.keys() >= USUAL.keys()
