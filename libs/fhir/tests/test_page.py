"""Laws of pages."""

import json
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_fhir import FhirService, Snapshot

from .client import NOW, OBSERVATION, get, ids, link, post

SEARCHES = st.sampled_from(["", "code=MG", "date=ge2023-03", "patient=S1,S2", "category:missing=true"])
ORDERS = st.sampled_from(["", "date", "-date", "code,-date", "-patient,_id", "-_id"])


@pytest.fixture(scope="module")
def many() -> Snapshot:
    patients = [{"resourceType": "Patient", "id": f"S{n}"} for n in range(4)]
    rows = [
        {
            "resourceType": "Observation",
            "id": str(n),
            "code": {"coding": [{"code": ("MG", "K")[n % 2]}]},
            "subject": {"reference": f"Patient/S{n % 4}"},
            **({"effectiveDateTime": f"2023-{n * 7 % 12 + 1:02}"} if n % 5 else {}),
        }
        for n in range(57)
    ]
    return Snapshot([*patients, *rows])


def walk(service: FhirService, path: str) -> list[list[str]]:
    pages = []
    while path:
        bundle = json.loads(get(service, path).body)
        pages.append(ids(bundle))
        path = (link(bundle, "next") or "").removeprefix("http://box/fhir")
    return pages


@given(search=SEARCHES, order=ORDERS, count=st.integers(1, 70))
def test_pages_put_together_are_the_whole_result(many: Snapshot, search: str, order: str, count: int):
    service = FhirService(many, NOW)
    path = f"Observation?{search}&_sort={order}"
    [whole] = walk(service, f"{path}&_count=1000")
    pages = walk(service, f"{path}&_count={count}")
    assert list(chain(*pages)) == whole
    assert len(set(whole)) == len(whole)
    assert all(len(page) == count for page in pages[:-1])


@given(search=SEARCHES, order=ORDERS)
def test_order_changes_no_membership(many: Snapshot, search: str, order: str):
    service = FhirService(many, NOW)
    [plain] = walk(service, f"Observation?{search}&_count=1000")
    [ordered] = walk(service, f"Observation?{search}&_count=1000&_sort={order}")
    assert sorted(plain) == sorted(ordered)


def test_a_page_has_twenty_and_no_total(many: Snapshot):
    bundle = json.loads(get(FhirService(many, NOW), "Observation").body)
    assert len(bundle["entry"]) == 20
    assert "total" not in bundle


def test_what_is_created_meanwhile_is_on_no_page_of_an_earlier_search(service: FhirService):
    first = json.loads(get(service, "Observation?patient=S1&_sort=-date&_count=2").body)
    assert post(service, OBSERVATION).status == 201
    rest = walk(service, (link(first, "next") or "").removeprefix("http://box/fhir"))
    assert ids(first) + list(chain(*rest)) == ["O2", "O3", "O1", "O4"]
    assert len(list(chain(*walk(service, "Observation?patient=S1")))) == 5


def test_previous_leads_back(many: Snapshot):
    service = FhirService(many, NOW)
    first = json.loads(get(service, "Observation?_count=7").body)
    second = json.loads(get(service, (link(first, "next") or "").removeprefix("http://box/fhir")).body)
    back = json.loads(get(service, (link(second, "previous") or "").removeprefix("http://box/fhir")).body)
    assert ids(back) == ids(first)


def test_links_are_of_the_host_that_was_asked(many: Snapshot):
    bundle = json.loads(get(FhirService(many, NOW), "Observation?code=MG").body)
    assert link(bundle, "self") == "http://box/fhir/Observation?code=MG"
    assert (link(bundle, "next") or "").startswith("http://box/fhir?_getpages=")


def test_a_token_of_another_episode_that_created_more_is_gone(service: FhirService, chart: Snapshot):
    post(service, OBSERVATION)
    path = (link(json.loads(get(service, "Observation?_count=2").body), "next") or "").removeprefix(
        "http://box/fhir"
    )
    assert get(service, path).status == 200
    assert get(FhirService(chart, NOW), path).status == 410
