"""Questions of a user's copy become tasks, or are named with the reason."""

import json
import tarfile

import pytest

from medgym_core import DataError, Execution
from medgym_core.source import silent
from medgym_plugin_biodsbench import published

from . import questions

pytestmark = pytest.mark.slow

REASONS = {
    "figure": "figure is of type Figure, which has no form as data",
    "failing": "the reference fails: NameError: name 'patients' is not defined",
    "guessed": "its one result is true or false, which is guessed",
    "changing": "the reference makes another name when it is run again",
    "wrong": "the reference's results, as data, fail its own assertions: AssertionError",
    "broken": "the reference is no Python",
    "nothing": "nothing is asserted",
    "elsewhere": "the assertions look at nothing of the solution",
    "empty": "the reference's genes is empty",
    "function": "mean is of type function, which has no form as data",
    "stranger": "its study 10000009 is not in the copy",
    "dependent": "the reference fails: ModuleNotFoundError: No module named 'package_of_nobody'",
    "listing": "the assertions look for tables by more than their names",
    "absent": "the assertions read data_sv.csv, which the study has not",
}


def test_every_sound_question_is_a_task_of_its_studys_split(build, tasks):
    assert sorted(tasks) == [row["question_ids"] for row in questions.SOUND]
    assert [*published.subjects(build, published.split_of("10000001"))] == ["biodsbench/study/10000001"]


@pytest.mark.parametrize(("number", "reason"), REASONS.items(), ids=REASONS)
def test_an_unsound_question_is_named_with_the_reason(build, number, reason):
    line = [row["question_ids"] for row in (*questions.SOUND, *questions.UNSOUND)].index(number) + 1
    assert f"python_tasks_with_class.jsonl, line {line}: {reason}" in build_report(build)


def build_report(build):
    stored = json.loads((build.private / "published/report.json").read_text())
    return published.Report(**stored).text()


def test_every_reason_has_its_question():
    assert REASONS.keys() == {row["question_ids"] for row in questions.UNSOUND}


@pytest.mark.parametrize("number", [row["question_ids"] for row in questions.SOUND])
def test_the_reference_passes_in_the_box_that_an_agent_has(build, tasks, play, number):
    (call,) = published.reference(build, tasks[number])
    assert play(tasks[number], call.arguments["code"]).reward == 1


def test_the_prompt_tells_tables_steps_history_and_results(tasks):
    task = tasks["7"]
    text = task.context + task.turns[0].question
    assert "data_clinical_patient.csv, 10 rows, 4 columns: PATIENT_ID (X-1), AGE (61)" in text
    assert "1. Read the table." in text
    assert "limit = 60" in text
    assert "- eldest: a string" in text
    assert "export(globals(), {'eldest': [], 'age': []})" in text
    assert "/workdir" not in text


def test_nothing_of_the_solution_is_public(build, tasks):
    public = b"".join(path.read_bytes() for path in build.public.rglob("*.json")).decode()
    assert "sort_values" not in public
    assert "assert " not in public
    for task in tasks.values():
        assert "sort_values" not in task.model_dump_json()


def test_a_task_has_one_study(build, tasks, box):
    with box(tasks["0"]) as one:
        found = one.run(Execution(language="shell", source="ls data/published/* data/published/studies/*"))
    assert found.stdout.count(".csv") == 2
    assert "data_clinical_patient.csv" in found.stdout
    assert "jsonl" not in found.stdout


def test_an_archive_of_studies_is_read_too(tmp_path):
    raw = questions.write(tmp_path, [])
    with tarfile.open(raw / "studies.tar.gz", "w:gz") as packed:
        packed.add(raw / "datasets", "datasets")
    scratch = tmp_path / "scratch"
    (raw / "datasets").rename(tmp_path / "elsewhere")
    folders = [*published.tables.unpack(raw, scratch)]
    assert [path.name for path in published.tables.find(folders, "10000001")] == [
        "data_clinical_patient.txt",
        "data_mutations.txt",
    ]


def test_no_sound_question_is_an_error_with_every_reason(built):
    with pytest.raises(DataError, match=r"none of 1 published questions(.|\n)*10000009 is not in the copy"):
        built([row for row in questions.UNSOUND if row["question_ids"] == "stranger"])


def test_an_index_beyond_the_split_is_named(build):
    split = published.split_of("10000001")
    with pytest.raises(DataError, match=f"{split} has no task 99"):
        published.task(build, split, 99)


def test_a_question_is_tested_once_for_one_image_and_study(tmp_path, monkeypatch):
    tested = []
    monkeypatch.setattr(published, "open_box", lambda spec, needs: Box())
    monkeypatch.setattr(published.selftest, "examine", lambda row, *rest: tested.append(row.id) or refuse())
    base = tmp_path / "public" / "published"
    (base / "studies" / "10000001").mkdir(parents=True)
    rows = published.row.read(published.row.find(questions.write(tmp_path / "public", questions.SOUND[:2])))
    for _ in range(2):
        assert published.examined(rows, base, tmp_path, silent) == ["no"] * 2
    assert len(tested) == 2
    (base / "studies" / "10000001" / "new.csv").write_text("a\n1\n")
    published.examined(rows, base, tmp_path, silent)
    assert len(tested) == 4


class Box:
    """One that only says what it is."""

    digest = "one"

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


def refuse():
    raise published.Unsound("no")
