"""Routes by name and code."""

import pytest

from medgym_fhir import route
from medgym_fhir.route import SNOMED, V2, V3


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("PO", "oral"),
        ("p.o.", "oral"),
        ({"text": " By  mouth "}, "oral"),
        ({"coding": [{"system": V3, "code": "PO"}]}, "oral"),
        ({"text": "IV", "coding": [{"system": SNOMED, "code": "47625008", "display": "x"}]}, "IV"),
        ({"coding": [{"system": V2, "code": "IV"}, {"system": SNOMED, "code": "47625008"}]}, "IV"),
        ("Intravenous", "IV"),
    ],
)
def test_what_names_a_route(value, name):
    assert route(value).name == name


@pytest.mark.parametrize(
    "value",
    [
        "",
        "IM",
        "IV or PO",
        "rectal",
        None,
        7,
        {},
        {"text": 5},
        {"text": "PO", "coding": [{"system": SNOMED, "code": "47625008"}]},
        {"text": "PO", "coding": [{"code": "26643006"}]},
        {"text": "PO", "coding": "PO"},
        {"text": "PO", "extension": []},
        {"coding": []},
    ],
)
def test_what_names_none_or_more_than_one(value):
    assert route(value) is None
