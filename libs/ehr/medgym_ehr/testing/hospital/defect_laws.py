"""Defects of the reference implementation on EHRSQL's databases, each shown to be absent from a family.

What MedAgentGym's harness did is said in the docstrings; the tests play real episodes where the defect was
the harness's, and grade answers where it was the oracle's.
"""

import json
import re
import sqlite3
from contextlib import closing

import pytest

from medgym_core import ActionCall, DateTime, Number, SetOf, Table, Text, gold_of
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_ehr.hospital import loader
from medgym_ehr.published import post_process
from medgym_ehr.testing.hospital.harness_laws import *  # noqa: F403
from medgym_ehr.testing.hospital.harness_laws import code

# Gold (dossier 0.3)


def test_now_is_the_hospitals_and_not_sqlites(family):
    """``current_time`` was left to SQLite, so that relative periods held all rows or none."""
    sql = post_process("select datetime(current_time, '-1 year')", family.hospital.release)
    assert sqlite3.connect(":memory:").execute(sql).fetchone() == ("2104-12-31 23:59:00",)


def test_days_since_are_positive_and_bounded_by_the_stay(tasks, golds):
    """``%j`` was left lower-case, a day of the year: golds such as -363 days."""
    passed = [golds[t.id].turns[0] for t in tasks if t.metadata["template"].startswith("since_")]
    assert passed
    assert min(passed) > 0


def test_years_are_years(family):
    """``%y`` was left lower-case, which SQLite gives as null."""
    sql = post_process(
        "select strftime('%y', '2104-05-06'), strftime('%j', '2104-05-06')", family.hospital.release
    )
    year, day = sqlite3.connect(":memory:").execute(sql).fetchone()
    assert year == "2104"
    assert float(day) > 2_400_000


def test_normal_ranges_are_known(tasks):
    """Ranges of vital signs were unknown columns."""
    assert re.search(r"heart ?rate 60 to 100", tasks[0].context)


@pytest.mark.slow
@pytest.mark.parametrize(
    "lost", ["survival_after", "deadliest_diagnoses", "new_drugs", "visit_cost_with", "vital_abnormal"]
)
def test_templates_that_were_lost_are_asked_with_answers_of_substance(family, full, lost):
    """These were dropped with their wrong golds, none or an error."""
    places = ((split, index) for split in ("train", "ood") for index in range(family.size(full, split)))
    asked = (loader.question(full, *place) for place in places)
    answers = [question.answer for question in asked if question.template.startswith(lost)]
    assert answers
    assert not any(gold in (None, []) or (not isinstance(gold, bool) and gold in (0, 1)) for gold in answers)


def test_few_answers_are_guessed(family, build):
    """Half of the training golds were 0, 1 or None."""
    report = loader.read_report(build)
    for split in ("train", "test"):
        assert sum(category.trivial for category in report.splits[split].categories.values()) == 0


# Oracle (dossier 0.4 and 1.5)


@pytest.mark.parametrize(
    "answer",
    [10, "10", "0123456789", list(range(1000)), "Traceback (most recent call last):", "None", "True", ""],
    ids=str,
)
def test_constants_that_passed_a_third_pass_nearly_nothing(share, answer):
    """Gold was searched as text in the output: ``10`` passed 31% of the test tasks, a digit dump 36%."""
    assert share(answer) <= 0.02


def test_every_element_of_a_list_is_compared(first, passes):
    """Only the first element was compared."""
    task, gold = first(SetOf)
    assert passes(task, gold.turns[0], gold)
    assert not passes(task, gold.turns[0][:1] if len(gold.turns[0]) > 1 else [], gold)
    assert not passes(task, [*gold.turns[0][:-1], "another"], gold)


def test_null_is_not_zero(family, build, passes):
    """None was mapped to 0, and any output with a 0 passed."""
    task = family.task(build, "abstention", 2)
    gold = gold_of(family, build, task)
    assert gold.turns == (None,)
    assert [passes(task, answer, gold) for answer in (None, 0, "0", "None", False)] == [True, *[False] * 4]


