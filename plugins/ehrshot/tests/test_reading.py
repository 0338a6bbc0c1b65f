"""A user's copy: what is read, and one clear error for what is broken."""

import csv
import shutil

import pytest

from medgym_core import DataError, Source, Tier, ensure_build
from medgym_plugin_ehrshot import event
from medgym_plugin_ehrshot.ontology import Ontology, read_ontology
from medgym_plugin_ehrshot.published import LABEL_FILE, REPORT_FILE, SPLIT_FILE, read_labels, read_roles
from medgym_plugin_ehrshot.reading import read


def silent(*_):
    return None


def rows(path, delimiter=","):
    with path.open(newline="") as stream:
        return list(csv.reader(stream, delimiter=delimiter))


def rewrite(path, lines, delimiter=","):
    with path.open("w", newline="") as stream:
        csv.writer(stream, delimiter=delimiter).writerows(lines)


def found(folder, tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    return {history.patient: labels for history, labels in read(folder, scratch, silent).labelled()}


def test_buckets_and_blocks_change_nothing(raw, tmp_path, monkeypatch):
    (tmp_path / "one").mkdir()
    whole = found(raw, tmp_path / "one")
    monkeypatch.setattr(event, "BUCKET_BYTES", 2**17)
    monkeypatch.setattr(event, "BLOCK_BYTES", 2**16)
    assert len(event.part(raw, tmp_path, silent).paths) > 5
    assert found(raw, tmp_path) == whole


def test_order_of_lines_and_columns_and_further_columns_change_nothing(raw, copied, tmp_path):
    (tmp_path / "one").mkdir()
    path = copied / event.FILE
    head, *lines = rows(path)
    rewrite(
        path, [[*head[::-1], "more"], *([*line[::-1], "x"] for line in sorted(lines, key=lambda x: x[::-1]))]
    )
    assert found(copied, tmp_path) == found(raw, tmp_path / "one")


def test_times_may_be_written_with_a_t_and_fractions(raw, copied, tmp_path):
    (tmp_path / "one").mkdir()
    path = copied / event.FILE
    head, *lines = rows(path)
    rewrite(path, [head, *([a, f"{b.replace(' ', 'T')}.000", *rest] for a, b, *rest in lines)])
    assert found(copied, tmp_path) == found(raw, tmp_path / "one")


def test_without_an_ontology_a_code_stands_for_itself(raw, copied, tmp_path):
    shutil.rmtree(copied / "ontology")
    labels = found(copied, tmp_path)
    assert not any(own["lab_anemia"] for own in labels.values())
    assert any(own["lab_hyponatremia"] for own in labels.values())
    assert Ontology().descendants({"a"}) == {"a"}


def test_ancestors_are_read_from_athenas_files(raw):
    ontology = read_ontology(raw, {"LOINC/718-7", "SNOMED/SYN-lupus-kind-1", "Visit/IP"})
    assert ontology.of("LOINC/718-7") == (
        *("LOINC/718-7", "LOINC/LP392452-1"),
        *("LOINC/SYN-measurement", "LOINC/SYN-panel-count"),
    )
    assert ontology.of("Visit/IP") == ("Visit/IP",)
    assert "SNOMED/SYN-lupus-kind-1" in ontology.descendants({"SNOMED/55464009"})
    assert ontology.names["LOINC/LP392452-1"]


def test_published_values_may_be_written_as_booleans_or_numbers(copied):
    path = copied / LABEL_FILE.format("guo_los")
    rewrite(path, [["value", "prediction_time", "patient_id"], ["True", "2015-02-01T23:59:59", "7"]])
    ((patient, (label,)),) = read_labels(copied, "guo_los").items()
    assert (patient, label.value, label.time % 60) == (7, 1, 0)


def test_roles_are_those_of_the_splits(raw):
    assert {*read_roles(raw).values()} == {"train", "validation", "test"}


def _without_column(path):
    lines = rows(path)
    place = lines[0].index("code" if path.name == "ehrshot.csv" else lines[0][1])
    rewrite(path, [line[:place] + line[place + 1 :] for line in lines])


def _word_for_number(path):
    head, *lines = rows(path)
    place = next(i for i, name in enumerate(head) if name in ("patient_id", "omop_person_id"))
    lines[3][place] = "seven"
    rewrite(path, [head, *lines])


def _no_time(path):
    head, *lines = rows(path)
    place = next(i for i, name in enumerate(head) if name in ("start", "prediction_time"))
    lines[3][place] = "yesterday"
    rewrite(path, [head, *lines])


def _endless_visit(path):
    head, *lines = rows(path)
    stay = next(line for line in lines if line[3] == "Visit/IP")
    stay[2] = ""
    rewrite(path, [head, *lines])


def _impossible_value(path):
    head, *lines = rows(path)
    lines[0][2] = "17"
    rewrite(path, [head, *lines])


def _stranger(path):
    head, *lines = rows(path)
    rewrite(path, [head, *lines, ["1", "2015-01-01 23:59:00", "True", "boolean"]])


def _two_splits(path):
    head, *lines = rows(path)
    rewrite(path, [head, *lines, ["val" if lines[0][0] == "train" else "train", lines[0][1]]])


def _few_splits(path):
    head, *lines = rows(path)
    rewrite(path, [head, *lines[1:]])


def _one_split(path):
    head, *lines = rows(path)
    rewrite(path, [head, *(["train", patient] for _, patient in lines)])


def _cut(path):
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2].rsplit(b",", 2)[0])


