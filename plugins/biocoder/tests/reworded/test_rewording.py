"""The split `reworded`: problems of the test as people describe them, with the same code and gold."""

import re
import runpy
from dataclasses import asdict
from pathlib import Path

import pytest

from medgym_core import Source, ensure_build, gold_of
from medgym_core.env.prompt import task_text
from medgym_plugin_biocoder import loader, rewording
from medgym_plugin_biocoder.cell import cell_at
from medgym_plugin_biocoder.guess import near
from medgym_plugin_biocoder.problems import PROBLEMS
from medgym_plugin_biocoder.problems.held_out import HELD_OUT
from medgym_plugin_biocoder.question import question
from medgym_plugin_biocoder.source import load, placed, submission

from .reader import facts, missing, plain, words

ASKED = sorted(PROBLEMS.keys() - HELD_OUT)
ATTACKS = Path(__file__).parents[2] / "attacks"
FEW = 24
"""Tasks of a build that restates no more than three."""
OPENING = 2
"""Clauses at the beginning of a text that may say what everybody knows."""
AGAIN = {
    ("genotype-dosage", "One value per sample."),
    ("genotype-dosage", "Return one per sample."),
    ("genotype-dosage", "One entry per sample."),
}
"""Clauses that say what the text has said before."""
every_wording = pytest.mark.parametrize(
    ("problem", "voice"), [(problem, voice) for problem in ASKED for voice in rewording.VOICES]
)


@pytest.fixture(scope="module")
def known():
    """The words that a reader knows: those of whoever spells well."""
    voices = rewording.VOICES.keys() - {"misspelt"}
    return frozenset().union(*(words(rewording.described(one, who)) for one in ASKED for who in voices))


@pytest.fixture(scope="module")
def tasks(family, build):
    return [family.task(build, "reworded", index) for index in range(family.size(build, "reworded"))]


def _clauses(text):
    return re.split(r"(?<=[.;])\s+(?!=|is a missing)", text)


def _masked(text):
    """The words alone."""
    return " ".join(re.findall(r"[a-z]+", text.casefold()))


def _numbers(text):
    """Numbers in figures; a two in letters may be of no account ("the larger of the two")."""
    return {number.rstrip(".") for number in re.findall(r"(?<![\w.])\d[\d.]*\b", text)}


def _asked_elsewhere():
    """The questions of the other splits, without examples."""
    cells = [cell_at(split, n) for split in ("train", "test", "ood") for n in range(loader.SIZES[split])]
    return [question(cell, []) for cell in cells]


def test_every_problem_of_the_test_has_eight_descriptions():
    assert sorted(rewording.wordings()) == ASKED
    for told in rewording.wordings().values():
        assert told.keys() == {"task", "parameters", *rewording.VOICES}
        assert len({_masked(told[voice]) for voice in rewording.VOICES}) == 8
    assert len(rewording.plan(loader.SIZES["test"])) == 8 * len(ASKED) == 200


@pytest.mark.parametrize("problem", ASKED)
def test_a_description_is_of_the_first_task_of_its_problem(problem):
    told = rewording.wordings()[problem]
    first = next(n for n in range(loader.SIZES["test"]) if cell_at("test", n).problem.name == problem)
    assert told["task"] == first
    assert told["parameters"] == asdict(cell_at("test", first).parameters)


def test_all_forms_and_categories_are_asked():
    cells = [cell_at("test", told["task"]) for told in rewording.wordings().values()]
    assert {cell.variant for cell in cells} == {"function", "method", "helper"}
    assert {cell.problem.category for cell in cells} == {one.category for one in PROBLEMS.values()}


def test_a_build_restates_those_of_its_test_that_are_described(family, build, tasks):
    tested = family.size(build, "test")
    assert len(tasks) == 8 * sum(told["task"] < tested for told in rewording.wordings().values()) > 0
    assert {task.metadata["voice"] for task in tasks} == set(rewording.VOICES)
    assert tasks == [family.task(build, "reworded", task.index) for task in tasks]


