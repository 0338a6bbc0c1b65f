from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from medgym_core import ListOf, Number
from medgym_plugin_biodsbench import oracle, study
from medgym_plugin_biodsbench.templates import HOMES, TEMPLATES
from medgym_plugin_biodsbench.templates.held_out import NOVEL_STUDIES


def test_there_are_over_forty_templates_of_twelve_categories_and_three_held_out(family):
    assert len(TEMPLATES) >= 40
    kinds = {template.category for template in TEMPLATES.values()}
    assert kinds | {"published"} == {category.name for category in family.categories}
    assert len(kinds) == 12 + len(NOVEL_STUDIES)
    assert sum(category.counts for category in family.categories) == 12


@pytest.mark.parametrize("key", TEMPLATES)
def test_a_template_is_worded_twice_and_computed_twice(key):
    template = TEMPLATES[key]
    assert len(set(template.wordings)) >= 2
    assert all(output.meaning for output in template.outputs.values())
    for package in ("reference", "second"):
        module = import_module(f"medgym_plugin_biodsbench.{package}.{HOMES[key]}")
        assert callable(getattr(module, key))


def answers_how_many(template):
    """Whether a question for a number can be answered: each percentage stands beside the number it is of."""
    outputs = list(template.outputs.values())
    shares = [one for one in outputs if isinstance(one.kind, Number) and one.kind.unit == "percent"]
    counted = any(isinstance(one.kind, ListOf) for one in outputs)
    return counted or all(one.meaning.startswith("their share") for one in shares)


@pytest.mark.parametrize("key", TEMPLATES)
def test_how_many_is_not_answered_by_a_percentage_alone(key):
    template = TEMPLATES[key]
    if any("how many" in wording.lower() for wording in template.wordings):
        assert answers_how_many(template)


def test_a_number_asked_for_and_answered_by_a_percentage_is_found():
    assert not answers_how_many(TEMPLATES["sv_classes"])


def test_the_second_computation_uses_nothing_of_the_first():
    for home in set(HOMES.values()):
        module = import_module(f"medgym_plugin_biodsbench.second.{home}")
        lines = Path(module.__file__).read_text(encoding="utf-8").split("\n")
        text = "\n".join(line for line in lines if "import " in line)
        assert not any(word in text for word in ("pandas", "lifelines", "scipy", "reference"))


def asked(converted, key, seed=0):
    found = []
    for folder in converted.values():
        one = oracle.ask(folder, TEMPLATES[key], Random(f"{key}/{seed}"), [])
        found += [one] if one else []
    return found


@pytest.mark.parametrize("key", TEMPLATES)
def test_a_template_finds_something_to_ask(converted, key):
    found = asked(converted, key)
    assert found
    for one in found:
        text = TEMPLATES[key].question(one.parameters, one.wording)
        assert set(one.answer) == set(TEMPLATES[key].outputs)
        assert "{" not in text
        values = [value for name, value in one.parameters.items() if isinstance(value, str)]
        assert all(value in text for value in values)


def test_a_restriction_is_stated():
    template = TEMPLATES["gene_frequency"]
    subset = {"table": "patient", "column": "SEX", "value": "Female"}
    question = template.question({"top": 5, "subset": subset}, 0)
    assert "samples whose SEX (of their patient) is 'Female'" in question
    assert "restricted" not in template.question({"top": 5, "subset": None}, 0)


def test_a_study_without_a_table_is_asked_nothing_of_it(converted):
    assert "sv" not in study.load(converted["exome"]).tables
    assert oracle.ask(converted["exome"], TEMPLATES["sv_classes"], Random(0), []) is None
