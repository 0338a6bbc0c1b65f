import json

import pytest

from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_plugin_ehrcon import files, loader, oracle


def passes(answer, gold):
    return grade_answer(oracle.ANSWER, TurnSubmission(answer=json.dumps(answer)), gold, 65_536).ok


def test_the_reference_solves_every_task_by_the_database(family, build, tasks, golds, run):
    for task in (task for found in tasks.values() for task in found[::3]):
        assert passes(run(family.reference(build, task)), golds[task.id]), task.turns[0].question


def test_what_is_read_in_the_note_gives_gold(build, tasks, golds, solve):
    for task in (task for found in tasks.values() for task in found[::3]):
        assert passes(solve(task.turns[0].question), golds[task.id]), task.turns[0].question


def test_on_a_users_copy_the_reference_is_right_too(family, users_build, run):
    for split in (*loader.SIZES, *loader.PUBLISHED):
        for index in range(0, 40, 2):
            task = family.task(users_build, split, index)
            (gold,) = family.gold(users_build, task).turns
            assert passes(run(family.reference(users_build, task)), gold)


def test_gold_is_the_rule_not_the_label(build, tasks, golds):
    for task in tasks["test"]:
        asked = loader.asked(build, "test", task.index)
        flipped = asked.model_copy(update={"columns": () if asked.columns else ("value",)})
        assert oracle.gold(build.public / files.DATABASE, flipped).turns[0] == golds[task.id]


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ({"consistent": False, "columns": ["value", "time"]}, True),
        ({"consistent": False, "columns": ["Time", "value"]}, True),
        ({"consistent": False, "columns": ["value"]}, False),
        ({"consistent": False, "columns": ["value", "time", "unit"]}, False),
        ({"consistent": False, "columns": ["value", "value", "time"]}, False),
        ({"consistent": True, "columns": ["value", "time"]}, False),
        ({"consistent": False, "columns": ["valuenum", "charttime"]}, False),
        ({"consistent": False}, False),
        (False, False),
        ("False", False),
    ],
)
def test_both_parts_are_graded(answer, right):
    assert passes(answer, {"consistent": False, "columns": ["value", "time"]}) is right
