import re
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_plugin_medcalcbench import oracle
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.drawing import draw

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
def test_the_reference_reads_the_note_and_is_one_text(family, build, passes, submit, split):
    for index in range(55):
        task = family.task(build, split, index)
        (call,) = family.reference(build, task)
        assert call.arguments == {"code": oracle.program(), "submit": True}
        text, gold = submit(oracle.program(), task.turns[0].question), family.gold(build, task).turns[0]
        assert passes(task.turns[0].answer, text, gold), (task.id, text, gold)


def test_the_reference_holds_no_gold(family, build):
    text = oracle.program()
    golds = {str(family.gold(build, family.task(build, "test", index)).turns[0]) for index in range(55)}
    assert not any(gold in text for gold in golds if len(gold) > 7)


def test_the_reference_needs_the_standard_library_alone():
    found = re.findall(r"^(?:from|import) (\w+)", oracle.program(), re.MULTILINE)
    assert set(found) <= sys.stdlib_module_names
