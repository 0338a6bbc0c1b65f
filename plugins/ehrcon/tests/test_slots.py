"""The shipped attack grabs item, value and unit of a mention, and that earns no more than chance."""

import json
import random
from pathlib import Path
from statistics import fmean

import pytest

from medgym_core import Submission, TurnSubmission, plugins
from medgym_plugin_ehrcon.audit.verifier import BLIND
from medgym_prove.soundness import IMPLAUSIBLE
from medgym_statistics.binomial import tail

ATTACK = Path(__file__).parents[1] / "attacks" / "slots.py"


@pytest.fixture
def grab(build, tmp_path, monkeypatch):
    """What the attack answers to a task, in a folder as its box has it."""
    program = compile(ATTACK.read_text(encoding="utf-8"), ATTACK.name, "exec")

    def answered(task):
        box = tmp_path / f"{task.split}-{task.index}"
        (box / "data").mkdir(parents=True)
        for name in task.mounts:
            (box / "data" / name).symlink_to(build.public / name)
        (box / "question.txt").write_text(task.turns[0].question, encoding="utf-8")
        monkeypatch.chdir(box)
        scope = {}
        exec(program, scope)
        return scope["answer"]

    return answered


def right(answer, gold):
    return (answer["consistent"], {*answer["columns"]}) == (gold["consistent"], {*gold["columns"]})


@pytest.mark.slow
@pytest.mark.parametrize("split", ["train", "test", "reworded"])
def test_it_earns_no_more_than_chance(family, build, grab, split):
    size = family.size(build, split)
    asked = random.Random(0).sample(range(size), min(size, 150))
    tasks = [family.task(build, split, index) for index in asked]
    passed = sum(right(grab(task), family.gold(build, task).turns[0]) for task in tasks)
    assert tail(passed, len(tasks), family.chance_rate(build, split)) >= IMPLAUSIBLE


def test_it_finds_what_the_tables_show_whenever_it_was(build, tasks, golds, grab):
    """It is right about all that is consistent, or wrong in value, unit or item alone, and nothing else.

    Inputs are left out: of their two pairs, amount and rate, it takes them together.
    """
    seen = set()
    asked = [task for task in tasks["test"] if not task.metadata["table"].startswith("input")]
    for task in asked[:60]:
        gold = golds[task.id]
        assert right(grab(task), gold) == ("time" not in gold["columns"]), task.turns[0].question
        seen |= {*gold["columns"], gold["consistent"]}
    assert {"value", "time", True, False} <= seen


@pytest.mark.parametrize("split", ["audit-train", "audit-test"])
def test_in_audits_it_stays_below_where_rewards_begin(family, build, grab, split):
    earned = []
    for index in range(family.size(build, split)):
        task = family.task(build, split, index)
        given = Submission(turns=(TurnSubmission(answer=json.dumps(grab(task))),))
        gold = family.gold(build, task)
        earned.append(plugins.verifier(task.verifier).grade(task, gold, given, (), {}))
    assert 0.2 < fmean(one.components["turn_0"] for one in earned) < BLIND
    assert fmean(one.reward for one in earned) <= family.splits[split].chance_rate
