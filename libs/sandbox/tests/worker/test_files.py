"""Files in and out, in this process: reading goes to standard output, which the tests capture."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from medgym_sandbox.worker import files


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def refusal(read: str) -> str | None:
    reported: list[dict[str, Any]] = []
    files.read({"path": read, "max_bytes": 10}, reported.append)
    return reported[0]["refused"] if reported else None


def test_a_file_is_read_to_standard_output(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (work / "a").write_text("0123456789")
    assert refusal("a") is None
    assert capfd.readouterr().out == "0123456789"


def test_files_are_written_below_new_folders(work: Path) -> None:
    files.write({"path": "deep/er/file"}, b"data", lambda reported: pytest.fail(str(reported)))
    assert (work / "deep/er/file").read_bytes() == b"data"


@pytest.mark.parametrize(
    ("make", "path", "reason"),
    [
        (lambda: None, "none", "missing"),
        (lambda: Path("big").write_bytes(b"x" * 11), "big", "too_large"),
        (lambda: os.symlink("/etc/passwd", "link"), "link", "not_regular"),
        (lambda: os.symlink("/etc", "dir"), "dir/passwd", "not_regular"),
        (lambda: os.mkfifo("pipe"), "pipe", "not_regular"),
        (lambda: os.mkdir("folder"), "folder", "not_regular"),
        (lambda: (Path("one").touch(), os.link("one", "two")), "two", "not_regular"),
        (lambda: None, "../work/x", "denied"),
        (lambda: None, "/etc/passwd", "denied"),
        (lambda: None, "", "denied"),
    ],
)
def test_what_is_no_plain_file_is_refused(make: Any, path: str, reason: str) -> None:
    make()
    assert refusal(path) == reason


@pytest.mark.parametrize("path", ["link", "dir/planted"])
def test_writing_follows_no_link(work: Path, path: str) -> None:
    outside = work.parent / "outside"
    outside.mkdir()
    (work / "link").symlink_to(outside / "file")
    (work / "dir").symlink_to(outside)
    reported: list[dict[str, Any]] = []
    files.write({"path": path}, b"data", reported.append)
    assert reported == [{"refused": "not_regular"}]
    assert list(outside.iterdir()) == []