def test_code_examples_and_gold_are_those_of_the_task_restated(family, build, tasks):
    for task in tasks:
        at, voice = loader.restated(build, task.index)
        other = family.task(build, "test", at)
        assert gold_of(family, build, task) == gold_of(family, build, other)
        assert family.reference(build, task) == family.reference(build, other)
        assert (task.turns[0].files, task.info, task.limits) == (
            other.turns[0].files,
            other.info,
            other.limits,
        )
        assert task.metadata == {**other.metadata, "voice": voice}
        text, plainly = task.turns[0].question, other.turns[0].question
        assert re.findall(r"```.*?```", text, re.DOTALL) == re.findall(r"```.*?```", plainly, re.DOTALL)
        assert text.endswith(plainly[plainly.index("Examples:") :])


def test_nothing_is_asked_of_a_cell_that_the_test_does_not_ask(family, build):
    assert set(family.subjects(build, "reworded")) <= set(family.subjects(build, "test"))


def test_only_a_reworded_task_says_that_it_is(family, build, tasks):
    for task in tasks:
        plainly = family.task(build, "test", loader.restated(build, task.index)[0])
        assert rewording.NOTICE not in task_text(plainly, plainly.limits)
        assert task.context == rewording.NOTICE


def test_no_clause_is_that_of_another_split():
    others = _asked_elsewhere()
    said = {_masked(part) for text in others for line in text.splitlines() for part in _clauses(line)}
    said |= {_masked(text) for text in others}
    for problem in ASKED:
        for voice in rewording.VOICES:
            parts = [_masked(part) for part in _clauses(rewording.described(problem, voice))]
            assert [part for part in parts if part in said and len(part.split()) > 4] == []


@pytest.mark.parametrize("problem", ASKED)
def test_the_reference_passes_the_hidden_calls_of_the_task_restated(family, problem, build):
    at = rewording.wordings()[problem]["task"]
    cell = cell_at("test", at)
    gold = loader.oracle.gold(cell, loader.salt(build)).turns[0]
    entry = load(placed(gold["context"], submission(*cell)), cell.problem.entry)
    assert len(gold["cases"]) >= 20
    for case in gold["cases"]:
        assert near(entry(*case["args"]), case["expected"])


@pytest.mark.parametrize("attack", ["example_table", "first_argument"])
def test_an_attack_that_reads_the_question_is_wrong(family, build, tasks, tmp_path, monkeypatch, attack):
    monkeypatch.chdir(tmp_path)
    for task in tasks[:: len(rewording.VOICES)]:
        Path("question.txt").write_text(task.turns[0].question)
        runpy.run_path(str(ATTACKS / f"{attack}.py"))
        gold = gold_of(family, build, task).turns[0]
        entry = load(placed(gold["context"], Path("submission.py").read_text()), gold["entry"])
        assert not all(near(entry(*case["args"]), case["expected"]) for case in gold["cases"])


@every_wording
def test_a_reader_finds_every_fact(problem, voice, known):
    assert len(facts(problem)) >= 10
    assert missing(problem, rewording.described(problem, voice), known) == set()


@every_wording
def test_a_description_without_one_of_its_clauses_is_noticed(problem, voice, known):
    clauses = _clauses(rewording.described(problem, voice))
    unnoticed = [
        clause
        for at, clause in enumerate(clauses)
        if not missing(problem, " ".join(clauses[:at] + clauses[at + 1 :]), known)
    ]
    assert len(unnoticed) <= max(1, len(clauses) // 4) + 1
    assert {clause for clause in unnoticed if (problem, clause) not in AGAIN} <= set(clauses[:OPENING])


@every_wording
def test_a_description_with_another_number_is_noticed(problem, voice, known):
    text = rewording.described(problem, voice)
    told = plain(text, known)
    for number in _numbers(told) - ({"2"} - _numbers(text)):
        broken = re.sub(rf"(?<![\w.]){re.escape(number)}(?!\d|\.\d)", "97", told)
        assert not all(pattern.search(broken) for pattern in facts(problem).values()), number


def test_a_fact_that_no_text_states_is_noticed(known):
    for problem in ASKED:
        assert missing(problem, "Please write it well.", known) == facts(problem).keys()


def test_the_same_seed_gives_the_same_texts(family, tasks, tmp_path):
    again = ensure_build(family, Source.synthetic(scale=FEW), tmp_path)
    fewer = [family.task(again, "reworded", index) for index in range(family.size(again, "reworded"))]
    known = {(task.metadata["voice"], task.turns) for task in tasks}
    assert fewer
    assert {(task.metadata["voice"], task.turns) for task in fewer} <= known
