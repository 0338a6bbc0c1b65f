"""What a hospital family that asks about another hospital promises of that split."""

import shutil
import sqlite3
from collections import Counter
from contextlib import closing

import pytest

from medgym_core import DataError, Source, Tier, ensure_build, gold_of, told
from medgym_ehr.hospital import loader
from medgym_ehr.hospital.elsewhere import FOLDER, LACKS, SPLIT
from medgym_ehr.ledger import half_of
from medgym_ehr.questions.answers import trivial
from medgym_ehr.testing.hospital.defect_laws import code
from medgym_ehr.testing.hospital.family_laws import idle
from medgym_ehr.testing.hospital.loader_laws import contents

slow = pytest.mark.slow


@pytest.fixture(scope="module")
def asked(family, full):
    """All questions of the split."""
    return [loader.question(full, SPLIT, index) for index in range(family.size(full, SPLIT))]


@pytest.fixture(scope="module")
def alone(raw, tmp_path_factory):
    """The raw files without the other hospital's."""
    return shutil.copytree(raw, tmp_path_factory.mktemp("alone") / "raw", ignore=lambda *_: [FOLDER])


@slow
def test_the_split_is_full_and_asks_what_the_test_asks(family, asked):
    assert len(asked) == family.splits[SPLIT].size == family.hospital.elsewhere.size
    known = family.hospital.repertoire
    counts = Counter(question.template for question in asked)
    common = {template.id for template in known.common}
    assert set(counts) <= common
    assert len(counts) >= 0.95 * len(common)
    assert max(counts.values()) <= 4
    assert {known.categories[question.template] for question in asked} == {
        category.name for category in family.categories if category.counts
    }


@slow
def test_its_answers_are_of_substance_and_untold(asked):
    assert len({question.text for question in asked}) == len(asked)
    assert not [one for one in asked if trivial(one.answer) or isinstance(one.answer, bool)]
    assert not [one.text for one in asked if told(one.answer, one.text)]


@slow
def test_few_of_its_questions_name_the_same_patient(asked):
    named = Counter(question.slots["patient"] for question in asked if "patient" in question.slots)
    assert max(named.values()) <= 0.03 * named.total()


def test_none_keeps_its_answer_without_a_condition(family, build):
    assert not idle(family, build, SPLIT, 1)


def test_values_that_it_names_are_held_out_and_patients_are_anybody(family, build):
    named = {tuple(name.split("/", 2)) for name in family.subjects(build, SPLIT)}
    assert {kind for _, kind, _ in named} >= {"patient", "drug"}
    assert "train" in {half_of(*name) for name in named if name[1] == "patient"}  # unlike those of the home
    assert {half_of(*name) for name in named if name[1] != "patient"} == {"test"}


def test_the_hospitals_share_nobody(family, build):
    paths = (build.public / family.task(build, split, 0).database.path for split in ("test", SPLIT))
    here, there = (found(path, family.hospital.elsewhere.apart) for path in paths)
    for what, ids in here.items():
        assert ids
        assert not ids & there[what], what


def found(path, queries):
    with closing(sqlite3.connect(path)) as database:
        return {what: {one for (one,) in database.execute(query)} for what, query in queries.items()}


def test_gold_is_of_that_database_and_seldom_the_same_at_home(family, build, passes):
    """A query that finds at home what it finds there would show nothing."""
    same = 0
    for index in range(family.size(build, SPLIT)):
        task, question = family.task(build, SPLIT, index), loader.question(build, SPLIT, index)
        gold = gold_of(family, build, task)
        for path, right in ((task.database.path, True), (family.hospital.database, False)):
            with closing(sqlite3.connect(build.public / path)) as database:
                cursor = database.execute(question.sql)
                answer = {"columns": [one[0] for one in cursor.description], "rows": cursor.fetchall()}
            passed = passes(task, answer, gold, sql=True)
            assert passed or not right
            same += passed and not right
    assert same <= 0.1 * family.size(build, SPLIT)


def test_the_box_holds_that_database_alone(env, family):
    box = env(split=SPLIT)
    seen = box.step(code("import os\nfor at, _, names in os.walk('data'):\n    print(at, names)"))
    assert family.hospital.database_elsewhere in seen.observation.text
    assert family.hospital.database not in seen.observation.text
    assert f"data/{family.hospital.database_elsewhere}" in box.prompt
    assert loader.tables(box.build, SPLIT) in box.task.context


@slow
def test_constants_pass_no_more_than_declared_there(family, full):
    assert loader.read_report(full).constant(SPLIT) <= family.splits[SPLIT].chance_rate


@slow
def test_a_copy_without_the_folder_has_no_such_tasks_and_says_so(family, users, raw, alone):
    here, both = users(alone), users(raw)
    assert (family.size(here, SPLIT), LACKS in family.report(here)) == (0, True)
    assert family.size(both, SPLIT) > 0
    assert LACKS not in family.report(both)
    assert "rows of the other hospital" in family.report(both)
    database = f"public/{family.hospital.database}"
    assert contents(here)[database] == contents(both)[database]
    for split in ("train", "test", "ood"):
        asked = [
            [loader.question(one, split, index) for index in range(family.size(one, split))]
            for one in (here, both)
        ]
        assert asked[0] == asked[1]


def test_the_same_hospital_twice_is_refused(family, alone, tmp_path):
    raw = shutil.copytree(alone, tmp_path / "raw")
    shutil.copytree(alone, raw / FOLDER)
    with pytest.raises(DataError, match=r"no other hospital: \d+ patients"):
        ensure_build(family, Source.user(raw, Tier.SYNTHETIC), tmp_path / "home")
    assert list((tmp_path / "home" / "builds").iterdir()) == []


def test_a_bad_file_of_the_other_hospital_is_named(refuses):
    refuses(f"{FOLDER}/patient.csv", lambda data: None, rf"{FOLDER} lacks patient\.csv")
