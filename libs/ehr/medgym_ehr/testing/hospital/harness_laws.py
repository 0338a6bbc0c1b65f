"""Defects of the reference implementation's harness, each shown to be absent from a family on a database.

What the harness did is said in the docstrings; the tests play real episodes.
"""

from pathlib import Path

from medgym_core import ActionCall, gold_of
from medgym_core.verifier import Status

LOOK = """
for file in {}:
    try:
        print("read", open(file, "rb").read(1))
    except OSError as error:
        print(type(error))
"""


def code(source, submit=False, language="python"):
    """A call that executes code."""
    arguments = {"code": source, "language": language, "submit": submit}
    return ActionCall(name="code_execution", arguments=arguments)


def test_answers_lie_nowhere_in_the_box(env, build):
    """The task files with their answers lay in the folder that the agent was given."""
    box = env()
    seen = box.step(code("import os\nfor at, _, files in os.walk('.'):\n    print(at, files)"))
    assert box.task.database.path in seen.observation.text
    hidden = [str(file) for file in build.private.glob("*.*")]
    assert hidden
    assert not any(Path(file).name in seen.observation.text for file in hidden)
    told = box.step(code(LOOK.format(hidden))).observation
    assert told.ok
    assert "read" not in told.text


def test_what_is_printed_and_what_fails_counts_for_nothing(env, golds):
    """Every execution's output was searched for gold, failed ones included, and success ended the episode."""
    box = env()
    gold = golds[box.task.id].turns[0]
    for source in (f"print({gold!r})", f"print({gold!r})\nraise SystemExit(1)", f"answer = {gold!r}\n1/0"):
        assert not box.step(code(source)).done
    final = box.step(code(f"answer = {gold!r}\nraise ValueError", submit=True))
    assert (final.done, box.verdict.status) == (True, Status.FAIL)


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


def test_the_last_task_runs(family, build):
    """Counts were one short of the files, so that the last task never ran."""
    last = family.task(build, "test", family.size(build, "test") - 1)
    assert len(gold_of(family, build, last).turns) == len(last.turns)
    assert None not in gold_of(family, build, last).turns


def test_questions_are_sentences(tasks):
    """The machine's wording was shown, all in lower case."""
    for task in tasks:
        assert task.turns[0].question[0].isupper()
        assert "{" not in task.turns[0].question
