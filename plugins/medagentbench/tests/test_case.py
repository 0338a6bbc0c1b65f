"""Which tasks a build has."""

import json
from collections import Counter

import pytest

from medgym_plugin_medagentbench import case, loader
from medgym_plugin_medagentbench.case import Case
from medgym_plugin_medagentbench.chart import Charts
from medgym_plugin_medagentbench.template import TEMPLATES

from .hospital import DAY, HOUR, MRN, OTHER, lab, patient
from .reader import read

BRANCHES = {
    "find-patient": {"absent", "found"},
    "recent-magnesium": {"absent", "measured"},
    "replace-magnesium": {"absent", "normal", "mild", "moderate", "severe"},
    "mean-glucose": {"absent", "measured"},
    "latest-glucose": {"absent", "measured"},
    "replace-potassium": {"absent", "normal", "low"},
    "renew-a1c": {"absent", "fresh", "stale"},
}


@pytest.fixture(scope="module")
def charts(build):
    return Charts.shared(build.private / loader.RESOURCES)


@pytest.fixture(scope="module")
def cases(build):
    return case.read(build.private)


@pytest.mark.parametrize("split", ["train", "test"])
def test_every_branch_of_every_template_is_asked(cases, charts, split):
    for name, branches in BRANCHES.items():
        found = Counter(one.outcome(charts).branch for one in cases[split] if one.template == name)
        assert set(found) | {"absent"} == branches
        assert ("absent" in found) or split == "test"
        present = {branch: times for branch, times in found.items() if branch != "absent"}
        assert min(present.values()) * 6 >= found.total(), (name, found)


@pytest.mark.parametrize("split", ["train", "test"])
def test_that_nothing_is_there_is_as_rare_as_chance(cases, charts, family, split):
    nothing = Counter(one.template for one in cases[split] if one.outcome(charts).branch == "absent")
    assert 0 < nothing.total() <= family.splits[split].chance_rate * len(cases[split])
    asked = Counter(one.template for one in cases[split])
    assert all(times <= max(1, asked[name] / 20) for name, times in nothing.items()), nothing


@pytest.mark.parametrize("split", ["train", "test"])
def test_no_outcome_of_a_template_is_usual(cases, charts, split):
    usual = {}
    for name in TEMPLATES:
        outcomes = [one.outcome(charts) for one in cases[split] if one.template == name]
        times = Counter(json.dumps([one.answer, one.orders], default=str) for one in outcomes)
        usual[name] = max(times.values()) / len(outcomes)
    assert all(share <= (0.1 if split == "train" else 0.2) for share in usual.values()), usual


def test_who_is_found_is_the_patient_of_the_task(cases, charts):
    sought = [one for split in cases.values() for one in split if one.template == "find-patient"]
    for one in sought:
        assert one.outcome(charts).answer["mrn"] in (one.patient, None)
    theirs = {person.mrn: person.born for person in charts.people.values()}
    changed = [one for one in sought if one.facts["born"] != theirs[one.patient]]
    assert len(changed) >= 2
    assert all(one.outcome(charts).branch == "absent" for one in changed)


def test_of_one_patient_each_thing_is_asked_once(cases):
    asked = [(one.template, one.patient) for split in ("train", "test") for one in cases[split]]
    assert len(asked) == len(set(asked))


def test_every_template_is_asked_in_several_words(cases):
    for name in TEMPLATES:
        questions = [one for one in cases["train"] if one.template == name]
        words = {tuple(one.question.replace(value, "") for value in one.facts.values()) for one in questions}
        openings = {one.question.split()[0] for one in questions}
        assert len(words) >= 3
        assert len(openings) >= 2, (name, openings)


def test_who_has_no_result_is_sought_and_never_asked_about_else(cases, charts):
    asked = [one for split in cases.values() for one in split]
    assert {one.patient for one in asked if one.template != "find-patient"} <= charts.tested()


@pytest.mark.parametrize("split", ["train", "test"])
def test_who_has_a_chart_is_seldom_the_one_sought(cases, charts, split):
    """Of each name one has a chart, so who takes that one must be wrong where another is sought."""
    asked = [one for one in cases[split] if one.template == "find-patient"]
    charted = {charts.people[mrn].name: mrn for mrn in sorted(charts.tested())}
    taken = [charted.get((one.facts["given"].casefold(), one.facts["family"].casefold())) for one in asked]
    right = [one.outcome(charts).answer["mrn"] == mrn for one, mrn in zip(asked, taken, strict=True)]
    assert 0 < sum(right) <= 0.4 * len(asked)
    assert len(charts.people) > 2 * len(charts.tested())


def test_tasks_about_excluded_patients_are_not_made(charts):
    asked = {one.patient for _, one in case.generated(charts, {"train": 50, "test": 50}, ())}
    excluded = sorted(asked)[: len(asked) // 2]
    rest = {one.patient for _, one in case.generated(charts, {"train": 50, "test": 50}, excluded)}
    assert rest
    assert not rest & set(excluded)


def test_chance_is_the_best_constant_of_each_template_and_none_that_fits_once():
    charts = Charts([patient(), {"id": "1", **lab("MG", 1.2, HOUR)}])
    age = Case("age", MRN, {"mrn": MRN}, "How old?")
    order = Case("replace-magnesium", MRN, {"mrn": MRN}, "Low?")
    read = Case("recent-magnesium", MRN, {"mrn": MRN}, "What?")
    assert case.chance([age, age, order, order], charts) == 0.5
    assert case.chance([age, read, order, order], charts) == 0.0
    assert case.chance([age, age, read, read], charts) == 1.0


def test_chance_is_at_least_that_of_finding_nothing():
    charts = Charts([patient(), patient(OTHER), {"id": "1", **lab("MG", 1.2, 9 * DAY)}])
    read = [Case("recent-magnesium", mrn, {"mrn": mrn}, "What?") for mrn in (MRN, OTHER)]
    assert len({json.dumps(one.outcome(charts).answer) for one in read}) == 2
    assert case.chance(read, charts) == 1.0


def test_what_is_kept_is_what_is_read(tmp_path):
    cases = {"test": [Case("age", MRN, {"mrn": MRN}, "How old?")]}
    case.write(tmp_path, cases)
    assert case.read(tmp_path) == cases
    assert json.loads((tmp_path / case.FILE).read_text())["test"][0]["patient"] == MRN


@pytest.mark.parametrize("split", ["train", "test"])
def test_a_question_says_all_that_it_is_made_of(cases, split):
    for one in cases[split]:
        assert read(one.question) == {"template": one.template, **one.facts}, one.question
