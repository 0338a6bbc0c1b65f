"""The solver, on what published rows state."""

import inspect
import json

import pytest

from medgym_core import Source, Tier, ensure_build
from medgym_plugin_npowerai import solution
from medgym_plugin_npowerai.design import Problem
from medgym_plugin_npowerai.power import answer

ROWS = (
    (
        *(1, "power", 1.0),
        "They average 112.4 with a standard deviation of 7.3. She recruited 37 participants; not equal, "
        "difference from 120, at the significance level of 0.05?",
    ),
    (
        *(2, "size", 42),
        "The average difference should be 10.0; the standard deviation for drug A to be 15 and the standard "
        "deviation for drug B to be 17. 80% power, two-sided test",
    ),
    (
        *(3, "power", 0.939),
        "It lowers lipids 16.9 units with a standard deviation of 38. A correlation coefficient of 0.5; a "
        "random sample of 53 adults at the significance level of 0.05?",
    ),
    (
        *(4, "size", 2116),
        "The means of the schools will be 614, 621, 614, and 617, and the standard deviation is put at 80. "
        "How many in each group for 80% of power at the significance level of 0.05?",
    ),
    (
        *(5, "size", 284),
        "Shares will be 0.1989, 0.6329, 0.1281, 0.0323, and 0.0078 in one sex, and will be 0.0636, 0.7654, "
        "0.1368, 0.0241, and 0.0101 in the other. How many in total for 80% of power?",
    ),
    (
        *(6, "power", 0.801),
        "Two groups, having 294 person. The probabilities of loss in groups E and C are 0.3707 and 0.4890. "
        "The hazard ratio for group E compared with group C is assumed to be 0.7. two-sided",
    ),
)
"""Number of the test, target, answer, and text in the shape of the published rows."""


@pytest.fixture(scope="module")
def published(family, tmp_path_factory):
    path = tmp_path_factory.mktemp("raw") / "test_tasks.jsonl"
    keys = ("task_id", "estimate_target", "answer", "question")
    rows = ({"task_type": "", **dict(zip(keys, row, strict=True))} for row in ROWS)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return ensure_build(family, Source.user(path, Tier.OPEN), path.parent / "home")


@pytest.mark.parametrize("index", range(len(ROWS)))
def test_the_reference_solves_published_rows_from_what_they_state(family, published, run, passes, index):
    task = family.task(published, "published-test", index)
    given = run(family.reference(published, task))
    assert passes(task.turns[0].answer, json.dumps(given), family.gold(published, task).turns[0])


def test_the_program_for_a_published_row_holds_no_gold(family, published):
    for index in range(len(ROWS)):
        task = family.task(published, "published-test", index)
        (call,) = family.reference(published, task)
        assert (
            repr(family.gold(published, task).turns[0])
            not in call.arguments["code"].rpartition("\nstudy = ")[2]
        )


def test_a_level_that_nobody_reaches_adds_nothing(solve):
    rows = ((0.4, 0.6, 0.0), (0.6, 0.4, 0.0))
    design = {"test": "chi_square", "alpha": 0.05, "rows": rows, "joint": False}
    problem = Problem.model_validate({"design": design, "target": "size", "count": "total", "power": 0.8})
    assert solve(problem) == answer(problem)


def test_the_solver_shares_no_code_with_gold():
    source = inspect.getsource(solution)
    assert "medgym" not in source.replace("oracle.py", "")
    assert answer.__module__ not in source
