from __future__ import annotations

from medgym_core.family import Category, Split
from medgym_core.registry import Totals, total
from medgym_testing.entries import entry

SHARED = Category(name="cost", description="what care costs")


def test_nothing_is_nothing() -> None:
    assert total([]) == Totals(families=0, categories=0, instances=0)


def test_a_category_that_two_families_have_counts_once() -> None:
    both = [entry(categories=(SHARED,)), entry(categories=(SHARED, Category(name="time")))]
    assert total(both).categories == 2


def test_a_category_of_the_same_name_and_another_meaning_counts_twice() -> None:
    both = [entry(categories=(SHARED,)), entry(categories=(Category(name="cost", description="in points"),))]
    assert total(both).categories == 2


def test_a_category_counts_as_often_as_it_says() -> None:
    joined, empty = Category(name="targets", counts=5), Category(name="published", counts=0)
    assert total([entry(categories=(SHARED, joined, empty))]).categories == 6


def test_splits_that_do_not_count_add_no_instances() -> None:
    extra = {"train": Split(size=4), "test": Split(size=2), "again": Split(size=2, counted=False)}
    assert total([entry(splits=extra), entry(splits={"test": Split(size=5)})]).instances == 11
