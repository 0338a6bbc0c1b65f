"""Rows in the layouts of the releases, with notes of our own."""

import csv
import json
from random import Random

from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.published import entity, label

V10 = (
    "Row Number",
    "Calculator ID",
    "Calculator Name",
    "Category",
    "Output Type",
    "Note ID",
    "Note Type",
    "Patient Note",
    "Question",
    "Relevant Entities",
    "Ground Truth Answer",
    "Lower Limit",
    "Upper Limit",
    "Ground Truth Explanation",
)
"""Columns of every release."""
REDISTRIBUTED = ("Row Number", "Calculator ID", "Calculator Name", *V10[7:13])
"""Columns that the redistributed JSON lines keep."""
RENAMED = {
    "FiO₂": "FiO2",
    "Partial pressure of oxygen (PaO₂) for Apache II": "PaO2",
    "QT interval": "QT Interval",
    "Diabetes mellitus criteria for CCI rule": "Diabetes mellitus",
    "Symptom onset ≤3 days": "Symptom onset <=3 days",
    "Congestive Heart Faliure": "Congestive Heart Failure",
}
"""Entities of the verified release that are spelled otherwise."""


def row(number, entities, truth, **columns):
    """One row with every column; ``truth`` is the text of the label."""
    calculator = CALCULATORS[number]
    defaults = dict.fromkeys(V10, "") | {
        "Row Number": 1,
        "Calculator ID": number,
        "Calculator Name": calculator.name,
        "Category": "lab",
        "Note ID": f"pmc-{number}-1",
        "Note Type": "Extracted",
        "Patient Note": "Invented for a test.",
        "Question": f"What is the {calculator.name}?",
        "Relevant Entities": repr(entities),
        "Ground Truth Answer": truth,
    }
    return defaults | columns


def rows(seed=0):
    """A right row of every calculator."""
    for number, calculator in CALCULATORS.items():
        inputs = draw(calculator, Random(f"{seed}/{number}"))
        answer = calculator.compute(inputs)
        lower, upper = label.limits(calculator, answer)
        limits = {"Lower Limit": lower, "Upper Limit": upper}
        yield row(number, entity.write(calculator, inputs), label.write(answer), **limits)


def renamed(found):
    """The row as the verified release spells it."""
    text = found["Relevant Entities"]
    for old, new in RENAMED.items():
        text = text.replace(repr(old), repr(new))
    return found | {"Relevant Entities": text, "Category": "lab test"}


def write_csv(path, found, columns=V10):
    """A CSV file."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(found)
    return path


def write_jsonl(path, found, columns=V10):
    """A file of JSON lines."""
    lines = [json.dumps({column: line[column] for column in columns}) for line in found]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
