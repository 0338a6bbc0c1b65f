"""Generated rows in the published layout."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from medgym_core import Progress
from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.cell import HALVES, belongs, cell_of
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.held_out import asked
from medgym_plugin_medcalcbench.level import levels
from medgym_plugin_medcalcbench.notes.spelled import time_spellings
from medgym_plugin_medcalcbench.notes.writing import write
from medgym_plugin_medcalcbench.parameter import Value
from medgym_plugin_medcalcbench.published import entity, label, row

QUESTIONS = (
    "What is this patient's {name} at {time}?",
    "From the note below, compute the {name} as of {time}.",
    "The patient described below: what was the {name} at {time}?",
)
TRIES = 100_000
"""Patients drawn at most for one row."""


def rows(split: str, size: int, seed: int, progress: Progress) -> Iterator[dict[str, str | int]]:
    """Rows of the published layout: a calculator, a patient, a note and the answer each."""
    calculators = asked(split)
    for index in range(size):
        progress(f"{split} notes", index / size)
        yield _synthetic(calculators[index % len(calculators)], split, index, seed)


def _synthetic(calculator: Calculator, split: str, index: int, seed: int) -> dict[str, str | int]:
    rng = Random(f"medcalcbench/{seed}/{split}/{index}")
    inputs = drawn(calculator, split, rng)
    answer = calculator.compute(inputs)
    lower, upper = label.limits(calculator, answer)
    note = write(calculator, inputs, rng)
    time = rng.choice(time_spellings(note.scene.asked))
    return {
        "Row Number": index + 1,
        "Calculator ID": calculator.number,
        "Calculator Name": calculator.name,
        "Category": calculator.group,
        "Note ID": f"generated-{split}-{index}",
        "Note Type": row.GENERATED,
        "Patient Note": note.text,
        "Question": rng.choice(QUESTIONS).format(name=calculator.name, time=time),
        "Relevant Entities": repr(entity.write(calculator, inputs)),
        "Ground Truth Answer": label.write(answer),
        "Lower Limit": lower,
        "Upper Limit": upper,
        "Stated By": json.dumps(note.stated(note.scene.asked), ensure_ascii=False),
    }


def drawn(calculator: Calculator, split: str, rng: Random) -> dict[str, Value]:
    """Inputs whose cell belongs to ``split``; of a score, those of each level as often as of any other."""
    scores = levels(calculator.key, HALVES[split])
    wanted = rng.choice(scores) if scores else None
    for _ in range(TRIES):
        inputs = draw(calculator, rng)
        fits = wanted is None or calculator.compute(inputs) == wanted
        if fits and belongs(cell_of(calculator, inputs), split):
            return inputs
    raise AssertionError(f"no patient of {split} with a {calculator.name} of {wanted} in {TRIES} draws")
