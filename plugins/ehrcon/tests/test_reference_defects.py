"""Defects of the reference implementation on EHRCon, each shown to be absent (MedAgentGym's harness)."""

import json
from collections import defaultdict

import pytest

from medgym_core.verifier import Status
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_ehr.testing.hospital.harness_laws import (  # noqa: F401
    code,
    test_secrets_of_the_driver_are_not_in_the_box,
    test_the_last_task_runs,
)
from medgym_plugin_ehrcon import files, loader, oracle
from medgym_plugin_ehrcon.database import LAYOUT
from medgym_plugin_ehrcon.release import read_notes


def share(answer, tasks, golds):
    """The share of test tasks that one answer passes."""
    given = TurnSubmission(answer=json.dumps(answer))
    passed = [grade_answer(oracle.ANSWER, given, golds[task.id], 65_536).ok for task in tasks["test"]]
    return sum(passed) / len(passed)


def test_a_second_try_does_not_solve_what_the_first_missed(env, golds):
    """Printing True and then False solved every task in two steps."""
    box = env()
    gold = golds[box.task.id]
    wrong = {"consistent": not gold["consistent"], "columns": []}
    assert not box.step(code(f"print(True)\nprint(False)\nanswer = {gold!r}")).done
    assert box.step(code(f"answer = {wrong!r}", submit=True)).done
    assert box.verdict.status is Status.FAIL


def test_no_answer_is_right_for_most(tasks, golds):
    """ "False" alone was right for 68.5% of the test and 71.2% of the training tasks."""
    assert share({"consistent": True, "columns": []}, tasks, golds) <= 0.5
    for column in ("item", "value", "unit", "time"):
        assert share({"consistent": False, "columns": [column]}, tasks, golds) < 0.47


def test_the_flag_alone_is_balanced_in_every_note_type(tasks, golds):
    """The paper's best model was below the majority baseline; a few more are wrong."""
    for found in tasks.values():
        by_type = defaultdict(list)
        for task in found:
            by_type[task.category].append(golds[task.id]["consistent"])
        assert all(0.3 <= sum(flags) / len(flags) <= 0.6 for flags in by_type.values() if len(flags) > 50)


@pytest.mark.parametrize(
    "answer",
    [
        "True",
        "not true",
        "Traceback (most recent call last): /usr/true",
        True,
        "false",
        1,
        None,
        ["true"],
        {},
    ],
    ids=str,
)
def test_texts_that_hold_a_word_are_no_answers(tasks, golds, answer):
    """'true' anywhere in the output counted as True, in a traceback or a path too, and "not true" as well."""
    assert share(answer, tasks, golds) == 0


def test_every_mention_is_identified(build, tasks):
    """Neither note nor line nor mention was named: 33 pairs of admission and entity had both labels."""
    places = defaultdict(set)
    for split, found in tasks.items():
        for task in found:
            asked = loader.asked(build, split, task.index)
            places[asked.row_id, asked.line, asked.character, asked.text].add(asked.columns)
    assert sum(map(len, tasks.values())) == len(places)


def test_one_entity_of_an_admission_may_have_both_labels_and_each_is_decided(build, tasks, solve):
    """Such pairs could not be satisfied as posed; here each has its own question and answer."""
    pairs = defaultdict(dict)
    for split, found in tasks.items():
        for task in found:
            asked = loader.asked(build, split, task.index)
            pairs[asked.hadm_id, asked.entity.lower()][bool(asked.columns)] = task
    both = [labels for labels in pairs.values() if len(labels) == 2]
    assert both
    for labels in both[:5]:
        assert [solve(labels[wrong].turns[0].question)["consistent"] for wrong in (True, False)] == [
            False,
            True,
        ]


def test_no_task_is_there_twice(tasks):
    """155 pairs of the test tasks were duplicates."""
    questions = [task.turns[0].question for found in tasks.values() for task in found]
    assert len(set(questions)) == len(questions)


def test_failed_runs_and_prints_count_for_nothing(env, golds):
    """Failed executions were scored, and every output was searched."""
    box = env()
    gold = golds[box.task.id]
    for source in (f"print({gold!r})", f"print({gold!r})\nraise SystemExit(1)", f"answer = {gold!r}\n1/0"):
        assert not box.step(code(source)).done
    box.step(code(f"answer = {gold!r}\nraise ValueError", submit=True))
    assert box.verdict.status is Status.FAIL


def test_published_splits_keep_their_names(raw, users_build):
    """The test notes were trained on and the validation notes tested on."""
    split = {note.row_id: note.split for note in read_notes(raw)}
    for name, published in loader.PUBLISHED.items():
        asked = (loader.asked(users_build, name, index) for index in range(loader.size(users_build, name)))
        assert {split[one.row_id] for one in asked} == {published}


def test_the_prompt_has_the_right_tables_with_units_and_ends(env):
    """It listed 17 tables of another database, and left out INPUTEVENTS_MV, units and end times."""
    prompt = env().prompt
    for name, file in LAYOUT.files.items():
        listed = prompt.split(f"\n{name}(")[1].split(")")[0].split(", ")
        assert listed == list(file.columns)
    assert "COST" not in prompt
    assert ".csv.gz" not in prompt


def test_admissions_are_numbers_as_in_the_tables(env, build):
    """The admission was the text "127294.0"."""
    notes = (build.public / files.NOTES).read_text()
    assert ".0," not in notes.split("\n")[1].split('"')[0]
    box = env()
    source = (
        "import csv, sqlite3\n"
        "hadm = next(csv.DictReader(open('data/notes.csv')))['HADM_ID']\n"
        "database = sqlite3.connect('file:data/ehrcon.sqlite?mode=ro', uri=True)\n"
        "print(database.execute('SELECT count(*) FROM labevents WHERE hadm_id = ?', (hadm,)).fetchone()[0])"
    )
    assert int(box.step(code(source)).observation.text.split()[-1]) > 10


def test_labels_lie_nowhere_in_the_box(env, build):
    """The task files with their answers lay in the folder that the agent was given."""
    box = env()
    seen = box.step(code("import os\nfor at, _, files in os.walk('.'):\n    print(at, files)"))
    assert "ehrcon.sqlite" in seen.observation.text
    assert "jsonl" not in seen.observation.text
    look = f"open({str(build.private / 'test.jsonl')!r}, 'rb').read(1)"
    assert not box.step(code(look)).observation.ok


def test_a_program_that_prints_is_graded_by_its_answer(env, golds):
    """The letters ``print`` anywhere in a program kept its answer from counting."""
    box = env()
    box.step(code(f"print('nothing')\nanswer = {golds[box.task.id]!r}", submit=True))
    assert box.verdict.reward == 1
