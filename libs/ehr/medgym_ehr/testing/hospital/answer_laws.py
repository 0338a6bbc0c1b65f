"""What a second computation promises, and what the texts of tasks say of their slots.

The plugin gives ``asked_computed``, tasks and tables, and ``solved``, template to solver.
"""

from collections import defaultdict

import pytest

from medgym_ehr.testing.hospital.comparison import answered, compare
from medgym_ehr.testing.independent.wording import periods

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def asked(asked_computed):
    return asked_computed[0]


def test_a_wrong_solver_is_noticed(asked_computed, solved):
    """Every solver, its answer altered."""
    wrong = {template: altered(solver) for template, solver in solved.items()}
    result = compare(*asked_computed, wrong)
    assert not result.agreed
    assert result.disagreed


def test_nobody_answers_what_the_data_cannot(asked_computed, solved):
    found = answered(*asked_computed, solved)
    assert len(found) >= 20
    assert not [text for text, finds in found.items() if finds]


def altered(solver):
    def solve(tables, slots):
        answer = solver(tables, slots)
        if isinstance(answer, bool):
            return not answer
        if isinstance(answer, list):
            return [*answer, answer[0] if answer and isinstance(answer[0], list) else "something else"]
        return f"{answer}1" if isinstance(answer, str) else answer + 1

    return solve


def test_texts_name_the_periods_of_their_slots(asked):
    for case in asked:
        named = periods(case.text)
        for slot in ("period", "period2"):
            if slot in case.slots:
                named.remove((case.slots[slot]["tag"], case.slots[slot]["value"]))
        assert all(tag.startswith("rel-hosp-") for tag, _ in named), case  # of a wording that is always so


def test_texts_hold_names_and_numbers_of_their_slots(asked):
    """An option has several forms, as in ``unit`` and ``unit.each``, one of which the text holds."""
    for case in asked:
        forms = defaultdict(list)
        for slot, value in case.slots.items():
            if isinstance(value, str | int | float):
                forms[slot.partition(".")[0]].append(str(value))
        assert all(any(form in case.text for form in words) for words in forms.values()), case
