"""No request keeps the server busy for long, whatever it asks for."""

from urllib.parse import urlencode

import pytest

from medgym_core import Response
from medgym_fhir import FhirService, criterion
from medgym_fhir.criterion import Surroundings
from medgym_fhir.parameter import PARAMETERS
from medgym_fhir.period import period
from medgym_fhir.query import MAX_VALUES, Query

from .client import FORM, MEDICATION, NOW, diagnostics, post, send

HERE = Surroundings(period(NOW), ())


def search(service: FhirService, type_: str, **asked: str) -> Response:
    return send(service, "POST", f"/fhir/{type_}/_search", FORM, urlencode(asked).encode())


@pytest.mark.parametrize("name", ["code", "code:not", "code:text", "_id", "patient", "date", "status"])
def test_values_are_counted(service: FhirService, name: str):
    value = "2023" if name == "date" else "x"
    assert search(service, "Observation", **{name: ",".join([value] * MAX_VALUES)}).status == 200
    refused = search(service, "Observation", **{name: ",".join([value] * (MAX_VALUES + 1))})
    assert refused.status == 400
    assert str(MAX_VALUES) in diagnostics(refused)


def test_values_of_all_conditions_count_together(service: FhirService):
    half = ",".join(["x"] * (MAX_VALUES // 2))
    assert search(service, "Observation", code=half, status=half).status == 200
    assert search(service, "Observation", code=half, status=half, category="x").status == 400


def test_a_search_of_a_condition_of_creation_too(service: FhirService):
    many = ",".join(["x"] * (MAX_VALUES + 1))
    assert post(service, MEDICATION, ("if-none-exist", f"code={many}")).status == 400
    assert service.changes() == []


def test_a_key_sorts_once():
    query = Query.read("Observation", [("_sort", ",".join(["date", "-date", "code"] * 10_000))], HERE, False)
    known = PARAMETERS["Observation"]
    assert query.order == ((known["date"], False), (known["date"], True), (known["code"], False))


def test_texts_are_folded_once(service: FhirService, monkeypatch: pytest.MonkeyPatch):
    folded: list[str] = []
    monkeypatch.setattr(criterion, "folded", lambda text: folded.append(text) or text)
    search(service, "Patient", name=",".join(f"n{number}" for number in range(100)))
    first = len(folded)
    search(service, "Patient", name="other")
    assert len(folded) == first + 1
