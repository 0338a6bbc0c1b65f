"""Clinical laws on the invented export: each with its direction."""

import itertools
import json
from collections import defaultdict
from statistics import mean, median

import pytest

from medgym_plugin_medagentbench.clock import NOW, read
from medgym_plugin_medagentbench.synthetic import write
from medgym_plugin_medagentbench.synthetic.lab import SINCE

PATIENTS = 300
RANGES = {
    "MG": (0.5, 4.5),
    "K": (2.0, 7.5),
    "GLU": (30, 700),
    "A1C": (4, 15),
    "NA": (100, 165),
    "CL": (60, 140),
    "CR": (0.2, 20),
    "ALB": (1.2, 5.6),
}


@pytest.fixture(scope="module")
def export(tmp_path_factory):
    folder = tmp_path_factory.mktemp("laws")
    write(folder, 5, PATIENTS, lambda what, share: None)
    return {
        path.stem: [json.loads(line) for line in path.read_text().splitlines()]
        for path in folder.glob("*.ndjson")
    }


def owner(resource):
    return resource["subject"]["reference"][8:]


@pytest.fixture(scope="module")
def values(export):
    """Test to patient to values that count, by the time they were taken."""
    found = defaultdict(lambda: defaultdict(list))
    for each in export["Observation"]:
        if each.get("status") in ("final", "amended") and (taken := read(each["effectiveDateTime"])) <= NOW:
            found[each["code"]["text"]][owner(each)].append((taken, each["valueQuantity"]["value"]))
    return {
        code: {mrn: [value for _, value in sorted(own)] for mrn, own in people.items()}
        for code, people in found.items()
    }


@pytest.fixture(scope="module")
def ill(export):
    """ICD-9-CM code to the patients who have it."""
    found = defaultdict(set)
    for each in export["Condition"]:
        found[each["code"]["coding"][0]["code"]].add(owner(each))
    return found


def average(values, code, people, least=1):
    own = [mean(found) for mrn, found in values[code].items() if mrn in people and len(found) >= least]
    assert len(own) >= 5
    return mean(own)


def test_values_are_within_what_people_have(values):
    for code, (low, high) in RANGES.items():
        every = [value for own in values[code].values() for value in own]
        assert low <= min(every) <= max(every) <= high, code


def test_values_of_one_patient_are_alike(values):
    """A patient's creatinine is nearer to the patient's next than to anybody's."""
    own = [found for found in values["CR"].values() if len(found) > 1]
    steps = [abs(one - two) for found in own for one, two in itertools.pairwise(found)]
    firsts = [found[0] for found in own]
    apart = [abs(one - two) for one, two in itertools.pairwise(firsts)]
    assert median(steps) < 0.5 * mean(apart)


def test_diabetics_have_more_glucose_and_a1c(values, ill):
    diabetic = ill["250.00"] | ill["250.01"]
    others = set(values["GLU"]) - diabetic
    assert len(diabetic) > 20
    for code, more in (("GLU", 20), ("A1C", 0.8)):
        assert average(values, code, diabetic) > average(values, code, others) + more


def test_kidney_disease_shows_in_creatinine(values, ill):
    weak = set().union(*(people for code, people in ill.items() if code.startswith("585")))
    others = set(values["CR"]) - weak
    assert average(values, "CR", weak) > 1.5 * average(values, "CR", others)


def test_conditions_of_men_are_of_men(export, ill):
    sex = {each["id"]: each["gender"] for each in export["Patient"]}
    prostate = ill["600.00"] | ill["185"]
    assert len(prostate) > 5
    assert {sex[mrn] for mrn in prostate} == {"male"}


def test_medication_follows_from_conditions(export, ill):
    takers = defaultdict(set)
    for each in export["MedicationRequest"]:
        takers[each["medicationCodeableConcept"]["text"].split()[0]].add(owner(each))
    diabetic = set().union(*(people for code, people in ill.items() if code.startswith("250")))
    assert len(takers["MetFORMIN"] | takers["Metformin"]) > 5
    assert (takers["MetFORMIN"] | takers["Metformin"]) <= diabetic
    thyroid = set().union(*(people for code, people in ill.items() if code.startswith("244")))
    assert len(takers["Levothyroxine"]) > 5
    assert len(takers["Levothyroxine"] & thyroid) > 0.85 * len(takers["Levothyroxine"])


def test_pressure_is_higher_with_age(export):
    born = {each["id"]: int(each["birthDate"][:4]) for each in export["Patient"]}
    systolic = defaultdict(list)
    for each in export["Observation"]:
        if each["code"]["text"] == "BP":
            high, low = map(int, each["valueString"].split("/"))
            assert 5 < high - low < 140
            systolic[born[owner(each)] < 1950].append(high)
    assert mean(systolic[True]) > mean(systolic[False]) + 3


def test_electrolytes_are_drawn_together(export):
    times = defaultdict(set)
    for each in export["Observation"]:
        if each.get("status") in ("final", "amended"):
            times[owner(each), read(each["effectiveDateTime"])].add(each["code"]["text"])
    sodium = [codes for codes in times.values() if "NA" in codes]
    assert mean("CL" in codes for codes in sodium) > 0.97


def test_nobody_has_results_from_before_charts_begin(export):
    for each in export["Observation"]:
        assert (NOW - read(each["effectiveDateTime"])).total_seconds() / 60 < 1.5 * SINCE
