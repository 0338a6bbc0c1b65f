import importlib
import pkgutil
from functools import partial

import pytest

from medgym_ehr.hospital import forms

MODULES = [
    importlib.import_module(f"{forms.__name__}.{module.name}")
    for module in pkgutil.iter_modules(forms.__path__)
]
FORMS = [
    (name, form) for module in MODULES for name, form in vars(module).items() if isinstance(form, partial)
]


@pytest.mark.parametrize(("name", "form"), FORMS, ids=[name for name, _ in FORMS])
def test_a_form_is_named_by_its_id_and_worded_three_ways(name, form):
    assert form.keywords["id"] == name
    assert len(set(form.keywords["wordings"])) >= 3


def test_no_two_forms_have_one_id():
    assert len(FORMS) > 100
    assert len({name for name, _ in FORMS}) == len(FORMS)


def test_a_hospital_adds_facts_and_query():
    built = dict(FORMS)["patients_with_drug"](facts="SELECT 1", sql="SELECT 2")
    assert (built.id, built.facts, built.sql) == ("patients_with_drug", "SELECT 1", "SELECT 2")
