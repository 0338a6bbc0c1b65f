"""The split: tasks of `test` in other words, with the same gold, which their words and notes still state."""

import json
import re
from collections import defaultdict

import pytest

from medgym_core import Source, ensure_build, plugins
from medgym_core.verifier.compare import compare
from medgym_core.verifier.parse import exact
from medgym_plugin_medcalcbench import loader, notes, store
from medgym_plugin_medcalcbench.calculators import BY_KEY
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.oracle import MARK, written
from medgym_plugin_medcalcbench.rewording import NOTICE, WORDINGS
from medgym_prove.soundness import measure

from ..notes.parsing import TIME, asked_in
from ..notes.reader import read_note
from ..notes.samples import inputs_of
from ..published import release
from .colleague import understood
from .longhand import in_full
from .when_read import when


def tasks(family, build, split="reworded"):
    return [family.task(build, split, index) for index in range(family.size(build, split))]


def question(task):
    return task.turns[0].question.partition(MARK)[0]


def masked(task):
    """The question without its time, in small letters."""
    text = question(task)
    return " ".join(when(text)[1].split()) if task.split == "reworded" else _without_time(text)


def _without_time(text):
    return " ".join(re.sub(TIME, " ", text).lower().split())


@pytest.fixture(scope="module")
def originals(family, build):
    """Subject and head of the note to the task of `test`."""
    found = defaultdict(list)
    for task in tasks(family, build, "test"):
        found[_origin(build, task)].append(task)
    return found


def _origin(build, task):
    entry = store.entry(build, task.split, task.index)
    return entry.subject, *entry.note.split("\n")[:3]


def test_each_is_a_task_of_test_with_the_same_gold_and_form(family, build, originals):
    for task in tasks(family, build):
        (original,) = originals[_origin(build, task)]
        assert family.gold(build, task) == family.gold(build, original)
        assert (task.category, task.turns[0].answer) == (original.category, original.turns[0].answer)
        assert when(question(task))[0] == asked_in(question(original))[0]


def test_every_calculator_of_test_is_asked_for_in_every_wording(family, build):
    wordings = defaultdict(set)
    for task in tasks(family, build):
        wordings[task.category].add(masked(task))
    assert wordings.keys() == {task.category for task in tasks(family, build, "test")}
    assert {len(found) for found in wordings.values()} == {WORDINGS}
    assert family.size(build, "reworded") == family.splits["reworded"].size == 360


def test_no_question_is_worded_as_one_of_another_split(family, build):
    others = {masked(task) for split in ("train", "test", "ood") for task in tasks(family, build, split)}
    assert not others & {masked(task) for task in tasks(family, build)}


def test_no_subject_is_trained_on(family, build):
    reworded = {*family.subjects(build, "reworded")}
    assert reworded <= {*family.subjects(build, "test")}
    assert not reworded & {*family.subjects(build, "train")}


@pytest.mark.slow
def test_question_and_note_state_what_gold_is_computed_from(family, build):
    for task in tasks(family, build):
        asked, _, note = task.turns[0].question.partition(MARK)
        key, time = understood(asked)
        inputs = inputs_of(read_note(table(), key, in_full(note), time))
        assert key == task.category
        given, gold = written(BY_KEY[key].compute(inputs)), family.gold(build, task).turns[0]
        assert compare(task.turns[0].answer, exact(given), exact(gold)).ok, task.id


def test_a_note_with_another_value_is_noticed(family, build):
    task = next(one for one in tasks(family, build) if one.category == "body_mass_index")
    asked, _, note = task.turns[0].question.partition(MARK)
    weight = loader.inputs(build, "reworded", task.index)["weight"]
    changed = note.replace(f"{weight.value:.1f} ", "99.9 ")
    assert changed != note
    read = inputs_of(read_note(table(), task.category, in_full(changed), understood(asked)[1]))
    given, gold = BY_KEY[task.category].compute(read), family.gold(build, task).turns[0]
    assert not compare(task.turns[0].answer, exact(given), exact(gold)).ok


def test_the_reference_is_right_and_quotes_the_note(family, build, submit):
    for task in tasks(family, build):
        gold = family.gold(build, task).turns[0]
        answer = exact(json.loads(submit(family.reference(build, task)[0].arguments["code"])))
        assert compare(task.turns[0].answer, answer, exact(gold)).ok, task.id
        note = task.turns[0].question.partition(MARK)[2]
        assert all(said in note for said in loader.stated(build, "reworded", task.index).values())


@pytest.mark.slow
def test_the_reference_earns_all_and_others_no_more_than_chance(family, build):
    players = ("reference", "nop", "attack:constants")
    box = plugins.sandbox("process")
    found = measure(family, build, box, "reworded", per_stratum=1, agents=players, most=12)
    assert found.sound, [(score.agent, score.finding, score.errors) for score in found.scores]
    scores = {score.agent: score.reward for score in found.scores}
    assert (scores["reference"], scores["nop"]) == (1.0, 0.0)


def test_the_prompt_says_how_it_is_put_and_names_no_calculator(family, build):
    for task in tasks(family, build):
        assert NOTICE in task.context
        assert notes.RULES in task.context
        calculator = BY_KEY[task.category]
        assert not any(
            text in task.context for text in (calculator.name, calculator.variant, calculator.source)
        )


def test_the_same_seed_gives_the_same_bytes(family, tmp_path):
    def shown(home):
        made = ensure_build(family, Source.synthetic(seed=2, scale=12), tmp_path / home)
        return [task.model_dump_json() for task in tasks(family, made)]

    assert shown("a") == shown("b")
    assert len(shown("a")) == WORDINGS


def test_published_rows_are_not_restated(family, users, tmp_path):
    built = users(release.write_csv(tmp_path / "test_data.csv", list(release.rows())))
    assert (family.size(built, "published-test"), family.size(built, "reworded")) == (55, 0)
