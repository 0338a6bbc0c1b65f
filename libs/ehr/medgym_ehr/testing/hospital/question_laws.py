"""Laws that every template of a hospital family keeps."""

import re
from collections import Counter
from string import Formatter

import pytest

from medgym_ehr.hospital import DESCRIPTIONS
from medgym_ehr.questions.period import NO_PERIOD, TAGS
from medgym_ehr.questions.within import TAGS as WITHIN
from medgym_ehr.testing.voices import altered, filled, framed

OPERATIONS = {
    *("age_group", "agg_function", "comparison", "n_rank", "n_survival_period"),
    *("n_times", "sort", "unit_average", "unit_count"),
}
WORDLESS = {"rank"}


def places(text):
    """Names of the places of a format string; parts of an option count as the option."""
    return {re.split(r"[.\[]", name)[0] for _, name, *_ in Formatter().parse(text) if name}


@pytest.fixture(scope="session")
def known(family):
    return family.hospital.repertoire


def test_a_hundred_templates_and_more_in_nine_categories(family, known):
    assert len(known.answerable) >= 100
    assert {template.category for template in known.answerable} == set(DESCRIPTIONS)
    counted = {category.name: category.description for category in family.categories if category.counts}
    assert counted == DESCRIPTIONS
    assert len(DESCRIPTIONS) == 9


def test_ids_are_unique(known):
    ids = Counter(template.id for template in (*known.answerable, *known.unanswerable))
    assert set(ids.values()) == {1}
    assert set(ids) == set(known.categories) == set(known.answers)


def test_wordings_are_several_and_name_what_the_query_depends_on(known):
    for template in known.answerable:
        assert len(set(template.wordings)) >= 3
        asked = places(template.sql) | places(template.premise)
        for wording in template.wordings:
            named = places(wording)
            assert asked - named <= WORDLESS | (set() if template.period else {"period"}), wording
            assert named - places(template.sql) <= set(template.options), wording


def test_periods_have_what_their_tags_need(known):
    for template in known.answerable:
        for name, when in (("period", template.period), ("period2", template.period2)):
            assert (when is not None) == (f"{{{name}}}" in template.sql), template.id
            if when:
                assert set(when.tags) <= {*TAGS, NO_PERIOD}, template.id
                assert when.visit or not any(tag.startswith("rel-hosp") for tag in when.tags), template.id
                assert when.stay or not any(tag.startswith("rel-icu") for tag in when.tags), template.id
        assert (template.within is not None) == ("{within}" in template.sql), template.id


def test_unanswerable_templates_say_why(known):
    for template in known.unanswerable:
        assert len(set(template.wordings)) >= 3, template.id
        assert bool(template.keywords) != bool(template.sql), template.id
        assert all(word == word.lower() for word in template.keywords), template.id
        assert len({"{period}" in wording for wording in template.wordings}) == 1, template.id
        assert ("{period}" in template.wordings[0]) == bool(template.tags), template.id


def test_every_time_tag_and_operation_is_offered(known):
    templates = known.answerable
    periods = [when for template in templates for when in (template.period, template.period2) if when]
    assert {tag for when in periods for tag in when.tags} >= set(TAGS)
    assert {tag for template in templates if template.within for tag in template.within.tags} == set(WITHIN)
    offered = {option.tag for t in templates for options in t.options.values() for option in options}
    assert offered >= OPERATIONS
    assert {"exact-first", "exact-last", "exact-second", "exact-second_to_last"} <= offered


def test_voices_say_otherwise_what_is_reworded_and_nothing_else(known):
    asked = [(text,) for template in known.common for text in filled(template)]
    assert not framed(asked)
    assert not altered(asked)
