"""What a hospital family promises of its default build."""

import json
import re
from collections import Counter
from statistics import fmean

import pytest

from medgym_core import Table, relaxations, told
from medgym_ehr.hospital import loader
from medgym_ehr.ledger import half_of
from medgym_ehr.questions.answers import UnfitError, read, trivial
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.period import TAGS
from medgym_ehr.questions.unanswerable import plan_unanswerable
from medgym_ehr.questions.within import TAGS as WITHIN
from medgym_ehr.questions.worth import alike
from medgym_ehr.testing.hospital.absence import absentees
from medgym_ehr.testing.independent.reworded import misread
from medgym_ehr.testing.wording import told_by_wording, worded

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def asked(family, full):
    """Split to all of its questions."""
    splits = ("train", "test", "reworded", "ood", "abstention")
    return {
        split: [loader.question(full, split, index) for index in range(family.size(full, split))]
        for split in splits
    }


def test_every_split_is_full(family, asked):
    sizes = {split: len(questions) for split, questions in asked.items()}
    assert sizes == {split: family.splits[split].size for split in asked}
    assert sizes == family.hospital.sizes | {"reworded": sizes["reworded"]}


def test_every_question_is_asked_once(asked):
    texts = Counter(question.text for split in asked if split != "abstention" for question in asked[split])
    assert max(texts.values()) == 1


def test_every_template_asks_its_share_in_both_splits(family, asked):
    known = family.hospital.repertoire
    for split, templates in (("train", known.common), ("test", known.common), ("ood", known.novel)):
        ids = {template.id for template in templates}
        counts = Counter(question.template for question in asked[split])
        assert set(counts) == ids
        share = len(asked[split]) / len(ids)
        assert len([count for count in counts.values() if count < 0.7 * share]) <= 3  # of rare events
        assert min(counts.values()) >= 0.5 * share


def test_a_fifth_of_the_templates_is_held_out(family):
    known = family.hospital.repertoire
    assert {template.id for template in known.novel} == known.held_out
    assert len(known.novel) >= 0.2 * len(known.answerable)
    assert {template.category for template in known.common} == {one.category for one in known.answerable}


def test_every_template_is_reworded_in_eight_ways(family, asked):
    wordings = Counter(question.template for question in asked["reworded"])
    assert wordings == dict.fromkeys((template.id for template in family.hospital.repertoire.common), 8)


def test_reworded_questions_are_read_as_what_they_ask(asked):
    plain = {asked_for(question): question.text for question in asked["test"]}
    reworded = [(asked_for(question), question.text) for question in asked["reworded"]]
    assert not misread(plain, reworded)


def asked_for(question):
    return json.dumps([question.template, question.slots])


def test_every_time_tag_is_asked(asked):
    for split in ("train", "test"):
        tags = {tag for question in asked[split] for tag in question.tags}
        assert {*TAGS, *WITHIN} <= tags


def test_no_answer_is_trivial_or_one_of_two(asked):
    for split in ("train", "test", "ood"):
        answers = [question.answer for question in asked[split]]
        assert not [answer for answer in answers if trivial(answer) or isinstance(answer, bool)]


def test_each_number_of_three_is_as_often_the_answer(family, asked):
    numbered = {one.id for one in family.hospital.repertoire.answerable if one.three}
    found = [question.answer for question in asked["train"] if question.template in numbered]
    counts = Counter(number for answer in found for number, _ in answer)
    assert set(counts) == {1, 2, 3}
    assert max(counts.values()) <= 1.3 * min(counts.values())
    assert {len(answer) for answer in found} == {1, 2}


def test_splits_share_no_subject(family, full):
    train, *tested = (set(family.subjects(full, split)) for split in ("train", "test", "reworded", "ood"))
    test = set.union(*tested)
    assert all((train, *tested))
    assert not train & test
    assert {name.split("/")[1] for name in train | test} == family.hospital.dialect.partitioned


def test_the_ledger_decides_whatever_the_build(family, build):
    for split in ("train", "test", "ood"):
        for name in set(family.subjects(build, split)):
            source, kind, value = name.split("/", 2)
            assert half_of(source, kind, value) == ("train" if split == "train" else "test")


def test_constants_pass_no_more_than_declared(family, full):
    for split in ("train", "test", "reworded", "ood", "abstention"):
        assert loader.read_report(full).constant(split) <= family.splits[split].chance_rate


def test_a_third_of_the_abstention_split_cannot_be_answered(asked):
    abstain = [question.answer is None for question in asked["abstention"]]
    assert sum(abstain) == len(abstain) // 3


def test_no_place_tells_what_cannot_be_answered(asked):
    abstain = [question.answer is None for question in asked["abstention"]]
    shares = [fmean(abstain[first::step]) for step in range(2, 25) for first in range(step)]
    assert max(shares) < 0.8
    assert max(fmean(([False, False, True] * 200)[first::3]) for first in range(3)) == 1


