"""What the family's attack earns: no more than chance, also where people ask in their own words."""

import json
from pathlib import Path

import pytest

from medgym_plugin_npowerai import loader

ATTACK = (Path(__file__).parents[1] / "attacks" / "usual_study.py").read_text(encoding="utf-8")
SPLITS = ("train", "test", "reworded", "ood")


@pytest.fixture
def usual(tmp_path, monkeypatch):
    """The attack's answer to a question."""
    monkeypatch.chdir(tmp_path)
    program = compile(ATTACK, "usual_study.py", "exec")

    def answered(question):
        Path("question.txt").write_text(question, encoding="utf-8")
        scope = {}
        exec(program, scope)
        return scope["answer"]

    return answered


@pytest.mark.parametrize("split", SPLITS)
def test_the_usual_study_earns_no_more_than_chance(family, build, golds, passes, usual, split):
    tasks = [family.task(build, split, index) for index in range(family.size(build, split))]
    earned = [
        passes(task.turns[0].answer, json.dumps(usual(task.turns[0].question)), gold)
        for task, gold in zip(tasks, golds[split], strict=True)
    ]
    assert sum(earned) <= family.chance_rate(build, split) * len(tasks)


@pytest.mark.parametrize("split", SPLITS)
def test_the_attack_knows_what_is_asked(family, build, usual, split):
    for index in range(family.size(build, split)):
        entry = loader.entry(build, split, index)
        assert (usual(entry.question) == 64) == (entry.target == "size"), entry.question
