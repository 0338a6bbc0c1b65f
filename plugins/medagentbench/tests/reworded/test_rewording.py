"""The split `reworded`: tasks of the test in words that no other split has, with the same gold."""

import re
from collections import Counter, defaultdict

import pytest

from medgym_core import gold_of
from medgym_core.env.prompt import task_text
from medgym_plugin_medagentbench import case, loader, rewording
from medgym_plugin_medagentbench.case import Case
from medgym_plugin_medagentbench.chart import Charts
from medgym_plugin_medagentbench.template import TEMPLATES

from .reader import read

WAYS = 8
OTHERS = ("train", "test", "inbox-train", "inbox-test", "inbox-ood")
NOTICE = "put as people put it"


@pytest.fixture(scope="module")
def charts(build):
    return Charts.shared(build.private / loader.RESOURCES)


@pytest.fixture(scope="module")
def cases(build):
    return case.read(build.private)


@pytest.fixture(scope="module")
def names(charts):
    return {name for person in charts.people.values() for name in (person.given, person.family)}


def masked(question, facts=()):
    """The words alone: no number, no patient's name, no text of a referral, no case, no stops."""
    words = re.sub('["“].*["”]', " ", question).casefold()
    for fact in facts:
        words = words.replace(fact.casefold(), " ")
    words = re.sub(r"s?\d[\d/: ]*(?:st|nd|rd|th)?", " ", words)
    months = "|".join(month.casefold() for month in rewording.MONTHS)
    words = re.sub(
        rf"\b(?:{months}|{'|'.join(month[:3].casefold() for month in rewording.MONTHS)})\b", " ", words
    )
    return " ".join(re.findall(r"\w+", words))


def misread(some, names):
    """The cases that are not read as what they are made of."""
    return [one for one in some if read(one.question, names) != (one.template, {**one.facts}, set())]


def test_every_template_of_the_test_is_put_in_eight_ways(cases):
    ways = defaultdict(set)
    for one in cases["reworded"]:
        ways[one.template].add(masked(one.question, one.facts.values()))
    assert {name: len(texts) for name, texts in ways.items()} == dict.fromkeys(TEMPLATES, WAYS)


def test_few_cases_are_put_in_every_way_too(small):
    kept = case.read(small.private)
    ways = Counter(one.template for one in kept["reworded"])
    assert ways == dict.fromkeys((one.template for one in kept["test"]), WAYS)
    assert len({one.question for one in kept["reworded"]}) == len(kept["reworded"])


def test_each_task_of_the_test_is_restated_once(cases):
    told = [
        [(one.template, one.patient, one.facts) for one in cases[split]] for split in ("test", "reworded")
    ]
    assert told[0] == told[1]


def test_gold_is_that_of_the_task_restated(family, build, small):
    for made in (build, small):
        kept = case.read(made.private)
        tasks = {(one.template, *one.facts.values()): at for at, one in enumerate(kept["test"])}
        for at, one in enumerate(kept["reworded"]):
            plain = family.task(made, "test", tasks[one.template, *one.facts.values()])
            restated = family.task(made, "reworded", at)
            assert gold_of(family, made, restated) == gold_of(family, made, plain)
            assert restated.turns[0].answer == plain.turns[0].answer
            assert restated.turns[0].question != plain.turns[0].question


def test_no_wording_is_that_of_another_split(family, build, cases):
    facts = {fact for some in cases.values() for one in some for fact in one.facts.values()}
    said = {masked(one.question, one.facts.values()) for one in cases["reworded"]}
    for split in OTHERS:
        tasks = (family.task(build, split, at) for at in range(family.size(build, split)))
        questions = {turn.question for task in tasks for turn in task.turns}
        names = [fact for fact in facts if fact.isalpha()] if split in cases else []
        assert len(questions) > 50
        assert not said & {masked(question, names) for question in questions}


def test_the_same_tasks_are_put_in_the_same_words(cases):
    again = list(rewording.reworded(cases["test"]))
    assert again == list(cases["reworded"])


def test_only_a_reworded_task_says_that_it_is(family, build):
    for at in range(family.size(build, "reworded")):
        plain, restated = (family.task(build, split, at) for split in ("test", "reworded"))
        assert NOTICE not in task_text(plain, plain.limits)
        (line,) = (line for line in restated.context.split("\n") if line not in plain.context.split("\n"))
        assert NOTICE in line
        assert line.count(".") == 1
        assert plain.context == restated.context.replace(f"\n{line}", "")


