"""Laws of the split ``reworded``: other words, the same notes, the same gold."""

import csv
import re
from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from medgym_core.env.prompt import task_text
from medgym_plugin_ehrcon import loader, rewording
from medgym_plugin_ehrcon.agreement import alike
from medgym_plugin_ehrcon.files import DATABASE
from medgym_plugin_ehrcon.governing import phrase
from medgym_plugin_ehrcon.mention import PRESSURES
from medgym_plugin_ehrcon.solution import judged
from medgym_plugin_ehrcon.storage import lines_of

from ..reader import synonyms, window
from .colleague import read

WAYS = 8
NOTICE = "put as people put it"


@pytest.fixture(scope="module")
def restated(family, build):
    """Each task with its mention, in order."""
    return [
        (family.task(build, rewording.SPLIT, index), loader.asked(build, rewording.SPLIT, index))
        for index in range(family.size(build, rewording.SPLIT))
    ]


@pytest.fixture(scope="module")
def known(build):
    """Term to its names; a pressure's two terms under the term that they share, too."""
    names = synonyms(build.public)
    parts = tuple(f"{part} " for part in PRESSURES)
    shared = {term.split(" ", 1)[1]: () for term in names if term.startswith(parts)}
    return shared | names


@pytest.fixture(scope="module")
def noted(build):
    """Note number to its row."""
    with open(build.public / "notes.csv", encoding="utf-8", newline="") as stream:
        return {int(row["ROW_ID"]): row for row in csv.DictReader(stream)}


def template(asked):
    return asked.category, rewording.kind(asked)


def place(asked):
    return asked.row_id, asked.line, asked.character, asked.text


def masked(question, asked, term=""):
    """The words alone: without mention, numbers and stops."""
    words = question.lower().replace(asked.text.lower(), " ")
    for said in (term.lower(), (asked.claims[0].unit or "").lower()):
        words = re.sub(rf"(?<!\w){re.escape(said)}(?!\w)", " ", words) if said else words
    words = re.sub(r"\d+(?:st|nd|rd|th)?|\bpoint\b|\bover\b", " ", words)
    return " ".join(re.findall(r"[a-z]+", words))


def misread(question, asked, known):
    """Whether anything that ``asked`` states is read otherwise, or not at all."""
    try:
        found = read(question, known)
    except ValueError:
        return True
    unit = asked.claims[0].unit
    values = tuple(claim.value for claim in asked.claims if claim.value is not None)
    right = (
        (*template(asked), asked.row_id, asked.line, asked.character),
        (values, unit and unit.lower(), True),
    )
    return (found[:5], found[6:]) != right


def test_every_template_is_put_in_every_voice(restated, tasks, build):
    put = defaultdict(set)
    for index, (_, asked) in enumerate(restated):
        put[template(asked)].add(loader.put(build, index).voice)
    wanted = {template(loader.asked(build, "test", task.index)) for task in tasks["test"]}
    assert put.keys() == wanted
    assert all(found == set(rewording.voices()) for found in put.values())
    assert len(rewording.voices()) >= WAYS


def test_every_template_has_eight_masked_wordings(restated, build):
    wordings = defaultdict(set)
    for index, (task, asked) in enumerate(restated):
        wordings[template(asked)].add(masked(task.turns[0].question, asked, loader.put(build, index).term))
    assert min(map(len, wordings.values())) >= WAYS


def test_no_wording_is_that_of_another_split(family, build, restated, tasks):
    ours = {
        masked(task.turns[0].question, asked, loader.put(build, index).term)
        for index, (task, asked) in enumerate(restated)
    }
    theirs = {
        masked(task.turns[0].question, loader.asked(build, split, task.index))
        for split, found in tasks.items()
        for task in found
    }
    for split in ("audit-train", "audit-test"):
        for index in range(family.size(build, split)):
            (turn,) = family.task(build, split, index).turns
            theirs.add(" ".join(re.findall("[a-z]+", turn.question.lower())))
    assert len(theirs) >= 6
    assert not ours & theirs


def test_gold_is_that_of_the_task_restated(family, build, restated, tasks, golds):
    known = {place(loader.asked(build, "test", task.index)): task for task in tasks["test"]}
    for task, asked in restated:
        plain = known[place(asked)]
        assert family.gold(build, task).turns[0] == golds[plain.id]
        assert (task.turns[0].answer, task.mounts, task.database, task.limits, task.metadata) == (
            *(plain.turns[0].answer, plain.mounts, plain.database, plain.limits, plain.metadata),
        )


def test_no_question_is_asked_twice(restated):
    questions = [task.turns[0].question for task, _ in restated]
    assert len(set(questions)) == len(questions)


def test_no_voice_tells_the_answer(family, build, restated):
    """Each puts a template to consistent ones and to those wrong in time equally often, if there are both."""
    spread = defaultdict(Counter)
    for index, (task, asked) in enumerate(restated):
        answer = tuple(family.gold(build, task).turns[0]["columns"])
        spread[template(asked)][loader.put(build, index).voice, answer] += 1
    both = [count for count in spread.values() if {(), ("time",)} <= {answer for _, answer in count}]
    assert len(both) >= 5
    for count in both:
        assert all(count[voice, ()] == count[voice, ("time",)] for voice in rewording.voices())


