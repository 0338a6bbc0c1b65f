"""Questions of a user's copy become tasks, or are named with the reason."""

import json
import shutil
import tarfile

import pytest

from medgym_core import Build, DataError, Execution, Source
from medgym_core.source import silent
from medgym_plugin_biodsbench import published
from medgym_plugin_biodsbench.published.questions import PublishedQuestions
from medgym_raw import unpacked

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
    "stranger": "no folder 10000009 holds its study",
    "dependent": "the reference fails: ModuleNotFoundError: No module named 'package_of_nobody'",
    "listing": "the assertions look for tables by more than their names",
    "absent": "the assertions read data_sv.csv, which the study has not",
}


def test_every_sound_question_is_a_task_of_its_studys_split(build, tasks):
    assert sorted(tasks) == [row["question_ids"] for row in questions.SOUND]
    found = PublishedQuestions().subjects(build, published.split_of("10000001"))
    assert [*found] == ["biodsbench/study/10000001"]


@pytest.mark.parametrize(("number", "reason"), REASONS.items(), ids=REASONS)
def test_an_unsound_question_is_named_with_the_reason(build, number, reason):
    line = [row["question_ids"] for row in (*questions.SOUND, *questions.UNSOUND)].index(number) + 1
    assert f"python_tasks_with_class.jsonl:{line}: {reason}" in build_report(build)


def build_report(build):
    stored = json.loads((build.private / "published/report.json").read_text())
    return published.Report(**stored).text()


def test_every_reason_has_its_question():
    assert REASONS.keys() == {row["question_ids"] for row in questions.UNSOUND}


@pytest.mark.parametrize("number", [row["question_ids"] for row in questions.SOUND])
def test_the_reference_passes_in_the_box_that_an_agent_has(build, tasks, play, number):
    (call,) = PublishedQuestions().reference(build, tasks[number])
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


@pytest.mark.parametrize("place", ["studies.tar.gz", "data_files/raw_patient_data.tar.gz"])
def test_an_archive_of_studies_is_read_too_at_any_depth(tmp_path, place):
    raw = questions.write(tmp_path, [])
    (raw / place).parent.mkdir(exist_ok=True)
    with tarfile.open(raw / place, "w:gz") as packed:
        packed.add(raw / "datasets", "datasets")
    shutil.rmtree(raw / "datasets")
    with unpacked(raw, tmp_path) as folder:
        found = published.tables.find(folder, ["10000001"])
    assert [path.name for path in found] == ["data_clinical_patient.txt", "data_mutations.txt"]


@pytest.mark.parametrize("name", ["dlbcl_duke_2017", "DLBCL_Duke_2017.tar.gz", "28985567", "study-5"])
def test_a_study_is_found_by_any_of_its_names(tmp_path, name):
    folder = tmp_path / "raw" / name
    folder.mkdir(parents=True)
    (folder / "data_mutations.txt").write_text("Hugo_Symbol\nTP53\n")
    (folder / "meta_study.txt").write_text(
        "type_of_cancer: x\npmid: 1,28985567\n" if name == "study-5" else ""
    )
    names = published.naming.names_of(
        "28985567", "https://www.cbioportal.org/study/summary?id=dlbcl_duke_2017"
    )
    assert len(published.tables.find(tmp_path / "raw", names)) == 1
    assert published.tables.find(tmp_path / "raw", ["another"]) == []


def test_without_any_study_the_folder_rule_is_stated_before_anything_is_run(tmp_path, monkeypatch):
    monkeypatch.setattr(published, "open_box", None)
    raw = questions.write(tmp_path, questions.SOUND[:1])
    shutil.rmtree(raw / "datasets")
    with pytest.raises(DataError, match="folder of its PubMed number or of its name at cBioPortal") as caught:
        published.build(raw, raw, build_at(tmp_path), silent)
    assert len(str(caught.value)) < 500


def test_no_sound_question_is_an_error_with_the_most_frequent_reasons(tmp_path, monkeypatch):
    monkeypatch.setattr(published, "examined", lambda rows, *rest: ["no folder holds its study"] * len(rows))
    raw = questions.write(tmp_path, questions.SOUND[:2])
    with pytest.raises(
        DataError, match=r"none of 2 published questions.*: 2 because no folder holds its study"
    ):
        published.build(raw, raw, build_at(tmp_path), silent)


def build_at(folder):
    """A build that has just begun."""
    root = folder / "builds" / "one"
    (root / "public").mkdir(parents=True)
    source = Source.synthetic()
    return Build(family="biodsbench", version="1", digest="0", tier=source.tier, source=source, root=root)


def test_an_index_beyond_the_split_is_named(build):
    split = published.split_of("10000001")
    with pytest.raises(DataError, match=f"{split} has no task 99"):
        PublishedQuestions().task(build, split, 99)


def test_a_question_is_tested_once_for_one_image_and_study(tmp_path, monkeypatch):
    tested = []
    monkeypatch.setattr(published, "open_box", lambda spec, needs: Box())
    monkeypatch.setattr(published.selftest, "examine", lambda row, *rest: tested.append(row.id) or refuse())
    base = tmp_path / "public" / "published"
    (base / "studies" / "10000001").mkdir(parents=True)
    rows = published.row.read(
        published.row.find(questions.write(tmp_path / "public", questions.SOUND[:2])).paths
    )
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
