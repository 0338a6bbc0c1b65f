"""Laws that every template of the family keeps."""

import re
from collections import Counter
from string import Formatter

import pytest

from medgym_ehr.questions.period import NO_PERIOD, TAGS
from medgym_ehr.questions.within import TAGS as WITHIN
from medgym_plugin_mimic.family import DESCRIPTIONS
from medgym_plugin_mimic.questions import ANSWERS, CATEGORIES, TEMPLATES, UNANSWERABLE

OPERATIONS = {
    *("age_group", "agg_function", "comparison", "n_rank", "n_survival_period"),
    *("n_times", "sort", "unit_average", "unit_count"),
}
WORDLESS = {"rank"}


def places(text):
    """Names of the places of a format string; parts of an option count as the option."""
    return {re.split(r"[.\[]", name)[0] for _, name, *_ in Formatter().parse(text) if name}


def test_a_hundred_templates_and_more_in_nine_categories():
    assert len(TEMPLATES) >= 100
    assert {template.category for template in TEMPLATES} == set(DESCRIPTIONS)
    assert len(DESCRIPTIONS) == 9


def test_ids_are_unique():
    ids = Counter(template.id for template in (*TEMPLATES, *UNANSWERABLE))
    assert set(ids.values()) == {1}
    assert set(ids) == set(CATEGORIES) == set(ANSWERS)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.id)
def test_wordings_are_several_and_name_what_the_query_depends_on(template):
    assert len(set(template.wordings)) >= 3
    asked = places(template.sql) | places(template.premise)
    for wording in template.wordings:
        named = places(wording)
        assert asked - named <= WORDLESS | (set() if template.period else {"period"}), wording
        assert named - places(template.sql) <= set(template.options), wording


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.id)
def test_periods_have_what_their_tags_need(template):
    for name, when in (("period", template.period), ("period2", template.period2)):
        assert (when is not None) == (f"{{{name}}}" in template.sql)
        if when:
            assert set(when.tags) <= {*TAGS, NO_PERIOD}
            assert when.visit or not any(tag.startswith("rel-hosp") for tag in when.tags)
            assert when.stay or not any(tag.startswith("rel-icu") for tag in when.tags)
    assert (template.within is not None) == ("{within}" in template.sql)


@pytest.mark.parametrize("template", UNANSWERABLE, ids=lambda template: template.id)
def test_unanswerable_templates_say_why(template):
    assert len(set(template.wordings)) >= 3
    assert bool(template.keywords) != bool(template.sql)
    assert all(word == word.lower() for word in template.keywords)


def test_every_time_tag_and_operation_is_offered():
    tags = {
        tag
        for template in TEMPLATES
        for when in (template.period, template.period2)
        if when
        for tag in when.tags
    }
    assert set(TAGS) <= tags
    assert {tag for template in TEMPLATES if template.within for tag in template.within.tags} == set(WITHIN)
    offered = {option.tag for t in TEMPLATES for options in t.options.values() for option in options}
    assert offered >= OPERATIONS
    assert {"exact-first", "exact-last", "exact-second", "exact-second_to_last"} <= offered