def test_what_cannot_be_answered_is_shown_so_in_the_box(env, family, build):
    """One task of each way to show it and each kind of answer that there would be."""
    shown = {}
    for index in range(family.size(build, "abstention")):
        question = loader.question(build, "abstention", index)
        if "unanswerable" in question.tags:
            kind = type(family.hospital.repertoire.answers[question.template])
            shown.setdefault((bool(question.sql), kind), index)
    assert {(True, SetOf), (True, Text), (True, Number)} <= shown.keys()
    assert any(not queried for queried, _ in shown)
    for index in shown.values():
        box = env(index, "abstention")
        for call in family.reference(build, box.task):
            box.step(call)
        assert box.verdict.reward == 1


def test_yes_and_no_are_not_digits_in_a_text(first, passes):
    """``False`` became ``0`` wherever it stood in the output; no question is answered with yes or no."""
    task, gold = first(Table)
    assert passes(task, gold.turns[0], gold)
    assert not any(passes(task, wrong, gold) for wrong in (True, False, "yes", [[True]], str(gold.turns[0])))


def test_numbers_are_compared_as_numbers(first, passes):
    """``.0`` was cut off and the rest searched: 2.0 passed with 0.25."""
    task, gold = first(Number)
    right = gold.turns[0]
    assert passes(task, right, gold)
    assert not passes(task, f"{right}", gold)
    assert not passes(task, float(f"1{abs(right)}"), gold)


def test_a_value_with_commas_is_one_value(first, passes):
    """A comma split gold, whose halves passed anywhere."""
    kind, gold = Text(), "peripheral t cell lymphoma, intra-abdominal"
    given = [
        TurnSubmission(answer=json.dumps(a)) for a in (gold, "intra-abdominal, peripheral t cell lymphoma")
    ]
    assert [grade_answer(kind, answer, gold, 1000).ok for answer in given] == [True, False]


def test_sums_in_another_order_and_three_decimals_pass(tasks, golds, passes):
    """A right sum failed if its last digit differed."""
    for task in (t for t in tasks if isinstance(t.turns[0].answer, Number)):
        right = golds[task.id].turns[0]
        assert passes(task, right + 1e-9, golds[task.id])
        assert passes(task, float(f"{right:.3f}"), golds[task.id])


def test_times_are_compared_as_times(first, passes):
    """Times were texts to be found in the output."""
    task, gold = first(DateTime)
    assert passes(task, gold.turns[0], gold)
    assert passes(task, gold.turns[0].replace(" ", "T"), gold)
    assert not passes(task, f"{gold.turns[0]} or so", gold)


# Harness (dossier 0.5 and 1.5)


def test_sql_and_python_submit_alike(env, family, build):
    """SQL had to be wrapped in Python that printed."""
    query = loader.question(build, "test", 0).sql.strip()
    at = f"data/{family.hospital.database}"
    wrapped = f"import sqlite3\nrows = sqlite3.connect({at!r}).execute({query!r}).fetchall()\n"
    for source, language in ((query, "sql"), (f"{wrapped}answer = rows[0][0]", "python")):
        box = env()
        box.step(code(source, submit=True, language=language))
        assert box.verdict.reward == 1


def test_the_prompt_tells_the_time_the_database_and_the_right_tables(env, family, build):
    """No current time was given, the database was not named, tables were called .csv, a column misspelt."""
    prompt = env().prompt
    assert "current time is 2105-12-31 23:59:00" in prompt
    assert f"data/{family.hospital.database}" in prompt
    assert ".csv" not in prompt
    with closing(sqlite3.connect(build.public / family.hospital.database)) as connection:
        for table, column in connection.execute(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
        ):
            assert column in prompt.split(f"{table}(")[1].split(")")[0].split(", ")


def test_questions_have_several_wordings(family):
    """The machine's wording was shown."""
    templates = family.hospital.repertoire.answerable
    assert len({wording for template in templates for wording in template.wordings}) >= 3 * len(templates)


def test_request_info_finds_values_and_refuses_nonsense_politely(env, family, build):
    """It compared the term with every cell of every table, and broke on its own error path."""
    drugs = (loader.question(build, "test", index).slots.get("drug") for index in range(10_000))
    named = next(drug for drug in drugs if drug)
    box = env()
    found = box.step(ActionCall(name="request_info", arguments={"operation": "search", "query": named}))
    assert found.observation.ok
    assert named in found.observation.text
    assert (
        box.step(ActionCall(name="request_info", arguments={"nonsense": 1})).observation.error == "malformed"
    )