BROKEN = {
    "events missing": (event.FILE, lambda path: path.unlink(), r"ehrshot\.csv is missing"),
    "events empty": (event.FILE, lambda path: path.write_text(""), r"ehrshot\.csv"),
    "events of a header": (event.FILE, lambda path: rewrite(path, rows(path)[:1]), "no events"),
    "events no csv": (event.FILE, lambda path: path.write_bytes(b"\x00\xff\xfe" * 99), "cannot be read"),
    "events cut": (event.FILE, _cut, "cannot be read"),
    "no code": (event.FILE, _without_column, "code"),
    "patient a word": (event.FILE, _word_for_number, "seven"),
    "start no time": (event.FILE, _no_time, "yesterday"),
    "stay without end": (event.FILE, _endless_visit, r"Visit/IP of patient \d+ at .* no end"),
    "splits missing": (SPLIT_FILE, lambda path: path.unlink(), r"person_id_map\.csv is missing"),
    "splits without patients": (SPLIT_FILE, _without_column, "no column is called omop_person_id"),
    "splits of words": (SPLIT_FILE, _word_for_number, "line 5: 'seven' is no whole number"),
    "two splits": (SPLIT_FILE, _two_splits, "in two splits"),
    "in no split": (SPLIT_FILE, _few_splits, "is in no split"),
    "all train": (SPLIT_FILE, _one_split, "no validation patient"),
    "labels of words": (LABEL_FILE.format("guo_los"), _word_for_number, "line 5: 'seven'"),
    "labels of no time": (LABEL_FILE.format("new_lupus"), _no_time, "line 5: 'yesterday' is no time"),
    "value": (
        LABEL_FILE.format("lab_anemia"),
        _impossible_value,
        "line 2: the value 17 is not within 0 to 3",
    ),
    "stranger": (LABEL_FILE.format("guo_icu"), _stranger, "1 patients without events, such as 1;"),
    "labels cut": (LABEL_FILE.format("chexpert"), _cut, r"chexpert.*line \d+: \d cells, not 4"),
    "reports": (
        REPORT_FILE,
        lambda path: path.write_text("patient_id\tstart\n"),
        "no column is called No Finding",
    ),
    "half an ontology": ("ontology/CONCEPT.csv", lambda path: path.unlink(), "CONCEPT_ANCESTOR.csv alone"),
    "ontology": ("ontology/CONCEPT.csv", lambda path: path.write_text("a\tb\n1\t2\n"), "no vocabulary file"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_told_and_leaves_no_half_build(family, copied, tmp_path, name):
    path, damage, message = BROKEN[name]
    damage(copied / path)
    home = tmp_path / "home"
    with pytest.raises(DataError, match=message):
        ensure_build(family, Source.user(copied, Tier.OPEN), home)
    assert list((home / "builds").iterdir()) == []
