"""Making the rows of the extra splits."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random

from medgym_core import Progress
from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.extra.rows import FOLDER, SIZES, TIMES, Extra, needed
from medgym_plugin_medcalcbench.held_out import asked
from medgym_plugin_medcalcbench.notes import FIXED
from medgym_plugin_medcalcbench.notes.series import STEADY
from medgym_plugin_medcalcbench.notes.spelled import time_spellings
from medgym_plugin_medcalcbench.notes.unclear import ways
from medgym_plugin_medcalcbench.notes.writing import Note, write
from medgym_plugin_medcalcbench.parameter import Day, Inputs
from medgym_plugin_medcalcbench.published import entity
from medgym_plugin_medcalcbench.synthetic import drawn

LEAST = 12
"""Tasks of a split at least, whatever the scale."""
ABSENT = 0.5
"""Share of tasks with missing inputs."""
LACKING = (1, 2)
"""How many inputs may be missing."""
MOST = 6
"""Parameters of a calculator whose scores are asked for at several times, at most."""
TRIES = 20
"""Notes tried for a serial task before the next calculator is taken."""
LATER = timedelta(minutes=10)
"""How long after an entry the state is asked for."""
SERIAL = "What was this patient's {name} at {times}? Give one answer for each time, in this order."
CHOOSE = "{clinical}, at {time}? Name the calculator that answers this, and compute it."
ABSTAIN = "What was this patient's {name} at {time}, if it can be computed?"


def generate(out: Path, seed: int, share: float, progress: Progress) -> None:
    """Write the raw files; ``share`` of the default sizes."""
    folder = out / FOLDER
    folder.mkdir()
    for split, most in SIZES.items():
        size = max(LEAST, round(share * most))
        with (folder / f"{split}.jsonl").open("w", encoding="utf-8") as stream:
            for index in range(size):
                progress(f"{split} notes", index / size)
                stream.write(json.dumps(made(split, index, seed)._asdict(), ensure_ascii=False) + "\n")


def made(split: str, index: int, seed: int) -> Extra:
    """The row of a split at a place."""
    return _MAKERS[split](index, Random(f"medcalcbench/{seed}/{split}/{index}"))


@cache
def clinical() -> Mapping[str, Sequence[str]]:
    """Calculator to the questions that it answers, without its name."""
    path = Path(__file__).with_name("clinical.json")
    found: Mapping[str, Sequence[str]] = json.loads(path.read_text(encoding="utf-8"))
    return found


@cache
def _serial() -> Sequence[Calculator]:
    """Calculators of the counted splits whose answer changes with what entries say."""
    return [
        one
        for one in asked("test")
        if not any(isinstance(p, Day) or p.name in STEADY for p in one.parameters)
        and len(one.parameters) <= MOST
    ]


@cache
def _abstaining() -> Sequence[Calculator]:
    """Calculators of decimals that need three values or more, each in every case."""
    decimal = [one for one in CALCULATORS.values() if one.answer.kind == "number"]
    return [
        one
        for one in decimal
        if len(needed(one)) == len([p for p in one.parameters if p.name not in FIXED]) >= 3
        and "sbp" not in {p.name for p in one.parameters}
    ]


def _serial_row(index: int, rng: Random) -> Extra:
    for place in itertools.count(index):
        calculator = _serial()[place % len(_serial())]
        for _ in range(TRIES):
            note = write(calculator, drawn(calculator, "ood", rng), rng)
            times = _times(calculator, note, rng)
            if len(times) == TIMES:
                return _serial_of(calculator, note, times, rng)
    raise AssertionError("there is always another calculator")


def _serial_of(calculator: Calculator, note: Note, times: Sequence[datetime], rng: Random) -> Extra:
    spelled = [rng.choice(time_spellings(time)) for time in times]
    listed = f"{', at '.join(spelled[:-1])} and at {spelled[-1]}"
    return _row(calculator, SERIAL.format(name=calculator.name, times=listed), note, times)


def _times(calculator: Calculator, note: Note, rng: Random) -> list[datetime]:
    """Times in no order, each with another answer, at which all inputs are known and plausible."""
    own = sorted(one.time for one in note.scene.moments if one.made and one.chart == note.scene.own)
    found: dict[str, datetime] = {}
    for time in [note.scene.asked, *(one + LATER for one in own)]:
        inputs = note.inputs(calculator, time)
        if _is_whole(calculator, inputs):
            found.setdefault(repr(calculator.compute(inputs)), time)
    times = list(found.values())[:TIMES]
    rng.shuffle(times)
    return times


def _is_whole(calculator: Calculator, inputs: Inputs) -> bool:
    if any(parameter.name not in inputs for parameter in calculator.parameters):
        return False
    return calculator.admits(**calculator.canonical(inputs))


def _choose_row(index: int, rng: Random) -> Extra:
    keys = list(clinical())
    calculator = BY_KEY[keys[index % len(keys)]]
    note = write(calculator, drawn(calculator, "ood", rng), rng)
    time = rng.choice(time_spellings(note.scene.asked))
    question = CHOOSE.format(clinical=rng.choice(clinical()[calculator.key]), time=time)
    return _row(calculator, question, note, [note.scene.asked])


def _abstain_row(index: int, rng: Random) -> Extra:
    calculator = _abstaining()[index % len(_abstaining())]
    inputs = drawn(calculator, "ood", rng)
    absent = rng.sample(needed(calculator), rng.choice(LACKING)) if rng.random() < ABSENT else []
    note = write(calculator, inputs, rng, {one.name: rng.choice(ways(one)) for one in absent})
    time = rng.choice(time_spellings(note.scene.asked))
    return _row(calculator, ABSTAIN.format(name=calculator.name, time=time), note, [note.scene.asked])


def _row(calculator: Calculator, question: str, note: Note, times: Sequence[datetime]) -> Extra:
    inputs = [note.inputs(calculator, time) for time in times]
    entities = [repr(entity.write(calculator, found)) for found in inputs]
    return Extra(calculator.number, question, note.text, entities, [note.stated(time) for time in times])


_MAKERS: Mapping[str, Callable[[int, Random], Extra]] = {
    "serial": _serial_row,
    "choose": _choose_row,
    "abstain": _abstain_row,
}
