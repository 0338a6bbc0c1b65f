"""What stands in question and query alike is a place; what does not fit a pattern is not answered."""

import sqlite3
from types import SimpleNamespace

import pytest

from benchmarks import refill
from benchmarks.refill import NULL, answered, pattern

QUESTION = "How often was aspirin given to patient 17, and was aspirin given on 2 days?"
QUERY = "SELECT count(*) FROM given WHERE drug = 'aspirin' AND patient = 17 AND days = 2 AND ward = 'a'"


def test_a_pattern_fits_its_own_question():
    assert pattern(QUESTION, QUERY).filled(QUESTION) == QUERY


def test_a_pattern_takes_the_words_of_another_question():
    other = QUESTION.replace("aspirin", "st. john's wort").replace("17", "90")
    filled = pattern(QUESTION, QUERY).filled(other)
    assert filled == QUERY.replace("aspirin", "st. john''s wort").replace("17", "90")


@pytest.mark.parametrize("other", ["Was aspirin given to patient 17?", QUESTION.replace("aspirin", "x", 1)])
def test_another_wording_does_not_fit(other):
    assert pattern(QUESTION, QUERY).filled(other) is None


def test_nothing_found_is_null_and_a_failure_no_answer():
    database = sqlite3.connect(":memory:")
    assert answered("SELECT max(1) WHERE 0", database) == NULL
    assert answered("SELECT 1 WHERE 0", database) == NULL
    assert answered("SELECT nothing", database) is None
    assert "[[7]]" in str(answered("SELECT 7 AS x", database).answer)


def test_values_of_one_length_are_places_in_one_order():
    values = ["b", "c", "a"]
    made = pattern("Which of c, a and b?", f"SELECT {', '.join(map(repr, values))}")
    assert made.query == "SELECT '\x011\x02', '\x012\x02', '\x010\x02'"


@pytest.mark.parametrize(("splits", "site"), [(["test"], "-"), (["test", "site"], "50.0% (1 of 2)")])
def test_each_split_has_its_figure_and_a_dash_stands_for_what_a_family_has_not(monkeypatch, splits, site):
    family = SimpleNamespace(
        splits=splits, size=lambda *_: 2, task=lambda _, split, index: index, default_source=lambda: None
    )
    monkeypatch.setattr(refill.plugins, "family", lambda name: family)
    fakes = {"ensure_build": None, "learned": [], "gold_of": None, "_database": None}
    for name, value in fakes.items():
        monkeypatch.setattr(refill, name, lambda *_, value=value: value)
    monkeypatch.setattr(refill, "passes", lambda task, *_: task == 1)
    figures = refill.measure("x", None)
    assert (figures["test"], figures["site"]) == ("50.0% (1 of 2)", site)