def test_the_order_tells_no_answer(family, build, restated):
    """Were a consistent mention always followed by a late one, its place would tell what it is."""
    answers = [tuple(family.gold(build, task).turns[0]["columns"]) for task, _ in restated]
    repeated = sum(answer == following for answer, following in pairwise(answers))
    assert repeated >= 0.3 * len(answers)


def test_another_name_finds_what_the_notes_name_finds(build, restated):
    same = alike(build.public / DATABASE, {k: frozenset(v) for k, v in synonyms(build.public).items()})
    renamed = 0
    for index, (_, asked) in enumerate(restated):
        term = loader.put(build, index).term
        renamed += term != asked.entity
        assert term == asked.entity or same(asked, term)
    assert renamed >= 5


def test_the_same_tests_are_put_in_the_same_words(build, tasks):
    tests = [loader.asked(build, "test", task.index) for task in tasks["test"]]
    again = rewording.restated(tests, lambda asked, term: False)
    assert again == rewording.restated(tests, lambda asked, term: False)
    size = loader.size(build, rewording.SPLIT)
    assert [place(asked) for asked, _ in again] == [
        place(loader.asked(build, rewording.SPLIT, index)) for index in range(size)
    ]


def test_only_a_reworded_task_says_that_it_is(restated, tasks):
    plain = tasks["test"][0]
    assert NOTICE not in task_text(plain, plain.limits)
    for task, _ in restated:
        (line,) = (line for line in task.context.split("\n") if line not in plain.context.split("\n"))
        assert NOTICE in line
        assert line.count(".") == 1
        assert task.context.replace(f"{line}\n\n", "") == plain.context


def test_a_second_reader_finds_all_that_is_stated(restated, known):
    wrong = [
        (task.turns[0].question, asked.text)
        for task, asked in restated
        if misread(task.turns[0].question, asked, known)
    ]
    assert not wrong


def test_what_was_read_gives_the_gold(family, build, restated, known, noted, beside_data):
    for task, _ in restated:
        found = read(task.turns[0].question, known)
        note = noted[found.row_id]
        lines = note["TEXT"].split("\n")
        start, end = window(phrase(lines, found.line - 1, found.character - 1), note)
        terms = [found.term] if len(found.values) < 2 else [f"{part} {found.term}" for part in PRESSURES]
        claims = [
            (known[term], value, found.unit, str(start), str(end))
            for term, value in zip(terms, found.values or (None,), strict=True)
        ]
        answer, gold = judged(int(note["HADM_ID"]), claims), family.gold(build, task).turns[0]
        assert answer["consistent"] == gold["consistent"], task.turns[0].question
        assert {*answer["columns"]} == {*gold["columns"]}, task.turns[0].question


def test_notes_and_database_are_untouched(build, restated):
    for _, asked in restated:
        line = lines_of(build.public / "notes.csv")[asked.row_id][asked.line - 1]
        assert line[asked.character - 1 :].startswith(asked.text)


BROKEN = {
    "note": lambda asked: (str(asked.row_id), str(asked.row_id + 1)),
    "no note": lambda asked: (str(asked.row_id), ""),
    "line": lambda asked: (rf"(?i)(l\w* ?){asked.line}\b|\b{asked.line}(?:st|nd|rd|th)(?= line)", "line 999"),
    "character": lambda asked: (
        rf"(?i)(ch\w*|pos|col) ?{asked.character}\b|\b{asked.character}(?:st|nd|rd|th)(?= ch)",
        "char 999",
    ),
    "note type": lambda asked: (
        r"(?i)d/?c s\w+|dischr?ar?ge|home|physici?an|doctor|\b[dm]d\b|\bdr\b|nurs\w*|\brn\b",
        "other",
    ),
    "errand": lambda asked: (
        r"(?i)c/w|\bdb\b|databse|\w*record\w*|on file|\bsame\b|mach|corroborate|documented|\bther\b|bear",
        "fine",
    ),
}
"""What is spoilt: what is said, and what is said in its place."""


@pytest.mark.parametrize("what", BROKEN)
def test_a_wording_that_drops_or_changes_anything_is_noticed(what, restated, known):
    heard = 0
    for task, asked in restated:
        question = task.turns[0].question
        said, other = BROKEN[what](asked)
        before, mention, after = re.split('(".*")', question) if '"' in question else (question, "", "")
        broken = re.sub(said, other, before) + mention + re.sub(said, other, after)
        assert broken != question, question
        assert misread(broken, asked, known), broken
        heard += 1
    assert heard >= WAYS * 8


def test_another_number_or_unit_is_noticed(restated, known):
    heard = Counter()
    for task, asked in restated:
        claim = asked.claims[-1]
        if claim.value is not None:
            other = claim.model_copy(update={"value": claim.value + 1})
            spoilt = asked.model_copy(update={"claims": (*asked.claims[:-1], other)})
            assert misread(task.turns[0].question, spoilt, known)
            heard["value"] += 1
        if claim.unit is not None:
            other = claim.model_copy(update={"unit": "stone"})
            assert misread(task.turns[0].question, asked.model_copy(update={"claims": (other,)}), known)
            heard["unit"] += 1
    assert min(heard["value"], heard["unit"]) >= WAYS
