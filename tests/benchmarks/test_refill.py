"""What stands in question and query alike is a place; what does not fit a pattern is not answered."""

import sqlite3
from types import SimpleNamespace

import pytest

from benchmarks import refill
from benchmarks.refill import NULL, answered, form, passes, pattern
from medgym_core import Gold, Integer, Task, Turn

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


FIRST = "SELECT who FROM given WHERE drug = 'aspirin' AND days = 2"
LATER = f"SELECT at FROM given WHERE days = 2 AND ward = 'a' AND who IN ({FIRST})"


def test_a_later_query_of_a_session_holds_earlier_ones_and_what_these_name():
    other = FIRST.replace("aspirin", "heparin").replace("2", "3")
    filled = pattern("And when, in ward a?", LATER, [FIRST]).filled("And when, in ward b?", [other])
    assert filled == f"SELECT at FROM given WHERE days = 3 AND ward = 'b' AND who IN ({other})"


def test_a_later_query_does_not_fit_where_earlier_ones_name_less():
    made = pattern("And when, in ward a?", LATER, [FIRST])
    assert made.filled("And when, in ward b?", ["SELECT who FROM given"]) is None


def test_queries_of_one_form_differ_in_texts_and_numbers():
    assert form(pattern("Of aspirin?", FIRST).query) == form(FIRST.replace("2", "31"))
    assert form(FIRST) != form(LATER)


def session(*answers: int) -> tuple[Task, Gold]:
    """A session about heparin, and what is right."""
    turns = (
        Turn(question="Who had heparin for 2 days?", answer=Integer()),
        Turn(question="And when, in ward a?", answer=Integer()),
    )
    return Task(family="f", split="test", index=0, category="c", turns=turns), Gold(*answers)


@pytest.mark.parametrize(("answers", "passed"), [((1, 7), True), ((1, 8), False), ((2, 7), False)])
def test_a_session_passes_if_all_its_turns_do(answers, passed):
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE TABLE given AS SELECT 1 AS who, 7 AS at, 'heparin' AS drug, 2 AS days, 'a' AS ward"
    )
    first = pattern("Who had aspirin for 2 days?", FIRST)
    later = pattern("And when, in ward a?", LATER, [FIRST])
    assert passes(*session(*answers), {(): [first], (form(first.query),): [later]}, database) is passed
    assert not passes(*session(*answers), {(): [first], ("another",): [later]}, database)


@pytest.mark.parametrize(("splits", "site"), [(["test"], "-"), (["test", "site"], "50.0% (1 of 2)")])
def test_each_split_has_its_figure_and_a_dash_stands_for_what_a_family_has_not(monkeypatch, splits, site):
    family = SimpleNamespace(
        splits=splits, size=lambda *_: 2, task=lambda _, split, index: index, default_source=lambda: None
    )
    monkeypatch.setattr(refill.plugins, "family", lambda name: family)
    fakes = {"ensure_build": None, "learned": {}, "gold_of": None, "_database": None}
    for name, value in fakes.items():
        monkeypatch.setattr(refill, name, lambda *_, value=value: value)
    monkeypatch.setattr(refill, "passes", lambda task, *_: task == 1)
    figures = refill.measure("x", None)
    assert (figures["test"], figures["site"]) == ("50.0% (1 of 2)", site)
