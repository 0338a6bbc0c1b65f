"""The invented hospital: the benchmark's shapes, and every trap."""

import json
from collections import Counter, defaultdict
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from medgym_plugin_medagentbench.chart import VALID
from medgym_plugin_medagentbench.clock import DAY, NOW, YEAR_AGO
from medgym_plugin_medagentbench.ledger import split_of
from medgym_plugin_medagentbench.synthetic import write

MINUTE = timedelta(minutes=1)


@pytest.fixture(scope="module")
def raw(tmp_path_factory):
    folder = tmp_path_factory.mktemp("raw")
    write(folder, 0, None, lambda what, share: None)
    return {
        path.stem: [json.loads(line) for line in path.read_text().splitlines()]
        for path in folder.glob("*.ndjson")
    }


@pytest.fixture(scope="module")
def labs(raw):
    """Code and patient to the results, in the order of the file."""
    found = defaultdict(list)
    for each in raw["Observation"]:
        if "coding" in each["code"]:
            found[each["code"]["text"], each["subject"]["reference"]].append(each)
    return found


def taken(result):
    return datetime.fromisoformat(result["effectiveDateTime"])


def counted(labs, code):
    """The results of a test that count, patient by patient, oldest first."""
    for (name, _), results in labs.items():
        if name == code:
            yield sorted((r for r in results if r["status"] in VALID and taken(r) <= NOW), key=taken)


def test_there_is_one_file_for_each_type_and_enough_in_them(raw):
    assert set(raw) == {"Patient", "Observation", "Condition", "MedicationRequest", "Procedure"}
    assert 4_000 <= sum(map(len, raw.values())) <= 7_000
    assert all(each["resourceType"] == kind for kind, found in raw.items() for each in found)


def test_shapes_are_the_benchmarks(raw, labs):
    lab = labs[next(iter(labs))][0]
    assert lab["code"]["coding"] == [{"system": "http://loinc.org", "code": lab["code"]["text"]}]
    vital = next(each for each in raw["Observation"] if "coding" not in each["code"])
    assert "status" not in vital
    assert vital["category"][0]["coding"][0]["system"] == "http://hl7.org/fhir/observation-category"
    assert all("clinicalStatus" not in each for each in raw["Condition"])
    assert all("text" in each["medicationCodeableConcept"] for each in raw["MedicationRequest"])
    assert all(each["id"] == each["identifier"][0]["value"] for each in raw["Patient"])


def test_a_fifth_of_the_patients_with_charts_is_for_the_test(raw):
    found = Counter(split_of(mrn) for mrn in {each["subject"]["reference"][8:] for each in raw["Condition"]})
    assert found == {"train": 80, "test": 20}


def test_names_and_birth_dates_are_shared(raw):
    names = Counter((each["name"][0]["given"][0], each["name"][0]["family"]) for each in raw["Patient"])
    people = {
        (each["name"][0]["given"][0], each["name"][0]["family"], each["birthDate"]) for each in raw["Patient"]
    }
    assert max(names.values()) >= 5
    assert len(people) == len(raw["Patient"])
    births = Counter(each["birthDate"] for each in raw["Patient"])
    assert max(births.values()) >= 2


def test_most_patients_have_an_empty_chart(raw):
    charted = {each["subject"]["reference"][8:] for each in raw["Observation"]}
    assert len(charted) == 100
    assert len(raw["Patient"]) > 300


def test_windows_are_tested_at_their_ends(labs):
    for code in ("MG", "GLU"):
        ages = [NOW - taken(result) for results in counted(labs, code) for result in results]
        assert DAY in ages
        assert DAY + MINUTE in ages
    latest = [taken(results[-1]) for results in counted(labs, "A1C") if results]
    assert YEAR_AGO in latest
    assert YEAR_AGO - MINUTE in latest


def test_some_have_more_results_than_a_page_and_the_latest_is_not_on_the_first(labs):
    for code in ("MG", "GLU", "K"):
        long = [found for (name, _), found in labs.items() if name == code and len(found) > 20]
        assert long
    pages = [found for found in labs.values() if len(found) > 20]
    assert any(max(map(taken, found)) not in map(taken, found[:20]) for found in pages)


def test_order_of_file_number_and_time_differ(labs):
    for found in (max(labs.values(), key=len),):
        assert [taken(r) for r in found] != sorted(taken(r) for r in found)
        assert [r["id"] for r in found] != sorted(r["id"] for r in found)


def test_charts_are_mixed_in_every_file(raw):
    for kind in ("Observation", "Condition"):
        owners = [each["subject"]["reference"] for each in raw[kind]]
        beside = sum(first == second for first, second in pairwise(owners))
        assert beside * 10 < len(owners)


def test_some_charts_have_more_than_a_page_to_be_counted(raw):
    pressures = [each for each in raw["Observation"] if each["code"]["text"] == "BP"]
    for found in (pressures, raw["Condition"]):
        counts = Counter(each["subject"]["reference"] for each in found)
        assert max(counts.values()) > 20


def test_there_are_results_of_the_future_withdrawn_ones_and_late_ones(labs):
    every = [result for found in labs.values() for result in found]
    assert any(taken(result) > NOW for result in every)
    assert {"entered-in-error", "cancelled", "preliminary"} <= {result["status"] for result in every}
    assert all(datetime.fromisoformat(result["issued"]) > taken(result) for result in every)
    overtaken = [
        found
        for found in counted(labs, "GLU")
        if found and found[-1] != max(found, key=lambda r: r["issued"])
    ]
    assert overtaken


def test_times_of_another_zone_would_mislead_who_compares_texts(labs):
    texts = [r["effectiveDateTime"] for found in labs.values() for r in found]
    assert any(text.endswith("-08:00") for text in texts)
    found = [results for results in counted(labs, "GLU") if results]
    assert any(r[-1] != max(r, key=lambda each: each["effectiveDateTime"]) for r in found)


def test_no_two_results_that_count_have_one_time(labs):
    for code in ("MG", "GLU", "K", "A1C"):
        for results in counted(labs, code):
            assert len({taken(result) for result in results}) == len(results)


def test_values_have_one_decimal(labs):
    values = [r["valueQuantity"]["value"] for found in labs.values() for r in found]
    assert all(round(value, 1) == value for value in values)


def test_birthdays_are_today_and_tomorrow(raw):
    days = {each["birthDate"][5:] for each in raw["Patient"]}
    assert {"11-13", "11-14"} <= days
