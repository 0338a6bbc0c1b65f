"""The benchmark's own tasks, in its file's form and our words."""

import gzip
import json

import pytest

from medgym_core import DataError
from medgym_plugin_medagentbench.loader import read_report
from medgym_plugin_medagentbench.template import TEMPLATES

from . import hospital
from .hospital import HOUR, MRN, OTHER, lab, patient, row, write

CHART = [patient(), patient(OTHER, "Nils"), lab("MG", 1.2, HOUR), lab("K", 3.1, HOUR), lab("GLU", 150, HOUR)]


@pytest.fixture
def made(users, tmp_path, published_rows):
    return users(write(tmp_path / "raw", CHART, published_rows))


def test_every_row_is_a_task_of_its_template(family, made, published_rows):
    sizes = {split: family.size(made, split) for split in family.splits if "inbox" not in split}
    assert sizes == {
        "train": 0,
        "test": 0,
        "reworded": 0,
        "ood": 0,
        "published": 10,
    }
    for index, (name, given) in enumerate(zip(TEMPLATES, published_rows, strict=True)):
        task = family.task(made, "published", index)
        assert (task.category, task.turns[0].question) == (name, given["instruction"])
        assert "The question below is the benchmark's" in task.context
    assert set(family.subjects(made, "published")) == {f"medagentbench/patient/{MRN}"}


def test_the_reference_solves_them(family, made, play):
    for index in range(10):
        task = family.task(made, "published", index)
        (call,) = family.reference(made, task)
        verdict, seen = play(family, made, task, call)
        assert verdict.reward == 1.0, (task.category, seen.text)


def test_the_context_of_a_row_is_told(family, users, tmp_path):
    given = row(2) | {"context": "Ages are asked for in years."}
    made = users(write(tmp_path / "raw", CHART, [given]))
    assert family.task(made, "published", 0).turns[0].question.endswith("\n\nAges are asked for in years.")


def test_published_solutions_are_compared_with_and_never_graded_by(family, users, tmp_path):
    rows = [row(1) | {"sol": ["S9999999"]}, row(1, suffix=2) | {"sol": [MRN]}, row(2) | {"sol": [12]}]
    made = users(write(tmp_path / "raw", CHART, rows))
    (remark,) = read_report(made).remarks
    assert remark.endswith(f"(task1_1): the published solution is 'S9999999', the charts say '{MRN}'")
    assert remark in family.report(made)
    golds = [family.gold(made, family.task(made, "published", index)).turns[0]["answer"] for index in (0, 2)]
    assert golds == [{"mrn": MRN, "same_name": 1}, 73]


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (row(2, "S9999999"), "the charts have no patient S9999999"),
        (row(2) | {"id": "task11_1"}, "of none of the ten templates"),
        (row(2) | {"eval_MRN": None}, "its mrn cannot be read"),
        (row(2) | {"id": "mine"}, "of none of the ten templates"),
        (row(2) | {"instruction": "How old?"}, "its mrn cannot be read"),
        (row(1) | {"instruction": "Who is it?"}, "its given and family and born cannot be read"),
        (row(3) | {"instruction": f"Write it down for {MRN}."}, "its value cannot be read"),
    ],
)
def test_a_row_that_is_no_task_is_left_out_and_named(family, users, tmp_path, broken, told):
    made = users(write(tmp_path / "raw", CHART, [row(2), broken]))
    assert family.size(made, "published") == 1
    (remark,) = read_report(made).remarks
    assert "test_data.json, record 2" in remark
    assert told in remark


def test_a_patient_who_is_not_there_has_no_number(family, users, tmp_path):
    given = row(1, born="1950-11-14") | {"eval_MRN": None, "sol": ["Patient not found"]}
    made = users(write(tmp_path / "raw", CHART, [given]))
    assert read_report(made).remarks == []
    answer = family.gold(made, family.task(made, "published", 0)).turns[0]["answer"]
    assert answer == {"mrn": None, "same_name": 1}
    assert list(family.subjects(made, "published")) == []


def test_a_broken_task_is_refused_with_its_place(users, tmp_path):
    write(tmp_path / "raw", CHART)
    text = json.dumps([row(2), {"id": "task2_2", "instruction": None}])
    (tmp_path / "raw" / "test_data_v2.json").write_text(text)
    with pytest.raises(DataError, match=r"test_data_v2\.json, record 2: instruction is missing"):
        users(tmp_path / "raw")


@pytest.mark.parametrize(
    "text", ["{", "{}", "[1]", '[{"id": "task2_1"}]', '{"golden": {"0": "def f(): pass"}}']
)
def test_foreign_files_beside_an_export_are_told_and_left(users, tmp_path, text):
    write(tmp_path / "raw", CHART)
    (tmp_path / "raw" / "funcs_v1.json").write_text(text)
    (remark,) = read_report(users(tmp_path / "raw")).remarks
    assert remark.startswith("funcs_v1.json is not read: ")


@pytest.mark.parametrize("name", ["all.jsonl", "export/all.NDJSON", "bundle.json", "all.ndjson.gz"])
def test_an_export_is_read_however_it_is_kept(family, users, tmp_path, name):
    raw = write(tmp_path / "raw", CHART, [row(2)])
    lines = (raw / "all.ndjson").read_text().splitlines()
    (raw / "all.ndjson").unlink()
    entries = [{"resource": json.loads(line)} for line in lines]
    bundle = json.dumps({"resourceType": "Bundle", "entry": entries})
    data = (bundle if name == "bundle.json" else "\n".join(lines)).encode()
    (raw / name).parent.mkdir(exist_ok=True)
    (raw / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    assert family.size(users(raw), "published") == 1


def test_nobody_of_the_published_tasks_is_trained_on(family, users, tmp_path):
    family.synthesise(tmp_path, 0, 10, lambda what, share: None)
    people = [json.loads(line) for line in (tmp_path / "Condition.ndjson").read_text().splitlines()]
    asked = sorted({each["subject"]["reference"][8:] for each in people})[:4]
    (tmp_path / "tasks.json").write_text(json.dumps([row(2, mrn) for mrn in asked]))
    made = users(tmp_path)
    published = set(family.subjects(made, "published"))
    trained = {name for split in ("train", "test") for name in family.subjects(made, split)}
    assert len(published) == 4
    assert trained
    assert not published & trained


def test_the_longest_quote_is_the_text_of_a_referral(family, users, tmp_path):
    given = row(8)
    given["instruction"] += ' Mark it as "stat".'
    made = users(write(tmp_path / "raw", CHART, [given]))
    (order,) = family.gold(made, family.task(made, "published", 0)).turns[0]["services"]["fhir"]["added"]
    assert order["note"] == [{"text": hospital.REFERRAL}]


def test_quotes_in_the_context_are_no_text_of_a_referral(family, users, tmp_path):
    given = row(8) | {
        "context": 'The code is "306181000000106", and so it says a good deal more than the "text".'
    }
    made = users(write(tmp_path / "raw", CHART, [given]))
    (order,) = family.gold(made, family.task(made, "published", 0)).turns[0]["services"]["fhir"]["added"]
    assert order["note"] == [{"text": hospital.REFERRAL}]
