"""What passes and what does not, on every task of the test split."""

import pytest

from medgym_core import gold_of
from medgym_ehr.testing.hospital.oracle_laws import (  # noqa: F401
    test_a_row_less_more_or_twice_fails,
    test_gold_does_not_depend_on_when_it_was_planned,
    test_gold_is_what_the_reference_query_finds,
    test_gold_passes_and_another_tasks_gold_seldom,
    test_numbers_pass_within_a_thousandth,
    test_rows_pass_in_any_order,
)


@pytest.fixture(scope="module")
def golds(family, build, tasks):
    return [gold_of(family, build, task) for task in tasks]


def test_texts_pass_in_any_case(tasks, golds, passes):
    for task, gold in zip(tasks, golds, strict=True):
        if isinstance(answer := gold.turns[0], list):
            assert passes(task, [upper(row) for row in answer], gold)


def upper(value):
    if isinstance(value, list):
        return [upper(cell) for cell in value]
    return value.upper() if isinstance(value, str) else value
