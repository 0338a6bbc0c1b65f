"""The split `reworded`: watches of the test in words that no other split has, over the same patients."""

import re
from collections import Counter, defaultdict

import pytest

from medgym_core import Source, ensure_build, gold_of
from medgym_core.env.prompt import task_text
from medgym_plugin_icu_watch import loader, rewording, wording
from medgym_plugin_icu_watch.case import HOURS, KINDS, TRAINED, Case
from medgym_plugin_icu_watch.reward import Yardstick

from .colleague import read

WAYS = 8
CASES = [Case(0, place, kind, KINDS[kind][0], "teaching") for place, kind in enumerate(TRAINED)]


def tasks(family, build, split="reworded"):
    return [family.task(build, split, index) for index in range(family.size(build, split))]


def question(task):
    (turn,) = task.turns
    return turn.question


def masked(text):
    """The words alone, without numbers."""
    return " ".join(re.findall(r"[a-z]+", text.lower()))


@pytest.fixture(scope="module")
def full(family, tmp_path_factory):
    """As many tasks as by default, of whoever is drawn first: no wording depends on what they come to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loader, "helped", lambda cases: [(case, Yardstick(30.0, 10.0, 0.1)) for case in cases])
        return ensure_build(family, Source.synthetic(), tmp_path_factory.mktemp("full"))


def test_every_kind_of_the_test_is_put_in_eight_ways(family, full):
    ways = defaultdict(set)
    for task in tasks(family, full):
        ways[task.category].add(masked(question(task)))
    assert {kind: len(texts) for kind, texts in ways.items()} == dict.fromkeys(TRAINED, WAYS)
    assert family.size(full, "reworded") == family.splits["reworded"].size == 50


def test_each_patient_of_the_test_is_asked_about_once(family, full):
    found = [family.task_sets[split].asked(full, split) for split in ("test", "reworded")]
    first, again = (Counter(asked.case for asked in each) for each in found)
    assert first == again


def test_a_single_patient_is_put_in_every_way(family, build):
    again = tasks(family, build)
    assert len({masked(question(task)) for task in again}) == len(again) == WAYS


def test_gold_reference_and_bedside_are_those_of_the_test(family, build):
    (original,) = tasks(family, build, "test")
    for task in tasks(family, build):
        assert gold_of(family, build, task).turns == gold_of(family, build, original).turns
        for name in ("services", "info", "limits", "verifier", "category", "metadata", "mounts"):
            assert getattr(task, name) == getattr(original, name)
        assert task.context == f"{rewording.NOTICE}\n\n{original.context}"
        assert rewording.NOTICE not in task_text(original, original.limits)
    (last,) = {str(family.reference(build, task)) for task in tasks(family, build)[:2]}
    assert last == str(family.reference(build, original))


def test_nobody_new_is_asked_about(family, build):
    assert list(family.subjects(build, "reworded")) == list(family.subjects(build, "test"))


def test_no_wording_and_no_six_words_in_a_row_are_those_of_another_split():
    def runs(text):
        words = masked(text).split()
        return {" ".join(words[at : at + 6]) for at in range(len(words) - 5)}

    usual = [wording.question(case._replace(kind=kind)) for case in CASES[:1] for kind in KINDS]
    known = set().union(*map(runs, usual))
    for case in CASES:
        for voice in rewording.voices():
            assert not known & runs(rewording.question(case, voice))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.kind)
def test_a_colleague_reads_what_is_asked(case):
    for voice in rewording.voices():
        assert read(rewording.question(case, voice)) == (case.kind, HOURS, 1, 1, 4), voice


def test_what_was_read_is_whom_the_gold_is_about(family, build):
    for task in tasks(family, build):
        (gold,) = gold_of(family, build, task).turns
        found = read(question(task))
        assert found.kind == Case(*gold["case"]).kind
        assert task.context.endswith(f"{found.kind}\n{wording._documents()[found.kind]}")


BROKEN = {
    "kind": (
        r"(?i)sho[ck]+|ketoacid\w+|dka|d-k-a|ketones|\bpe\b|p-e|\w*embol\w+|clot|\w*vent\w*|breathing",
        "x",
    ),
    "hours": (r"48|forty-eight", "36"),
    "since": (r"(?i)\b(?:1 ?h|one|an)(?= ?h|r? ago| ago|\.)(?!ours? to| hour or)", "5"),
    "least": (r"(?i)\b(?:1|one)(?= ?(?:-|to|and) ?(?:4|four)| hour or two)", "3"),
    "most": (r"(?i)\b(?:4|four)(?= ?h|,)", "2"),
    "chart": (r"(?i)chart", "list"),
    "now": (r"(?i)\bnow\b|this momment|to the present|up 2 date|this minute", "then"),
    "protocol": (r"(?i)protocoll?", "nurse"),
    "again": (r"(?i)\bagain|agian|anew|another|\bloop\b", "x"),
    "over": (r"(?i)\bover\b", "fine"),
    "submit": (r"(?i)submitt?", "leave"),
}
"""What is changed, where, and into what."""


@pytest.mark.parametrize("name", BROKEN)
def test_a_wording_that_drops_or_changes_anything_is_noticed(name):
    said, other = BROKEN[name]
    for case in CASES:
        for voice in rewording.voices():
            whole = rewording.question(case, voice)
            broken = re.sub(said, other, whole)
            assert broken != whole, voice
            try:
                found = read(broken)
            except ValueError:
                continue
            assert found != read(whole), voice
