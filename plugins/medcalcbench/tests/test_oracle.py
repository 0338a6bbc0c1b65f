import json
import re
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_plugin_medcalcbench import oracle
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.notes.reading import read_note
from medgym_plugin_medcalcbench.notes.table import table

SOLVING = compile(oracle._solving(), "solving.py", "exec")


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(list(CALCULATORS.values())), st.integers(0, 10**6))
def test_the_reference_computes_by_another_way_what_the_library_does(calculator, seed):
    inputs = draw(calculator, Random(seed))
    scope = {"key": calculator.key, "stated": oracle.literal(calculator, inputs)}
    exec(SOLVING, scope)
    expected = oracle.written(calculator.compute(inputs))
    if isinstance(expected, float):
        assert scope["answer"] == pytest.approx(expected, rel=1e-9, abs=1e-9)
    else:
        assert scope["answer"] == expected


@pytest.mark.parametrize("split", ["train", "test"])
def test_the_reference_computes_from_what_the_note_states(family, build, passes, submit, split):
    for index in range(55):
        task = family.task(build, split, index)
        (call,) = family.reference(build, task)
        text, gold = submit(call.arguments["code"]), family.gold(build, task).turns[0]
        assert passes(task.turns[0].answer, text, gold), (task.id, text, gold)


@pytest.mark.parametrize("split", ["train", "test"])
def test_what_is_read_in_the_note_gives_gold(family, build, passes, split):
    for index in range(55):
        task = family.task(build, split, index)
        key, note = task.category, task.turns[0].question.partition(oracle.MARK)[2]
        scope = {"key": key, "stated": read_note(table(), key, note.strip())}
        exec(SOLVING, scope)
        (gold,) = family.gold(build, task).turns
        assert passes(task.turns[0].answer, json.dumps(scope["answer"]), gold), task.id


def test_the_reference_holds_no_gold(family, build):
    for index in range(55):
        task = family.task(build, "test", index)
        (call,), (gold,) = family.reference(build, task), family.gold(build, task).turns
        assert len(str(gold)) < 8 or str(gold) not in call.arguments["code"]


def test_the_reference_needs_the_standard_library_alone():
    found = re.findall(r"^(?:from|import) (\w+)", oracle._solving(), re.MULTILINE)
    assert set(found) <= sys.stdlib_module_names
