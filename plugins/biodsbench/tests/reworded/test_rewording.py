"""The split `reworded`: questions of the test in words that no other split has, with the same gold."""

import re
from collections import defaultdict

import pytest

from medgym_core import gold_of
from medgym_core.env.prompt import task_text
from medgym_plugin_biodsbench import asking, rewording
from medgym_plugin_biodsbench import study as studies
from medgym_plugin_biodsbench.oracle import reference_answer
from medgym_plugin_biodsbench.own_questions import RewordedQuestions
from medgym_plugin_biodsbench.templates import TEMPLATES
from medgym_plugin_biodsbench.templates.held_out import NOVEL

from .facts import Vocabulary
from .reader import read
from .rules import says_enough

ASKED = sorted(TEMPLATES.keys() - NOVEL)


@pytest.fixture(scope="module")
def tasks(family, build):
    return [family.task(build, "reworded", index) for index in range(family.size(build, "reworded"))]


@pytest.fixture(scope="module")
def known(build):
    """Study to what a reader knows of it."""
    return {name: _known(build.public / "studies" / name) for name in asking.schemas(build, "test")}


def _known(folder):
    tables = studies.load(folder).tables
    columns = {column for table in ("patient", "sample") for column in tables[table][0]}
    genes = {
        row[column]
        for table in ("mutations", "cna", "expression", "log2_cna", "sv")
        for row in tables.get(table) or ()
        for column in row
        if column.endswith("Hugo_Symbol") and row[column] is not None
    }
    ends = {column.removesuffix("_MONTHS") for column in columns if column.endswith("_MONTHS")}
    return Vocabulary(frozenset(columns), frozenset(genes), frozenset(ends))


def _restated(build, task):
    return RewordedQuestions("test").asked(build, task.split, task.index)


def _facts(parameters):
    """The parameters that a question states."""
    return {name: value for name, value in parameters.items() if value is not None}


def _understood(question, known):
    reading = read(question, known)
    return *reading, says_enough(reading.template, question)


def _meant(asked):
    template = TEMPLATES[asked.template]
    facts = _facts(asked.parameters)
    unit = template.unit if "subset" in facts else None
    return asked.template, facts, set(template.outputs), unit, True


def _masked(question, facts, known):
    """The words alone."""
    words = re.sub("'[^']*'", " ", question)
    for name in known.columns | known.genes | known.endpoints:
        words = re.sub(rf"\b{re.escape(name)}\b", " ", words)
    numbers = "|".join(rewording.NUMBERS)
    return " ".join(re.findall(r"[a-z]+", re.sub(rf"\b({numbers})\b", " ", words.casefold())))


def test_every_template_of_the_test_is_put_in_eight_ways(build, tasks, known):
    ways = defaultdict(set)
    for task in tasks:
        asked = _restated(build, task)
        request = task.turns[0].question.replace(task.metadata["study"], "")
        ways[asked.template].add(_masked(request, asked.parameters, known[asked.study]))
    assert {name: len(texts) for name, texts in ways.items()} == dict.fromkeys(ASKED, 8)
    assert len(tasks) == 8 * len(ASKED) == 304


def test_every_question_of_the_test_is_restated(build, tasks):
    assert {asking.restated(build, "test")[task.index][0] for task in tasks} == set(range(49))


def test_gold_and_tables_are_those_of_the_question_restated(family, build, tasks):
    for task in tasks:
        at, voice = asking.restated(build, "test")[task.index]
        plain = family.task(build, "test", at)
        assert gold_of(family, build, task) == gold_of(family, build, plain)
        assert task.turns[0].answer == plain.turns[0].answer
        assert (task.mounts, task.info, task.limits) == (plain.mounts, plain.info, plain.limits)
        assert task.metadata == {**plain.metadata, "voice": voice}


def test_no_wording_is_that_of_another_split(family, build, tasks, known):
    said = {
        _masked(line, {}, known[task.metadata["study"]])
        for task in tasks
        for line in [task.turns[0].question, *task.turns[0].question.splitlines()[:2]]
    }
    for split in ("train", "test", "ood"):
        for index in range(family.size(build, split)):
            task = family.task(build, split, index)
            names = _known(build.public / "studies" / task.metadata["study"])
            text = task.turns[0].question
            assert not said & {_masked(one, {}, names) for one in (text, text.splitlines()[0])}


def test_the_same_questions_are_put_in_the_same_words(family, build, tasks):
    assert tasks == [family.task(build, "reworded", task.index) for task in tasks]
    templates = [asking.read(build, "test", index).template for index in range(49)]
    assert rewording.plan(templates) == [asking.restated(build, "test")[task.index] for task in tasks]


def test_only_a_reworded_task_says_that_it_is(family, build, tasks):
    for task in tasks:
        plain = family.task(build, "test", asking.restated(build, "test")[task.index][0])
        assert rewording.NOTICE not in task_text(plain, plain.limits)
        assert task.context == f"{rewording.NOTICE}\n\n{plain.context}"
        assert len(task_text(task, task.limits)) < 11_000


def test_a_second_reader_finds_what_is_asked_and_of_whom(build, tasks, known):
    for task in tasks:
        asked = _restated(build, task)
        found = _understood(task.turns[0].question, known[asked.study])
        assert found == _meant(asked), task.turns[0].question


def test_what_was_read_gives_the_gold(build, tasks, known):
    for task in tasks:
        asked = _restated(build, task)
        reading = read(task.turns[0].question, known[asked.study])
        facts = {**dict.fromkeys(asked.parameters), **reading.facts}
        assert (
            reference_answer(build.public / "studies" / asked.study, reading.template, facts) == asked.answer
        )


def _changes(question, parameters):
    """The question with one thing that it states dropped or changed, one after the other."""
    subset = parameters.get("subset") or {}
    values = [one for name, one in parameters.items() if name != "subset"] + list(subset.values())[1:]
    for value in values:
        for one in value if isinstance(value, list) else [value]:
            yield from _without(question, one[0] if isinstance(one, list) else one)


def _without(question, value):
    text = f"{value:g}" if isinstance(value, float) else str(value)
    words = rewording.NUMBERS[value] if isinstance(value, int) and 0 <= value < 16 else text
    for other in ("", "ELSE"):
        yield re.sub(rf"(?<![\w.-])({re.escape(text)}|{words})(?![\w])", other, question)


def test_a_question_that_drops_or_changes_a_value_is_noticed(build, tasks, known):
    for task in tasks:
        asked = _restated(build, task)
        question = task.turns[0].question
        for broken in _changes(question, asked.parameters):
            assert broken != question
            assert _understood(broken, known[asked.study]) != _meant(asked), broken


def test_a_question_of_another_kind_is_noticed(build, tasks, known):
    for task in tasks:
        asked = _restated(build, task)
        lines = task.turns[0].question.splitlines()
        for at in range(len(lines)):
            broken = "\n".join(lines[:at] + lines[at + 1 :])
            if not lines[at].endswith(":"):
                assert _safely(broken, known[asked.study]) != _meant(asked), broken


def _safely(text, known):
    try:
        return _understood(text, known)
    except (StopIteration, ValueError, IndexError):
        return None


@pytest.mark.parametrize("name", ASKED)
def test_outputs_are_named_as_many_as_there_are(name):
    words = rewording.wordings()[name]
    assert set(words["outputs"]) == set(TEMPLATES[name].outputs)
    assert set(words) - {"outputs", "rules"} == set(rewording.VOICES)
