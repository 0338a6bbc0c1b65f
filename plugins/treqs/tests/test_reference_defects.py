"""Defects of the reference implementation on TREQS, each shown to be absent.

What MedAgentGym's harness did is said in the docstrings; the tests play real episodes where the defect was
the harness's, and grade answers where it was the oracle's.
"""

import json
import os
import sqlite3
import time
from contextlib import closing

import pytest

from medgym_core import ActionCall, Integer, SetOf, Table, Text, gold_of
from medgym_core.env import Env
from medgym_core.sandbox.process import Process
from medgym_core.verifier import Status
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_ehr.hospital import loader as stored
from medgym_plugin_treqs import loader
from medgym_plugin_treqs.questions import TEMPLATES


@pytest.fixture(scope="module")
def tasks(family, full):
    return [family.task(full, "test", index) for index in range(family.size(full, "test"))]


@pytest.fixture(scope="module")
def golds(family, full, tasks):
    return {task.id: gold_of(family, full, task) for task in tasks}


@pytest.fixture
def of(tasks, golds):
    """The test tasks of a template, with their golds."""
    return lambda template: [(t, golds[t.id]) for t in tasks if t.metadata["template"] == template]


@pytest.fixture(scope="module")
def share(tasks, golds):
    """The share of test tasks that one answer passes."""

    def measure(answer):
        given = TurnSubmission(answer=json.dumps(answer))
        passed = (
            grade_answer(task.turns[0].answer, given, golds[task.id].turns[0], 1 << 20).ok for task in tasks
        )
        return sum(passed) / len(tasks)

    return measure


@pytest.fixture
def env(family, full):
    """An environment on one task, closed at the end."""
    opened = []

    def start(index=0):
        opened.append(Env(family, full, family.task(full, "test", index), Process().start))
        opened[-1].prompt = opened[-1].reset()
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def code(source, submit=False, language="python"):
    return ActionCall(
        name="code_execution", arguments={"code": source, "language": language, "submit": submit}
    )


# Gold (dossier 3.5)


def test_gold_is_every_row_and_not_the_first(family, full, tasks, golds):
    """Only the first row of an unordered result was kept, so that one of many procedures was right."""
    longer = 0
    with closing(sqlite3.connect(full.public / loader.DATABASE)) as connection:
        for task in tasks:
            gold = golds[task.id].turns[0]
            if isinstance(gold, list):
                rows = connection.execute(stored.question(full, "test", task.index).sql).fetchall()
                assert len(gold) == len(rows)
                longer += len(rows) > 1
    assert longer > 50


def test_one_procedure_of_many_is_not_the_answer(of, passes):
    """The procedures of a patient: any one was accepted if it was the first, no other list was refused."""
    several = [(t, g) for t, g in of("patient_procedures") if len(g.turns[0]) > 1]
    assert several
    for task, gold in several:
        assert passes(task, gold.turns[0], gold)
        assert not any(passes(task, [title], gold) for title in gold.turns[0])


def test_both_columns_are_compared(tasks, golds, passes):
    """Of two columns only the first was looked at: a right type passed with any location."""
    tables = [task for task in tasks if isinstance(task.turns[0].answer, Table)]
    assert len(tables) > 50
    for task in tables:
        gold = golds[task.id]
        assert not passes(task, [row[:1] for row in gold.turns[0]], gold)
        assert not passes(
            task, [[row[0], *["something else"] * (len(row) - 1)] for row in gold.turns[0]], gold
        )


def test_case_of_the_answer_does_not_matter(tasks, golds, passes):
    """Answers were compared in their case: the data's "EMERGENCY" failed against the gold's "emergency"."""
    for task in (t for t in tasks if isinstance(t.turns[0].answer, Text)):
        assert passes(task, golds[task.id].turns[0].upper(), golds[task.id])


def test_the_prompt_says_that_case_does_not_matter_and_the_question_relies_on_it(full, tasks):
    """Literals were in lower case, data was not, and the prompt did not say so."""
    assert all("whatever its case" in task.context for task in tasks)
    slots = [stored.question(full, "test", task.index).slots for task in tasks]
    drugs = [slot["drug"] for slot in slots if "drug" in slot]
    with closing(sqlite3.connect(full.public / loader.DATABASE)) as connection:
        exact = "SELECT count(*) FROM PRESCRIPTIONS WHERE DRUG = ?"
        plain = sum(connection.execute(exact, (drug,)).fetchone()[0] == 0 for drug in drugs)
    assert plain > 0


def test_flags_are_not_digits_in_a_text(tasks, golds):
    """A gold expire_flag of 0 passed with any output that held a 0: no answer is 0 or 1."""
    assert not [task.id for task in tasks if golds[task.id].turns[0] in (0, 1, [], None)]


@pytest.mark.parametrize(
    "answer",
    [10, "10", "0123456789", list(range(1000)), "Traceback (most recent call last):", "None", True, ""],
    ids=lambda answer: str(answer)[:20],
)
def test_constants_that_passed_pass_nearly_nothing(share, answer):
    """Gold was searched as text: a dump of all numbers passed 72% of the test tasks."""
    assert share(answer) <= 0.04


def test_counts_are_compared_as_whole_numbers(tasks, golds, passes):
    """A count passed wherever its digits stood."""
    for task in (t for t in tasks if isinstance(t.turns[0].answer, Integer)):
        right = golds[task.id].turns[0]
        assert passes(task, right, golds[task.id])
        assert not any(passes(task, wrong, golds[task.id]) for wrong in (str(right), [right], right * 10))


def test_every_element_of_a_list_is_compared(tasks, golds, passes):
    """Only the first element was compared."""
    for task in (t for t in tasks if isinstance(t.turns[0].answer, SetOf)):
        gold = golds[task.id]
        assert not passes(task, [*gold.turns[0][:-1], "another"], gold)


