"""Extra splits: references earn everything, the second program agrees, and training holds no solution of them."""

import pytest

from medgym_core.verifier.compare import compare
from medgym_core.verifier.parse import exact
from medgym_plugin_medcalcbench import loader
from medgym_plugin_medcalcbench.calculators import BY_KEY
from medgym_plugin_medcalcbench.extra.tasks import missing
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.oracle import MARK

from .notes.reader import asked_in, lacking, read_note
from .notes.samples import inputs_of

SPLITS = pytest.mark.parametrize("split", ["serial", "choose", "abstain"])


def tasks(family, build, split):
    return [family.task(build, split, index) for index in range(family.size(build, split))]


@SPLITS
def test_the_reference_is_right(family, build, split):
    for task in tasks(family, build, split):
        scope = {}
        exec(family.reference(build, task)[0].arguments["code"], scope)
        gold = family.gold(build, task).turns[0]
        assert compare(task.turns[0].answer, exact(scope["answer"]), exact(gold)).ok, task.id
        assert not compare(task.turns[0].answer, exact({"value": 1, "missing": ["?"]}), exact(gold)).ok


@SPLITS
def test_the_note_states_at_each_time_what_gold_is_computed_from(family, build, split):
    for task in tasks(family, build, split):
        question, _, note = task.turns[0].question.partition(MARK)
        inputs = loader.extra_inputs(build, split, task.index)
        calculator = BY_KEY[task.category]
        for known, asked in zip(inputs, asked_in(question), strict=True):
            absent = lacking(table(), task.category, note, asked)
            labels = {parameter.name: parameter.label for parameter in calculator.parameters}
            assert [labels[name] for name in absent] == missing(calculator, known)
            if not absent:
                read = inputs_of(read_note(table(), task.category, note, asked))
                assert calculator.canonical(read) == calculator.canonical(known)


def test_no_solution_of_an_evaluation_task_is_one_of_training(family, build):
    def solutions(split):
        return {family.reference(build, task)[0].arguments["code"] for task in tasks(family, build, split)}

    known = solutions("train")
    assert not any(known & solutions(split) for split in ("test", "ood", "serial", "choose", "abstain"))
