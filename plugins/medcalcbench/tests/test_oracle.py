import json
import re
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_plugin_medcalcbench import oracle
from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.notes.table import table

from .notes.parsing import asked_in
from .notes.reader import read_note
from .notes.samples import inputs_of

SPLITS = pytest.mark.parametrize("split", ["train", "test", "ood"])


def solved(calculator, inputs):
    """The answer of the reference program."""
    scope = {}
    exec(compile(oracle.program(calculator, inputs), "solution.py", "exec"), scope)
    return scope["answer"]


def checked(family, build, split):
    """Up to 55 tasks of a split."""
    return [family.task(build, split, index) for index in range(min(55, family.size(build, split)))]


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(list(CALCULATORS.values())), st.integers(0, 10**6))
def test_the_reference_computes_by_another_way_what_the_library_does(calculator, seed):
    inputs = draw(calculator, Random(seed))
    expected = oracle.written(calculator.compute(inputs))
    answer = solved(calculator, inputs)
    assert answer == (
        pytest.approx(expected, rel=1e-9, abs=1e-9) if isinstance(expected, float) else expected
    )


@SPLITS
def test_the_reference_computes_from_what_the_note_states(family, build, passes, submit, split):
    for task in checked(family, build, split):
        (call,) = family.reference(build, task)
        text, gold = submit(call.arguments["code"]), family.gold(build, task).turns[0]
        assert passes(task.turns[0].answer, text, gold), (task.id, text, gold)


@SPLITS
def test_what_is_read_in_the_note_gives_gold(family, build, passes, split):
    for task in checked(family, build, split):
        question, _, note = task.turns[0].question.partition(oracle.MARK)
        (asked,) = asked_in(question)
        read = inputs_of(read_note(table(), task.category, note, asked))
        (gold,) = family.gold(build, task).turns
        assert passes(task.turns[0].answer, json.dumps(solved(BY_KEY[task.category], read)), gold), task.id


def test_the_reference_holds_no_gold(family, build):
    for index in range(55):
        task = family.task(build, "test", index)
        (call,), (gold,) = family.reference(build, task), family.gold(build, task).turns
        assert len(str(gold)) < 8 or str(gold) not in call.arguments["code"]


def test_the_reference_needs_the_standard_library_alone():
    found = re.findall(r"^(?:from|import) (\w+)", "\n".join(oracle._solvers().values()), re.MULTILINE)
    assert set(found) <= sys.stdlib_module_names


@pytest.mark.parametrize("calculator", CALCULATORS.values(), ids=lambda calculator: calculator.key)
def test_a_program_defines_no_other_calculator_that_it_does_not_call(calculator):
    text = oracle.program(calculator, draw(calculator, Random(0)))
    defined = re.findall(r"^def (\w+)", text, re.MULTILINE)
    assert calculator.key in defined
    assert all(text.count(f"{name}(") > 1 for name in defined)
