"""Laws of the split ``reworded``: other words, the same questions, the same gold."""

import json
import re
from collections import defaultdict

import pytest

from medgym_plugin_npowerai import loader, oracle
from medgym_plugin_npowerai.chance import best_constants
from medgym_plugin_npowerai.given import DESIGNS
from medgym_plugin_npowerai.rewording import NOTICE
from medgym_plugin_npowerai.scenario import CATEGORICAL, CONTINUOUS, SURVIVAL
from medgym_plugin_npowerai.voice import NAMES, voices

SHARED = 5
"""Words in a row that another split may have, too: tests have names."""


def settings():
    """Every word of a setting, the longest first."""
    every = (*CONTINUOUS, *CATEGORICAL, *SURVIVAL)
    flat = [
        text for one in every for value in one for text in (value if isinstance(value, tuple) else (value,))
    ]
    named = {text for text in flat if isinstance(text, str)}
    said = {voice.word(text) for voice in voices() for text in named}
    return sorted((text.lower() for text in named | said), key=len, reverse=True)


SETTINGS = re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, settings()))})(?!\w)")


def masked(question):
    """The question without its values and its setting."""
    return re.sub(r"[\d.]*\d", "#", SETTINGS.sub("~", question.lower()))


def runs(text):
    words = re.findall(r"[^\W\d]+|#|~", text)
    cut = [words[at : at + SHARED + 1] for at in range(len(words) - SHARED)]
    return {" ".join(run) for run in cut if not {"#", "~"} & set(run)}


@pytest.fixture(scope="module")
def entries(family, build):
    return {
        split: [loader.entry(build, split, index) for index in range(family.size(build, split))]
        for split in loader.FILES
    }


@pytest.fixture(scope="module")
def problems(family, build):
    return {
        split: [loader.problem(build, split, index) for index in range(family.size(build, split))]
        for split in ("test", "reworded")
    }


@pytest.fixture(scope="module")
def usual(entries):
    """Every masked question of another split."""
    return {masked(entry.question) for split in ("train", "test", "ood") for entry in entries[split]}


def test_every_template_of_the_test_is_put_by_every_voice(entries):
    heard = defaultdict(set)
    for entry in entries["reworded"]:
        voice, given = entry.wording.split()
        heard[given, entry.target].add(voice)
    assert heard.keys() == {(given, target) for given in DESIGNS for target in ("size", "power")}
    assert all(said == set(NAMES) for said in heard.values())


def test_every_template_has_eight_masked_wordings(entries):
    wordings = defaultdict(set)
    for entry in entries["reworded"]:
        wordings[entry.wording.split()[1], entry.target].add(masked(entry.question)[:24])
    assert min(map(len, wordings.values())) >= 8


def test_each_restates_a_question_of_the_test_and_has_its_gold(problems, golds):
    known = {
        problem.model_dump_json(): gold for problem, gold in zip(problems["test"], golds["test"], strict=True)
    }
    for problem, gold in zip(problems["reworded"], golds["reworded"], strict=True):
        assert gold == known[problem.model_dump_json()]


def test_no_wording_is_that_of_another_split(entries, usual):
    ours = {masked(entry.question) for entry in entries["reworded"]}
    assert not ours & usual


def test_no_run_of_words_is_that_of_another_split(entries, usual):
    known = set().union(*map(runs, usual))
    common = set().union(*(runs(masked(entry.question)) & known for entry in entries["reworded"]))
    assert common == set()


def test_no_question_is_asked_twice(entries):
    questions = [entry.question for entry in entries["reworded"]]
    assert len(set(questions)) == len(questions)


def test_the_reference_earns_all_and_nothing_said_earns_nothing(family, build, golds, run, passes):
    for index, gold in enumerate(golds["reworded"]):
        task = family.task(build, "reworded", index)
        kind = task.turns[0].answer
        assert passes(kind, json.dumps(run(family.reference(build, task))), gold), task.id
        assert not any(passes(kind, text, gold) for text in ("null", "0", "1", '""')), task.id


def test_constants_pass_no_more_than_the_chance_rate(family, build, golds):
    passed = sum(share for _, share in best_constants(golds["reworded"]).values())
    assert passed <= family.chance_rate(build, "reworded")


def test_the_prompt_says_that_words_are_peoples_own(family, build):
    assert NOTICE in family.task(build, "reworded", 0).context
    assert NOTICE not in family.task(build, "test", 0).context


def test_a_small_build_rewords_what_its_test_asks(family, other_build):
    size = family.size(other_build, "test")
    templates = {"mean", "shift", "means_one_sd", "difference_two_sds", "change", "conditions"}
    found = [loader.entry(other_build, "reworded", at) for at in range(family.size(other_build, "reworded"))]
    assert size == 24
    assert {entry.wording.split()[1] for entry in found} == templates | set(DESIGNS[-3:])
    assert len(found) == 8 * 2 * 9


def test_the_reference_carries_what_was_stated(problems):
    for problem in problems["reworded"]:
        program = oracle.program(problem)
        assert str(problem.design.alpha) in program
        assert str(problem.power if problem.target == "size" else problem.size) in program
