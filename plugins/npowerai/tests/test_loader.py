import json

import pytest

from medgym_core import DataError, Source, Tier, ensure_build

PAIRED = {
    "task_type": "Paired t-test",
    "task_id": 3,
    "estimate_target": "size",
    "question": "It lowers lipids by 16.7 units with a standard deviation of 38. What sample size has 80% of "
    "power in a lower one-sided test at the significance level of 0.05?",
    "answer": 34,
}
UNREADABLE = PAIRED | {"question": "How many?"}


@pytest.fixture
def build_of(family, tmp_path):
    """Build a file or folder of rows; returns the build and its report."""

    def make(*rows, name="test_tasks.jsonl"):
        path = tmp_path / name
        path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows))
        built = ensure_build(family, Source.user(path, Tier.OPEN), tmp_path / "home")
        return built, json.loads((built.private / "report.json").read_text())

    return make


def test_a_published_row_becomes_a_task_with_recomputed_gold(family, build_of):
    built, report = build_of(PAIRED)
    task = family.task(built, "published-test", 0)
    assert family.size(built, "test") == 0
    assert (report["rows"], report["agree"]) == (1, 1)
    assert family.gold(built, task).turns == (34,)
    assert "that of the within-pair changes" in task.context


def test_an_answer_that_contradicts_its_text_is_reported_and_no_task(family, build_of):
    built, report = build_of(PAIRED | {"answer": 42}, PAIRED)
    assert report["disagree"] == [{"row": "test_tasks.jsonl:1", "published": 42.0, "computed": 34.0}]
    assert family.size(built, "published-test") == 1


def test_check_says_what_a_build_does(family, tmp_path):
    path = tmp_path / "test_tasks.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (PAIRED, PAIRED | {"answer": 42}, UNREADABLE)))
    (tmp_path / "calculation_method.csv").write_text("Calculator,Summary\na,b\n")
    found = family.check(tmp_path, tmp_path / "home", lambda what, fraction: None)
    assert found.rows == (("Paired t-test", 3, 1, 1, 1, ""),)
    assert found.columns == ("what", "rows", "agree", "disagree", "left out", "note")
    assert [line.split(" ")[0] for line in found.remarks] == [
        "calculation_method.csv",
        "test_tasks.jsonl:2:",
        "test_tasks.jsonl:3:",
    ]


def test_a_row_that_cannot_be_read_is_listed_and_left_out(family, build_of):
    built, report = build_of(UNREADABLE, PAIRED)
    assert report["unparsed"][0]["row"] == "test_tasks.jsonl:1"
    assert "no change and standard deviation" in report["unparsed"][0]["reason"]
    assert (report["rows"], family.size(built, "published-test"), family.size(built, "test")) == (2, 1, 0)


def test_a_file_named_for_training_is_the_training_split(family, build_of):
    built, _ = build_of(PAIRED, name="train_tasks.jsonl")
    assert [family.size(built, f"published-{part}") for part in ("train", "test")] == [1, 0]


@pytest.mark.parametrize("name", ["reworded_tasks.jsonl", "good_tasks.jsonl"])
def test_published_rows_are_no_other_split_whatever_their_file_is_called(family, build_of, name):
    built, _ = build_of(PAIRED, name=name)
    assert {split for split in family.splits if family.size(built, split)} == {"published-test"}


def test_the_best_constant_of_published_rows_is_their_chance_rate(family, build_of):
    built, report = build_of(PAIRED, PAIRED)
    assert report["best_constants"]["published-test"] == {"size": [34.0, 1.0]}
    assert family.chance_rate(built, "published-test") == 1.0
    assert family.chance_rate(built, "train") == family.splits["train"].chance_rate


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{not json", "Expecting"),
        ("[1]", "no JSON object"),
        ({key: value for key, value in PAIRED.items() if key != "question"}, "question: Field required"),
        (PAIRED | {"task_id": 7}, "task_id"),
        (PAIRED | {"estimate_target": "alpha"}, "estimate_target"),
        (PAIRED | {"answer": None}, "answer"),
    ],
)
def test_a_broken_line_is_named_with_its_fix(build_of, row, said):
    with pytest.raises(DataError, match=r"test_tasks\.jsonl:2: .*download (it|the file) again") as caught:
        build_of(PAIRED, row)
    assert said in str(caught.value)


def test_a_folder_without_the_files_is_refused(family, tmp_path):
    (tmp_path / "raw").mkdir()
    with pytest.raises(DataError, match=r"neither train_tasks\.jsonl nor test_tasks\.jsonl"):
        ensure_build(family, Source.user(tmp_path / "raw", Tier.OPEN), tmp_path / "home")


def test_a_file_of_unreadable_rows_is_refused_with_the_first_reason(build_of):
    with pytest.raises(DataError, match=r"none of the 1 rows .* test_tasks\.jsonl:1: no change"):
        build_of(UNREADABLE)


def test_parameters_that_contradict_the_row_are_listed(family, build_of, tmp_path):
    family.synthesise(tmp_path, 0, 15, lambda what, fraction: None)
    rows = [json.loads(line) for line in (tmp_path / "train_tasks.jsonl").read_text().splitlines()]
    _, report = build_of(rows[0], rows[1] | {"task_id": 6})
    assert report["agree"] == 1
    assert "contradict the parameters" in report["unparsed"][0]["reason"]


def test_a_task_beyond_the_end_is_refused(family, build_of):
    built, _ = build_of(PAIRED)
    with pytest.raises(DataError, match="has no task 1"):
        family.task(built, "test", 1)