def test_few_of_what_cannot_be_answered_ask_about_a_stranger(family, full, asked):
    database, dialect = full.public / family.hospital.database, family.hospital.dialect
    strange = {number for (number,) in connect(database).execute(dialect.strangers)}
    abstain = [question for question in asked["abstention"] if question.answer is None]
    named = [question.slots["patient"] for question in abstain if "patient" in question.slots]
    assert len(named) > 100
    assert 0 < sum(number in strange for number in named) < len(named) / 3


def test_that_the_patient_was_not_there_tells_few_of_what_cannot_be_answered(family, full, asked):
    absent = absentees(family.hospital, full, asked["abstention"])
    assert 0 < sum(question.answer is None for question in absent) < len(asked["abstention"]) / 9


def test_what_the_test_asks_is_not_asked_where_null_is_permitted(asked):
    known = {(question.template, json.dumps(question.slots)) for question in asked["test"]}
    assert not known & {(question.template, json.dumps(question.slots)) for question in asked["abstention"]}


def test_words_do_not_tell_what_cannot_be_answered(asked):
    abstain = [question.answer is None for question in asked["abstention"]]
    base = 1 - sum(abstain) / len(abstain)
    assert told_by_wording(map(masked, asked["abstention"]), abstain) <= base + 0.1


def test_words_that_tell_are_noticed(family, full, asked):
    database, known = full.public / family.hospital.database, family.hospital.repertoire
    unknown = [
        question
        for template in known.unanswerable
        for question in plan_unanswerable(database, family.hospital.dialect, template, "test", 6)
    ]
    answered = [question for question in asked["abstention"] if question.answer is not None]
    answered = answered[: 2 * len(unknown)]
    abstain = [False] * len(answered) + [True] * len(unknown)
    assert told_by_wording(map(masked, answered + unknown), abstain) > len(answered) / len(abstain) + 0.2


def masked(question):
    return worded(question.text, [value for value in question.slots.values() if isinstance(value, str)])


def test_what_cannot_be_answered_is_asked_by_most_templates(family, asked):
    crossed = Counter(
        question.template for question in asked["abstention"] if question.answer is None and question.sql
    )
    common = {template.id for template in family.hospital.repertoire.common}
    assert len(crossed.keys() & common) >= 40
    assert max(crossed.values()) <= 8


def test_null_is_an_answer_only_where_questions_may_be_unanswerable(family, build):
    for split, nullable in (("train", False), ("test", False), ("abstention", True)):
        task = family.task(build, split, 0)
        assert task.turns[0].answer.nullable is nullable
        assert ("the answer is null" in task.context) is nullable


def test_a_task_states_all_it_relies_on_and_holds_no_query(family, build):
    task = family.task(build, "test", 0)
    question = loader.question(build, "test", 0)
    for said in ("2105-12-31 23:59:00", "lower case", "percent_rank", "ties", loader.tables(build)):
        assert said in task.context
    assert question.text in task.turns[0].question
    assert question.sql.strip() not in task.model_dump_json()
    assert (build.public / task.database.path).is_file()
    assert family.task(build, "test", 0) == task


def test_no_question_keeps_its_answer_without_a_condition(family, build):
    assert not idle(family, build, "train", 4)


def idle(family, build, split, each):
    """Questions, one in so many, with a condition that their answers do not need."""
    database = connect(build.public / family.task(build, split, 0).database.path)
    kept = []
    for index in range(0, family.size(build, split), each):
        question = loader.question(build, split, index)
        kind = family.hospital.repertoire.answers[question.template]
        for condition, sql in relaxations(question.sql).items():
            try:
                answer = read(kind, database.execute(sql).fetchall())
            except UnfitError:
                continue
            if alike(question.answer, answer):
                kept.append((question.text, condition))
    return kept


def test_no_question_tells_its_answer(asked):
    assert not [one.text for questions in asked.values() for one in questions if told(one.answer, one.text)]


def test_what_happened_is_a_table_of_numbers_and_times(family, build):
    tasks = (family.task(build, "test", index) for index in range(100))
    kinds = [task.turns[0].answer for task in tasks if task.category == "existence"]
    assert any(isinstance(kind, Table) for kind in kinds)


def test_the_report_tells_families_tags_kinds_and_trivial_answers(family, full):
    report = family.report(full)
    assert re.search(r"rows: \w+ \d+, \w+ \d+", report)
    for said in (
        *(category.name for category in family.categories),
        "abs-year-in",
        "table",
        "0, 1 or none 0",
        "best constant",
    ):
        assert said in report


def test_pins_name_every_preloaded_package(family):
    pins = (family.environment.recipe / "requirements.txt").read_text()
    assert (family.environment.recipe / "Dockerfile").is_file()
    assert re.search(r"^pandas==[\d.]+$", pins, re.MULTILINE)
    assert set(family.environment.preload) == {"numpy", "pandas", "sqlite3"}
