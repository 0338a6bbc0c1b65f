import hashlib
import os
from pathlib import Path

import pytest

from medgym_core import DataError
from medgym_core.builds.fingerprint import fingerprint


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    folder = tmp_path / "raw"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.csv").write_bytes(b"one")
    (folder / "deep" / "b.csv").write_bytes(b"two")
    return folder


class Seen(list[str]):
    def __call__(self, what: str, fraction: float | None) -> None:
        self.append(what)


def test_every_file_is_known_by_its_bytes(raw: Path, tmp_path: Path) -> None:
    expected = {"a.csv": b"one", "deep/b.csv": b"two"}
    found = fingerprint(raw, tmp_path, Seen())
    assert found == {name: hashlib.sha256(data).hexdigest() for name, data in expected.items()}


def test_an_unchanged_file_is_not_read_again(raw: Path, tmp_path: Path) -> None:
    first, again = Seen(), Seen()
    assert fingerprint(raw, tmp_path, first) == fingerprint(raw, tmp_path, again)
    assert (first, again) == (["reading a.csv", "reading b.csv"], [])


def test_a_changed_file_alone_is_read_again(raw: Path, tmp_path: Path) -> None:
    before = fingerprint(raw, tmp_path, Seen())
    (raw / "a.csv").write_bytes(b"three")
    seen = Seen()
    after = fingerprint(raw, tmp_path, seen)
    assert seen == ["reading a.csv"]
    assert [before[name] == after[name] for name in ("a.csv", "deep/b.csv")] == [False, True]


def test_a_touched_file_of_the_same_size_is_read_again(raw: Path, tmp_path: Path) -> None:
    before = fingerprint(raw, tmp_path, Seen())
    (raw / "a.csv").write_bytes(b"eno")
    os.utime(raw / "a.csv", ns=(1, 1))
    assert fingerprint(raw, tmp_path, Seen()) != before


def test_a_broken_memory_is_forgotten(raw: Path, tmp_path: Path) -> None:
    before = fingerprint(raw, tmp_path, Seen())
    for memory in (tmp_path / "fingerprints").iterdir():
        memory.write_text('{"a.csv": 3}')
    assert fingerprint(raw, tmp_path, Seen()) == before


def test_a_single_file_and_a_missing_one(raw: Path, tmp_path: Path) -> None:
    assert list(fingerprint(raw / "a.csv", tmp_path, Seen())) == ["."]
    with pytest.raises(DataError, match="--source"):
        fingerprint(raw / "nowhere", tmp_path, Seen())