def test_values_with_commas_semicolons_and_quotes_are_one_value(full, golds, tasks):
    """Commas split gold; naive quoting broke rows of the table itself."""
    with closing(sqlite3.connect(full.public / loader.DATABASE)) as connection:
        diseases = {d for (d,) in connection.execute("SELECT DISTINCT DIAGNOSIS FROM DEMOGRAPHIC")}
        broken = connection.execute("SELECT count(*) FROM DEMOGRAPHIC WHERE typeof(AGE) != 'integer'")
        assert broken.fetchone() == (0,)
    for sign in (";", "\\", "/", '"', "'"):
        assert any(sign in disease for disease in diseases)


def test_codes_keep_their_leading_zeros(full):
    """Codes read as numbers lose them, and with them their titles."""
    with closing(sqlite3.connect(full.public / loader.DATABASE)) as connection:
        for table in ("DIAGNOSES", "PROCEDURES"):
            query = f"SELECT count(*) FROM {table} WHERE ICD9_CODE LIKE '0%' AND SHORT_TITLE IS NOT NULL"
            assert connection.execute(query).fetchone()[0] > 0


def test_newborns_elders_and_the_living_are_there(full):
    with closing(sqlite3.connect(full.public / loader.DATABASE)) as connection:
        query = (
            "SELECT sum(AGE = 0 AND DIAGNOSIS = 'NEWBORN'), sum(AGE >= 89), max(AGE) < 150, min(AGE) >= 0, "
            "avg(DOD_YEAR IS NULL) BETWEEN 0.5 AND 0.7 FROM DEMOGRAPHIC"
        )
        newborns, elders, *laws = connection.execute(query).fetchone()
    assert newborns > 0
    assert elders > 0
    assert laws == [1, 1, 1]


def test_questions_about_all_rows_are_answered_within_the_limit(family, full, tasks):
    """Agents had to read 1.5 GB of CSV in 120 s: here a query finds its rows by an index."""
    assert {task.limits.action_s for task in tasks} == {120}
    with closing(sqlite3.connect(full.public / loader.DATABASE)) as connection:
        for task in tasks:
            query = stored.question(full, "test", task.index).sql
            plan = " ".join(row[-1] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}"))
            assert "SCAN lb" not in plan or "USING COVERING INDEX" in plan, (query, plan)


# Harness (dossier 0.5)


def test_answers_lie_nowhere_in_the_box(env, full):
    """The task files with their answers lay in the folder that the agent was given."""
    box = env()
    seen = box.step(code("import os\nfor at, _, files in os.walk('.'):\n    print(at, files)"))
    assert "mimicsql.sqlite" in seen.observation.text
    assert "questions" not in seen.observation.text
    look = f"open({str(full.private / 'questions.sqlite')!r}, 'rb').read(1)"
    assert not box.step(code(look)).observation.ok


def test_what_is_printed_and_what_fails_counts_for_nothing(env, golds):
    """Every execution's output was searched for gold, failed ones included, and success ended the episode."""
    box = env()
    gold = golds[box.task.id].turns[0]
    for source in (f"print({gold!r})", f"print({gold!r})\nraise SystemExit(1)", f"answer = {gold!r}\n1/0"):
        assert not box.step(code(source)).done
    final = box.step(code(f"answer = {gold!r}\nraise ValueError", submit=True))
    assert (final.done, box.verdict.status) == (True, Status.FAIL)


def test_only_permitted_actions_are_executed(env):
    """Permitted actions only shaped the prompt; every action was executed."""
    assert env().step(ActionCall(name="shell", arguments={"command": "ls"})).observation.error


def test_a_program_that_prints_is_graded_by_its_answer(env, golds):
    """The letters ``print`` anywhere in a program kept its answer from counting."""
    box = env()
    gold = golds[box.task.id].turns[0]
    box.step(code(f"print('nothing')\nanswer = {gold!r}", submit=True))
    assert box.verdict.reward == 1


def test_secrets_of_the_driver_are_not_in_the_box(env, monkeypatch):
    """Keys in the environment were inherited by agent code."""
    monkeypatch.setenv("SOME_API_KEY", "secret-value")
    seen = env().step(code("import os\nprint(dict(os.environ))"))
    assert "secret-value" not in seen.observation.text


def test_children_of_an_action_do_not_live_on(env):
    """A time limit killed the shell and not the program."""
    box = env()
    seen = box.step(code("import subprocess\nprint(subprocess.Popen(['sleep', '600']).pid)"))
    pid = int(seen.observation.text.split()[-1])
    deadline = time.monotonic() + 10
    while _lives(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _lives(pid)


def _lives(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_last_task_runs(family, full):
    """Counts were one short of the files, so that the last task never ran."""
    last = family.size(full, "test") - 1
    assert last == 995
    assert gold_of(family, full, family.task(full, "test", last)).turns[0] is not None


def test_the_prompt_names_the_database_and_its_tables_as_they_are(env, full):
    """Tables were called .csv, and the path of the database was never told."""
    prompt = env().prompt
    assert "data/mimicsql.sqlite" in prompt
    assert ".csv" not in prompt
    with closing(sqlite3.connect(full.public / loader.DATABASE)) as connection:
        for table, column in connection.execute(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
            "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
        ):
            listed = prompt.split(f"{table}(")[1].split(")")[0].split(", ")
            assert column in [name.split()[0] for name in listed]


def test_questions_are_sentences_in_several_wordings(tasks):
    """The machine's wording was shown."""
    for task in tasks:
        assert task.turns[0].question[0].isupper()
        assert "{" not in task.turns[0].question
    assert len({wording for template in TEMPLATES for wording in template.wordings}) >= 3 * len(TEMPLATES)
