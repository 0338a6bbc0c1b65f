"""What the family promises of its default build."""

import re
from collections import Counter

import pytest
from sqlglot import exp, parse_one

from medgym_core import DataError, Tier, plugins
from medgym_ehr.hospital import loader as stored
from medgym_ehr.ledger import half_of
from medgym_ehr.questions.answers import trivial
from medgym_ehr.testing.independent.reworded import misread
from medgym_ehr.testing.times import *  # noqa: F403
from medgym_plugin_treqs.family import DESCRIPTIONS
from medgym_plugin_treqs.questions import CATEGORIES, COMMON, HELD_OUT, NOVEL, TEMPLATES
from medgym_prove.skeleton import query
from medgym_prove.soundness import measure

SPLITS = ("train", "test")


@pytest.fixture(scope="module")
def asked(family, full):
    """Split to all of its questions."""
    return {
        split: [stored.question(full, split, index) for index in range(family.size(full, split))]
        for split in (*SPLITS, "reworded", "ood")
    }


def test_the_entry_point_provides_the_family():
    family = plugins.family("treqs")
    assert (family.name, family.tier) == ("treqs", Tier.CREDENTIALED)


def test_sizes_are_those_of_the_paper(family, asked):
    sizes = {split: len(questions) for split, questions in asked.items()}
    assert sizes == {split: family.splits[split].size for split in asked}
    assert (sizes["train"], sizes["test"]) == (8988, 996)


def test_every_question_is_asked_once(asked):
    texts = Counter(question.text for questions in asked.values() for question in questions)
    assert max(texts.values()) == 1


def test_every_template_asks_in_both_splits(asked):
    for split, templates, least in (("train", COMMON, 25), ("test", COMMON, 2), ("ood", NOVEL, 2)):
        counts = Counter(question.template for question in asked[split])
        assert set(counts) == {template.id for template in templates}
        assert min(counts.values()) >= least


def test_a_fifth_of_the_templates_is_held_out():
    assert {template.id for template in NOVEL} == HELD_OUT
    assert len(NOVEL) >= 0.2 * len(TEMPLATES)
    assert {template.category for template in COMMON} == {template.category for template in NOVEL}


def operations(sql):
    """What a query does, whatever its tables, columns and values."""
    tree = parse_one(query(sql), dialect="sqlite")
    for table in tree.find_all(exp.Table):
        table.set("this", exp.to_identifier("t"))
    return tree.sql(dialect="sqlite")


def test_no_novel_question_is_one_of_training_with_another_table(asked):
    trained = {operations(question.sql) for question in asked["train"]}
    assert not trained & {operations(question.sql) for question in asked["ood"]}
    assert operations("SELECT a FROM DIAGNOSES WHERE b = 1") == operations("SELECT c FROM LAB WHERE d = 2")


def test_every_template_is_reworded_in_eight_ways(asked):
    wordings = Counter(question.template for question in asked["reworded"])
    assert wordings == dict.fromkeys((template.id for template in COMMON), 8)


def test_reworded_questions_are_read_as_what_they_ask(asked):
    plain = {question.sql: question.text for question in asked["test"]}
    assert not misread(plain, [(question.sql, question.text) for question in asked["reworded"]])


def test_the_four_categories_are_asked(family, full):
    asked = Counter(family.task(full, "test", index).category for index in range(996))
    assert set(asked) == set(DESCRIPTIONS)
    assert min(asked.values()) >= 100


def test_no_answer_is_trivial_and_no_count_is_small(asked):
    for question in (question for split in SPLITS for question in asked[split]):
        assert not trivial(question.answer)
        assert CATEGORIES[question.template] != "counting" or question.answer >= 5


def test_constants_pass_no_more_than_declared(family, full):
    for split in (*SPLITS, "reworded", "ood"):
        assert stored.read_report(full).constant(split) <= family.splits[split].chance_rate <= 0.1


def test_splits_share_no_subject_whatever_it_is_called(family, full):
    train, test = (set(family.subjects(full, split)) for split in SPLITS)
    assert not train & test
    kinds = {name.split("/")[1] for name in train} & {name.split("/")[1] for name in test}
    assert kinds == {"patient", "disease", "diagnosis", "procedure", "drug", "formulary", "lab"}


def test_the_ledger_is_that_of_every_family_on_mimic_iii(family, full):
    for split in SPLITS:
        for name in set(family.subjects(full, split)):
            source, kind, value = name.split("/", 2)
            assert source == "mimic-iii"
            assert value == value.lower()
            assert half_of(source, kind, value) == split


def test_names_codes_and_titles_are_of_the_subjects_half(family, full, asked):
    """A name belongs to its patient, a code and a long title to their diagnosis or procedure."""
    named = {place for question in asked["test"] for place in question.slots}
    assert {"name", "diagnosis_code", "diagnosis_title", "procedure_code", "procedure_title", "item"} <= named


def test_a_task_states_all_it_relies_on_and_holds_no_query(family, full):
    task, question = family.task(full, "test", 0), stored.question(full, "test", 0)
    for said in ("whatever its case", "leading zeros", "same admission", "DEMOGRAPHIC(SUBJECT_ID INTEGER, "):
        assert said in task.context
    assert question.text in task.turns[0].question
    assert question.sql not in task.model_dump_json()
    assert (full.public / task.database.path).is_file()
    assert family.task(full, "test", 0) == task


def test_a_task_that_is_not_there_is_refused(family, full):
    for split in family.splits:
        with pytest.raises(DataError):
            family.task(full, split, family.size(full, split))


def test_the_report_tells_rows_categories_kinds_and_constants(family, full):
    report = family.report(full)
    assert re.search(r"rows: DEMOGRAPHIC \d+, .*LAB \d+", report)
    for said in (*DESCRIPTIONS, "integer", "0, 1 or none 0", "best constant"):
        assert said in report


def test_pins_name_every_preloaded_package(family):
    pins = (family.environment.recipe / "requirements.txt").read_text()
    assert (family.environment.recipe / "Dockerfile").is_file()
    assert re.search(r"^pandas==[\d.]+$", pins, re.MULTILINE)
    assert set(family.environment.preload) == {"numpy", "pandas", "sqlite3"}


@pytest.mark.slow
def test_the_reference_earns_all_and_doing_nothing_nothing(family, full):
    players = ("reference", "nop")
    found = measure(family, full, plugins.sandbox("process"), "test", per_stratum=1, agents=players)
    assert found.sound, found
    assert {score.agent: score.reward for score in found.scores} == {"reference": 1.0, "nop": 0.0}
