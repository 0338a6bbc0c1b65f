"""Defects of the reference implementation on TREQS, each shown to be absent.

What MedAgentGym's harness did is said in the docstrings; the tests play real episodes where the defect was
the harness's, and grade answers where it was the oracle's.
"""

import sqlite3
from contextlib import closing

import pytest

from medgym_core import ActionCall, Integer, SetOf, Table, Text
from medgym_ehr.hospital import loader as stored
from medgym_ehr.testing.hospital.harness_laws import *  # noqa: F403
from medgym_ehr.testing.hospital.harness_laws import code
from medgym_plugin_treqs import loader
from medgym_plugin_treqs.questions import TEMPLATES


@pytest.fixture
def of(tasks, golds):
    """The test tasks of a template, with their golds."""
    return lambda template: [(t, golds[t.id]) for t in tasks if t.metadata["template"] == template]


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
        assert not any(passes(task, wrong, golds[task.id]) for wrong in (str(right), [right] * 2, right + 10))


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


def test_only_permitted_actions_are_executed(env):
    """Permitted actions only shaped the prompt; every action was executed."""
    assert env().step(ActionCall(name="shell", arguments={"command": "ls"})).observation.error


def test_children_of_an_action_do_not_live_on(env):
    """A time limit killed the shell and not the program."""
    box = env()
    seen = box.step(code("import subprocess\nprint(subprocess.Popen(['sleep', '600']).pid)"))
    pid = int(seen.observation.text.split()[-1])
    seen = box.step(code(f"import os\nos.kill({pid}, 0)"))
    assert seen.observation.error == "ProcessLookupError"


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


def test_questions_have_several_wordings():
    """The machine's wording was shown."""
    assert len({wording for template in TEMPLATES for wording in template.wordings}) >= 3 * len(TEMPLATES)