def test_a_second_reader_finds_errand_and_facts(cases, names):
    assert not misread(cases["reworded"], names)


def test_the_second_reader_reads_other_splits_as_well(cases, names):
    for split in ("train", "test"):
        found = [read(one.question, names)[:2] for one in cases[split]]
        assert found == [(one.template, {**one.facts}) for one in cases[split]]


def test_what_was_read_gives_the_gold(cases, charts, names):
    for one in cases["reworded"]:
        reading = read(one.question, names)
        assert TEMPLATES[reading.template].outcome(charts, reading.facts) == one.outcome(charts)


BROKEN = [
    ("find-patient", "18(?=-)|18th|18(?= )", "19"),
    ("find-patient", "(?i)feb(?:ruary)?", "Mar"),
    ("find-patient", "(?i)ilse", ""),
    ("find-patient", "(?i)skyrme-vane", "Dunja"),
    ("find-patient", "(?i)1954", ""),
    ("age", r"[Ss]123", "S124"),
    ("age", r"[Ss]123 ?4567", "the patient"),
    ("record-blood-pressure", "118/77", "118/78"),
    ("record-blood-pressure", " mmHg", ""),
    ("record-blood-pressure", "(?i)how m[ae]nn?y|no. of|number of", ""),
    ("recent-magnesium", r"(?i)\bma?g\w*", "sodium"),
    ("recent-magnesium", r"(?i)24 ?h\w*|twenty-four \w+|10:15|24 huors|quarter past ten", "week"),
    ("replace-magnesium", r"(?i)24 ?h\w*|twenty-four \w+|10:15|24 huors", "week"),
    ("replace-magnesium", r"(?i)\blow\b|down|deficient|below|need", "there"),
    ("mean-glucose", r"(?i)mean|avg|average|avrage|divide", "list"),
    ("mean-glucose", r"(?i)24 ?h\w*|twenty-four \w+|10:15|24 huors|quarter past ten", "week"),
    ("latest-glucose", r"(?i)\btime\b|\bwen\b|\bwhen\b", "it"),
    ("latest-glucose", r"(?i)last|recent|latest|newe?s?e?t", "first"),
    ("refer-to-orthopaedics", "knee", "hip"),
    ("refer-to-orthopaedics", '[“”"]', ""),
    ("refer-to-orthopaedics", r"(?i)condi?tions", "drugs"),
    ("replace-potassium", r"(?i)\b0?8 ?am|0?8:?00|eigth|eight|8", "noon"),
    ("replace-potassium", r"(?i)tomorr?ow|tmrw|day after today", "week"),
    ("replace-potassium", r"(?i)\bpo\b|oral|mouth|swalow", "IV"),
    ("renew-a1c", r"(?i)\byr\b|year|yaer|12 ?mo(nths)?|twelve months", "decade"),
    ("renew-a1c", r"(?i)\bno\b|none|theres|isn't one|lacking", "fine"),
]
"""Template, what is said, and what is said in its place."""
MADE = {
    "find-patient": {"given": "Ilse", "family": "Skyrme-Vane", "born": "1954-02-18"},
    "record-blood-pressure": {"mrn": "S1234567", "value": "118/77 mmHg"},
    "refer-to-orthopaedics": {"mrn": "S1234567", "text": "Situation: a sore knee. Please see."},
}


def made(name):
    """A case of a template in each of its wordings."""
    facts = MADE.get(name, {"mrn": "S1234567"})
    return [Case(name, "", facts, rewording.put(text, facts)) for text in rewording.wordings(name)]


@pytest.mark.parametrize("name", TEMPLATES)
def test_what_is_made_by_hand_is_read(name, names):
    assert not misread(made(name), names)


@pytest.mark.parametrize(("name", "said", "other"), BROKEN)
def test_a_wording_that_drops_or_changes_anything_is_noticed(name, said, other, names):
    broken = [one._replace(question=re.sub(said, other, one.question)) for one in made(name)]
    unchanged = [one.question for one, whole in zip(broken, made(name), strict=True) if one == whole]
    assert not unchanged
    assert misread(broken, names) == broken
