"""Folders and archives of a copy, and which of its files are whose."""

import io
import tarfile
import zipfile

import pytest

from medgym_core import DataError
from medgym_raw import files, root_of, sift, told, unpacked

ROWS = "id,question\n1,why?\n"


@pytest.fixture
def copy(tmp_path):
    """Rows, terms and foreign files at several depths."""
    raw = tmp_path / "raw"
    for place, text in (
        ("Rows.CSV", ROWS),
        ("below/more.jsonl", '{"ID": 2, "question": "who?"}\n'),
        ("calculation_method.csv", "Calculator,Summary\na,b\n"),
        ("funcs_v1.json", '{"golden": {"0": "def f(): pass"}}'),
        ("broken.json", "{"),
        ("LICENSE", "terms"),
        ("__MACOSX/._Rows.csv", ROWS),
        (".git/rows.csv", ROWS),
    ):
        (raw / place).parent.mkdir(parents=True, exist_ok=True)
        (raw / place).write_text(text)
    return raw


def packed(copy, archive):
    """The copy in an archive of that name."""
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive, "w") as out:
            for path in files(copy):
                out.write(path, f"v1/{path.relative_to(copy)}")
    else:
        with tarfile.open(archive, "w:gz") as out:
            out.add(copy, "v1")
    return archive


def test_files_that_are_not_known_are_named_and_do_not_stop_anything(copy):
    found = sift(copy, {"id", "question"})
    assert [told(path, copy) for path in found.paths] == ["Rows.CSV", "below/more.jsonl"]
    assert [line.split(":")[0] for line in found.remarks] == [
        "broken.json is not read",
        "calculation_method.csv is not read",
        "funcs_v1.json is not read",
    ]
    assert "no id, question" in found.remarks[1]


def test_one_of_several_forms_is_enough(copy):
    found = sift(copy, {"id", "sql"}, {"Calculator", "Summary"})
    assert [path.name for path in found.paths] == ["calculation_method.csv"]


@pytest.mark.parametrize("name", ["copy.zip", "copy.tar.gz", "copy.tgz"])
def test_an_archive_is_read_as_its_folder(copy, tmp_path, name):
    with unpacked(packed(copy, tmp_path / name), tmp_path) as folder:
        assert len(sift(folder, {"id", "question"}).paths) == 2
    assert not folder.exists()


def test_archives_among_files_and_within_archives(copy, tmp_path):
    outer = tmp_path / "outer"
    outer.mkdir()
    packed(copy, outer / "inner.tar.gz")
    (whole := tmp_path / "whole").mkdir()
    packed(outer, whole / "outer.zip")
    (whole / "rows.csv").write_text(ROWS)
    with unpacked(whole, tmp_path) as folder:
        assert len(sift(folder, {"id", "question"}).paths) == 3


def test_a_folder_without_archives_is_itself(copy, tmp_path):
    with unpacked(copy, tmp_path) as folder:
        assert folder == copy


def test_nothing_is_written_elsewhere(tmp_path):
    raw = tmp_path / "raw"
    raw.mkdir()
    with tarfile.open(raw / "evil.tar", "w") as out:
        member = tarfile.TarInfo("../../escaped")
        member.size = 1
        out.addfile(member, io.BytesIO(b"x"))
    with pytest.raises(DataError, match=r"evil\.tar cannot be unpacked"), unpacked(raw, tmp_path):
        pass
    assert not list(tmp_path.rglob("escaped"))


@pytest.mark.parametrize("name", ["cut.zip", "cut.tar.gz"])
def test_a_damaged_archive_is_named(tmp_path, name):
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / name).write_bytes(b"PK nothing")
    said = f"{name} cannot be unpacked .*download it again"
    with pytest.raises(DataError, match=said), unpacked(tmp_path / "raw", tmp_path):
        pass


@pytest.mark.parametrize("place", ["below/more.jsonl", "BELOW", "missing/file"])
def test_the_folder_that_holds_a_place(copy, place):
    assert root_of(copy.parent, place) == (copy.parent if place == "missing/file" else copy)
