from collections import Counter
from datetime import datetime

import pytest

from medgym_ehr.ledger import half_of
from medgym_plugin_ehrcon.claim import Claim, Mention
from medgym_plugin_ehrcon.selection import SOURCE, draw, shuffled

WHEN = datetime(2150, 3, 5)


def mention(number, wrong=(), category="discharge", subject_id=None):
    return Mention(
        row_id=number,
        subject_id=number if subject_id is None else subject_id,
        hadm_id=number,
        category=category,
        line=1,
        character=1,
        text="WBC 8",
        entity="WBC",
        entity_type=1,
        style="none",
        table="labevents",
        claims=(Claim(names=("wbc",), value=8, start=WHEN, end=WHEN),),
        columns=wrong,
    )


@pytest.fixture(scope="module")
def pool():
    kinds = ("discharge", "physician", "nursing")
    return [
        mention(number, ("time",) if number % 10 < (number % 3) + 2 else (), kinds[number % 3])
        for number in range(900)
    ]


@pytest.mark.parametrize("size", [1, 2, 7, 30, 101])
def test_no_answer_is_right_more_than_half_of_the_time(pool, size):
    drawn = draw(pool, "train", size)
    wrong = sum(bool(one.columns) for one in drawn)
    assert len(drawn) == size
    assert wrong == (size + 1) // 2


@pytest.mark.parametrize("share", [0, 3, 10])
def test_where_one_sort_is_scarce_the_split_is_smaller_and_still_even(pool, share):
    few = [one for one in pool if not one.columns] + [one for one in pool if one.columns][:share]
    for mentions in (
        few,
        [one.model_copy(update={"columns": () if one.columns else ("time",)}) for one in few],
    ):
        drawn = draw(mentions, "train", 500)
        wrong = sum(bool(one.columns) for one in drawn)
        assert wrong - 1 <= len(drawn) - wrong <= wrong


def test_halves_are_the_ledgers(pool):
    for half in ("train", "test"):
        assert {half_of(SOURCE, "patient", one.subject_id) for one in draw(pool, half, 100)} == {half}


def test_the_consistent_ones_are_as_the_inconsistent_ones(pool):
    drawn = draw(pool, "train", 120)
    by_answer = [
        Counter(one.category for one in drawn if bool(one.columns) is wrong) for wrong in (True, False)
    ]
    assert by_answer[0] == by_answer[1]


def test_the_order_depends_on_places_alone(pool):
    assert shuffled(pool) == shuffled(shuffled(pool)[::-1])
    assert shuffled(pool) != pool


def test_the_order_tells_no_answer(pool):
    """Who is drawn from many stands early in the order of the draw, and not in that of the tasks."""
    wrong = [bool(one.columns) for one in draw(pool, "train", 200)]
    assert 42 <= sum(wrong[: len(wrong) // 2]) <= 58
