from medgym_ehr.published.refusal import WORDS, Reason
from medgym_ehr.published.report import LISTED, Ids, Report


def test_every_reason_has_words():
    assert set(WORDS) == set(Reason)


def test_failures_are_listed_by_reason_and_long_lists_cut():
    report = Report()
    for number in range(LISTED + 2):
        report.refuse(f"id{number}", "train", Reason.EMPTY, "")
    report.refuse("slow", "test", Reason.TIMEOUT, "interrupted")
    lines = report.text().splitlines()
    assert f"{LISTED + 2} left out because the result has no row: id0, id1, id2, id3, id4 and 2 more" in lines
    assert "1 left out because the SQL takes longer than permitted: slow" in lines


def test_counts_ids_answers_and_files_are_said():
    report = Report(
        version="made-up v2",
        files={"test.json": "ab12"},
        skipped=["x.json: no labels"],
        rows={"train": 3, "test": 2},
        answerable=4,
        unanswerable=1,
        tasks={"test": 2},
        ids={"patient_id": Ids(named=5, missing=("8", "9"))},
        answers_agree=3,
        answers_differ=["q4"],
        long=["q5"],
        strays=6,
    )
    text = report.text()
    for words in (
        "made-up v2: 5 questions (train 3, test 2), 4 answerable, 1 unanswerable",
        "2 tasks (test 2)",
        "patient_id: 3 of 5 are in the database, not 8, 9",
        "published answers: 3 agree, 1 differ\n  q4",
        "1 tasks have more than 100 rows: q5",
        "6 rows name another split",
        "not used: x.json: no labels",
        "sha256 ab12 test.json",
    ):
        assert words in text


def test_what_did_not_happen_is_not_said():
    text = Report(version="v").text()
    for words in ("left out", "published answers", "more than 100", "another split", "not used"):
        assert words not in text


def test_it_round_trips_as_json():
    report = Report(version="v")
    report.refuse("a", "test", Reason.MIXED, "column c")
    assert Report.model_validate_json(report.model_dump_json()) == report
