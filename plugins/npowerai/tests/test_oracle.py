"""The reference, and the defects of the reference implementation that grading must not repeat."""

import json
import math

import pytest

from medgym_plugin_npowerai import loader, oracle
from medgym_plugin_npowerai.chance import best_constant, best_constants

SIZE = oracle.answer_kind("size", "two_sample_t")
POWER = oracle.answer_kind("power", "two_sample_t")


@pytest.mark.parametrize(("split", "step"), [("test", 1), ("ood", 1), ("train", 7)])
def test_the_reference_solves_every_task_held_out_and_every_seventh_other(
    family, build, run, golds, passes, split, step
):
    for index, gold in list(enumerate(golds[split]))[::step]:
        task = family.task(build, split, index)
        given = json.dumps(run(family.reference(build, task)))
        assert passes(task.turns[0].answer, given, gold), (task.id, given, gold)


def test_the_reference_solves_another_seeds_build(family, other_build, run, passes):
    for split in family.splits:
        for index in range(family.size(other_build, split)):
            task = family.task(other_build, split, index)
            given = json.dumps(run(family.reference(other_build, task)))
            assert passes(task.turns[0].answer, given, family.gold(other_build, task).turns[0]), task.id


def test_each_question_has_a_solution_of_its_own(family, build, golds):
    splits = golds.keys() - {"reworded"}
    tasks = [family.task(build, split, index) for split in splits for index in range(60)]
    solutions = {family.reference(build, task)[0].arguments["code"] for task in tasks}
    assert len(solutions) == len(tasks)


def test_a_whole_number_may_be_written_as_a_float(passes):
    assert passes(SIZE, "42", 42)
    assert passes(SIZE, "42.0", 42)


def test_a_size_is_exact(passes):
    assert not any(passes(SIZE, text, 42) for text in ("41", "43", "42.4", '"42"', "true", "null"))


def test_a_power_is_accepted_within_one_percent(passes):
    assert passes(POWER, "0.8079", 0.8)
    assert not passes(POWER, "0.8081", 0.8)
    assert not passes(POWER, "0.7919", 0.8)


def test_a_power_above_1_or_below_0_is_refused(passes):
    assert passes(POWER, "1.0", 0.999)
    assert not passes(POWER, "1.005", 0.999)
    assert not passes(POWER, "-0.001", 0.0)


def test_nan_and_infinity_are_refused(passes):
    assert not any(passes(POWER, text, 0.8) for text in ("NaN", "Infinity", "1e999", ""))


def test_the_constant_1_passes_nowhere(golds, passes):
    for answers in golds.values():
        assert not any(passes(POWER, "1.0", gold) for gold in answers if isinstance(gold, float))
        assert not any(passes(SIZE, "1", gold) for gold in answers if isinstance(gold, int))


def test_no_constant_beats_the_declared_chance_rate(family, build, golds):
    report = json.loads((build.private / "report.json").read_text())
    for split, answers in golds.items():
        shares = {target: share for target, (_, share) in best_constants(answers).items()}
        assert shares == {target: share for target, (_, share) in report["best_constants"][split].items()}
        assert best_constant(answers)[1] <= sum(shares.values()) <= family.chance_rate(build, split)


def test_no_constant_per_kind_of_question_passes_a_third(golds):
    kinds = len(loader.KINDS["test"])
    for kind in range(kinds):
        constant, _ = best_constant(golds["train"][kind::kinds])
        answers = golds["test"][kind::kinds]
        passed = sum(math.isclose(constant, gold, rel_tol=0.01) for gold in answers)
        assert passed <= len(answers) / 3


def test_no_gold_is_in_the_reference(family, build, golds):
    for split in ("test", "ood"):
        for index, gold in enumerate(golds[split]):
            (call,) = family.reference(build, family.task(build, split, index))
            assert not isinstance(gold, float) or repr(gold) not in call.arguments["code"]
