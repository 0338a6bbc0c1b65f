"""Laws that every template keeps, in what it says and in what it finds."""

import re
from collections import Counter
from string import Formatter

import pytest

from medgym_core import Boolean, DateTime, Integer, Number, SetOf, Table
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.period import NO_PERIOD, TAGS
from medgym_ehr.testing.voices import altered, filled, framed
from medgym_plugin_ehr_seqsql import loader
from medgym_plugin_ehr_seqsql.questions import BY_ID, COMMON, DESCRIPTIONS, TEMPLATES

TURN = re.compile(r"\{turn(\d)\}")
LATER = [(template, number) for template in TEMPLATES for number in range(2, len(template.steps) + 1)]


def places(text):
    """Names of the places of a format string; parts of an option count as the option."""
    named = {re.split(r"[.\[]", name)[0] for _, name, *_ in Formatter().parse(text) if name}
    return {name for name in named if not re.fullmatch(r"turn\d|rank", name)}


def test_four_categories_of_fifteen_templates_and_more_each(family):
    counts = Counter(template.category for template in TEMPLATES)
    assert set(counts) == set(DESCRIPTIONS) == {category.name for category in family.categories}
    assert len(counts) == 4
    assert min(counts.values()) >= 15


def test_ids_are_unique():
    assert len(BY_ID) == len(TEMPLATES)


def test_every_turn_has_several_wordings():
    for template in TEMPLATES:
        assert 2 <= len(template.steps) <= 5
        for step in template.steps:
            assert len(set(step.wordings)) == len(step.wordings) >= 2, template.id


def test_tokens_stand_for_earlier_turns():
    for template in TEMPLATES:
        for number, step in enumerate(template.steps, start=1):
            assert all(int(turn) < number for turn in TURN.findall(step.sql + step.premise)), template.id


def test_a_turn_says_what_its_own_query_names_or_has_said_it_before():
    for template in TEMPLATES:
        said = set()
        for step in template.steps:
            spoken = [places(wording) for wording in step.wordings]
            asked = places(step.sql)
            for words in spoken:
                assert words <= asked, (template.id, words - asked)
                assert asked <= words | said, (template.id, asked - words - said)
            said |= asked


def test_no_first_question_names_what_only_later_ones_do():
    for template in TEMPLATES:
        first = set().union(*(places(wording) for wording in template.steps[0].wordings))
        assert first <= places(template.steps[0].sql), template.id


@pytest.mark.parametrize(("template", "number"), LATER, ids=lambda value: getattr(value, "id", value))
def test_a_later_turn_needs_what_came_before(template, number):
    """Its query holds an earlier one; or it asks the same again, and says no more than what is another."""
    step = template.steps[number - 1]
    if TURN.search(step.sql):
        return
    first = template.steps[0]
    spoken = set().union(*(places(wording) for wording in step.wordings))
    if template.category == "comparison" and number == 2:
        assert max(map(len, step.wordings)) < max(map(len, first.wordings))
        assert len(spoken) == 1
    else:
        assert places(step.sql) - spoken, template.id


def test_without_what_came_before_a_later_turn_finds_something_else(build, planned):
    """Every earlier query inside is replaced by one that finds nothing."""
    connection = connect(build.public / loader.DATABASE)
    for one in planned["test"]:
        for number, turn in enumerate(one.turns[1:], start=1):
            blind = turn.sql
            for before in sorted((t.sql for t in one.turns[:number]), key=len, reverse=True):
                blind = blind.replace(before, f"SELECT * FROM ({before}) WHERE FALSE")
            if blind != turn.sql:
                rows = connection.execute(blind).fetchall()
                assert all(None in row or 0 in row for row in rows) or not rows, one.template


def test_narrowing_leaves_out_something_at_every_turn(planned):
    for one in (one for one in planned["test"] if BY_ID[one.template].category == "narrowing"):
        for before, after in zip(one.turns, one.turns[1:], strict=False):
            assert set(after.answer) < set(before.answer), one.template


def test_summaries_end_with_a_figure_over_a_set():
    for template in (one for one in TEMPLATES if one.category == "summary"):
        assert isinstance(template.steps[0].answer, SetOf)
        assert isinstance(template.steps[-1].answer, Number | Integer | DateTime | Table)


def test_following_looks_up_what_was_found():
    """The value found is a key of later queries, of the second turn already."""
    for template in (one for one in TEMPLATES if one.category == "following"):
        assert not isinstance(template.steps[-1].answer, Boolean)
        assert re.search(r"(= |IN )\(\{turn1\}", template.steps[1].sql), template.id


def test_comparisons_end_with_both_answers():
    for template in (one for one in TEMPLATES if one.category == "comparison"):
        first, second, *compared = template.steps
        assert type(first.answer) is type(second.answer)
        assert first.answer == second.answer
        assert compared
        for step in compared:
            assert set(TURN.findall(step.sql)) == {"1", "2"}, template.id


def test_yes_and_no_are_asked_of_comparisons_alone():
    for template in TEMPLATES:
        for number, step in enumerate(template.steps, start=1):
            assert not isinstance(step.answer, Boolean) or (template.category == "comparison" and number > 2)


def test_periods_have_what_their_tags_need():
    for template in TEMPLATES:
        sql = " ".join(step.sql for step in template.steps)
        for name, when in (("{period}", template.period), ("{period2}", template.period2)):
            assert (when is not None) == (name in sql), template.id
            if when:
                assert set(when.tags) <= {*TAGS, NO_PERIOD}, template.id
                assert when.visit or not any(tag.startswith("rel-hosp") for tag in when.tags), template.id


def test_questions_are_whole_sentences(planned):
    for one in planned["test"]:
        for turn in one.turns:
            assert turn.text[0].isupper(), turn.text
            assert turn.text[-1] in ".?", turn.text
            assert not re.search(r"[{}]|None|  ", turn.text), turn.text


def test_voices_say_otherwise_what_is_reworded_and_nothing_else():
    """Of each session, first with the first wording of every turn, then with the second."""
    turns = [[list(filled(turn)) for turn in template.turns] for template in COMMON]
    asked = [[texts[number % len(texts)] for texts in one] for one in turns for number in range(3)]
    assert not framed(asked)
    assert not altered(asked)
