import json

import pytest

from medgym_core import DataError
from medgym_core.source import silent
from medgym_plugin_biocoder import published

from . import rows


def test_sound_rows_become_tasks_and_the_others_are_named(build):
    assert {split: published.size(build, split) for split in published.SPLITS} == {
        "published-train": 1,
        "published-test": 1,
    }
    told = published.report(build)
    assert "2 became tasks" in told
    assert "biocoder.json, record 2: its language is java" in told


def test_the_agent_sees_the_program_and_can_run_it(build):
    task = published.task(build, "published-test", 0)
    question = task.turns[0].question
    program = (build.public / task.mounts[0]).read_text()
    assert program in question
    assert "<|" not in program
    assert program.count("<<insert solution here>>") == 1
    assert all(
        part in question for part in ("Write what is asked.", "def share_gc(sequence)", "6 runs", "0.000001")
    )


def test_nothing_hidden_is_public(build):
    public = b"".join(path.read_bytes() for path in build.public.rglob("*") if path.is_file()).decode()
    for split in published.SPLITS:
        task = published.task(build, split, 0)
        _, _, contexts, outputs = published.gold(build, task).turns[0]
        assert not [text for text in (*contexts, *outputs) if text.strip() in public]
        assert "counted =" not in public


def test_the_reference_writes_the_file_that_is_asked_for(build, grade, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    task = published.task(build, "published-train", 0)
    (call,) = published.reference(build, task)
    exec(call.arguments["code"], {})
    assert grade(build, task, (tmp_path / "submission.py").read_text()).reward == 1


def test_an_index_beyond_the_split_is_named(build):
    with pytest.raises(DataError, match="published-test has no task 1; it has 1"):
        published.task(build, "published-test", 1)
    assert [*published.subjects(build, "published-test")] == [f"published/{'0' * 64}"]


def test_no_sound_row_is_an_error_with_every_reason(built, tmp_path):
    raw = rows.write_array(tmp_path / "rows.json", [rows.JAVA])
    with pytest.raises(DataError, match=r"none of 1 published rows(.|\n)*record 1: its language is java"):
        built(raw)


def test_a_row_is_tested_once_for_one_image(start, folder, tmp_path, monkeypatch):
    monkeypatch.setattr(published, "open_box", lambda spec, needs: start())
    found = published.row.read(published.row.find(folder).paths)
    first = published.examined(found, tmp_path, silent)
    monkeypatch.setattr(published.selftest, "examine_all", None)
    assert published.examined(found, tmp_path, silent) == first


def test_a_proof_of_another_method_is_not_trusted(start, folder, tmp_path, monkeypatch):
    monkeypatch.setattr(published, "open_box", lambda spec, needs: start())
    found = published.row.read(published.row.find(folder).paths)
    published.examined(found, tmp_path, silent)
    monkeypatch.setattr(published.selftest, "VERSION", "0")
    monkeypatch.setattr(published.selftest, "examine_all", lambda some, start: ["tested anew"] * len(some))
    assert published.examined(found, tmp_path, silent) == ["tested anew"] * len(found)


def test_another_image_tests_anew(start, folder, tmp_path, monkeypatch):
    digests = iter("ab")

    def relabelled(spec, needs):
        box = start()
        box.digest = next(digests, "b")
        return box

    monkeypatch.setattr(published, "open_box", relabelled)
    found = published.row.read(published.row.find(folder).paths)[1:2]
    for _ in range(2):
        published.examined(found, tmp_path, silent)
    assert len([*(tmp_path / "proofs" / "biocoder").iterdir()]) == 2


def test_check_counts_the_reasons(start, folder, tmp_path, monkeypatch):
    monkeypatch.setattr(published, "open_box", lambda spec, needs: start())
    told = published.check(folder, tmp_path, silent)
    assert told.rows[0] == ("published-test", 2, 1, 0, 1, "1: its language is java")
    assert told.summary == "3 rows: 2 agree, 0 disagree, 1 left out"


def test_only_published_rows_are_recognised(folder, tmp_path):
    assert published.find(folder)
    (tmp_path / "own.jsonl").write_text(json.dumps({"cell": 1}))
    assert not published.find(tmp_path / "own.jsonl")
