"""A second computation agrees with gold, reference and grading, and notices what is wrong with them."""

import pytest

from medgym_core import Gold
from medgym_plugin_icu_watch import order

from . import compare as comparing
from .grading import decisions, graded, yardstick

pytestmark = pytest.mark.slow


def test_every_task_of_every_split_is_computed_again(family, build):
    agreed, disagreed = comparing.compare(family, build, most=10)
    assert not disagreed, "\n".join(disagreed[:5])
    assert agreed.total() == sum(family.size(build, split) for split in family.splits) >= 6


def test_what_is_wrong_is_noticed(family, build, monkeypatch):
    task = family.task(build, "test", 0)
    gold = comparing.gold_of(family, build, task)
    alone, best, floor = gold.turns[0]["yardstick"]
    wrong = Gold(gold.turns[0] | {"yardstick": [alone, best, floor + 0.01]})
    monkeypatch.setattr(comparing, "gold_of", lambda *_: wrong)
    found = list(comparing.differences(family, build, task))
    assert found[0].startswith("yardstick")


def test_the_second_protocol_earns_all_and_nobody_nothing(shocked):
    case, measured = shocked
    assert comparing.near(tuple(measured), yardstick(tuple(case)))
    log = [{"orders": orders, "hours": hours} for orders, hours in decisions(tuple(case))]
    assert comparing.near(graded(tuple(case), log), (1, 1, 1, 1))
    assert graded(tuple(case), [])[0] == 0
    assert all(name in order.ROW for decision in log for name in decision["orders"])
