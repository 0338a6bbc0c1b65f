"""Files come whole and right or not at all; what came is not fetched again."""

from __future__ import annotations

import hashlib
import threading
from pathlib import Path

import pytest

from medgym_core import DataError, Remote, Tier
from medgym_fetch import transfer
from medgym_fetch.cache import folder_of

from .conftest import LARGE
from .publisher import Publisher, ensure


def parts(remote: Remote, home: Path) -> list[bytes]:
    return [path.read_bytes() for path in (folder_of(remote, home) / ".parts").iterdir()]


def test_files_come_and_are_not_asked_for_again(publisher: Publisher, tmp_path: Path) -> None:
    remote, reported = publisher.remote(), []
    assert (
        ensure(remote, tmp_path, progress=lambda what, share: reported.append((what, share)))
        == publisher.files
    )
    assert ("large.bin: 0.3 of 0.3 MB", 1.0) in reported
    publisher.asked.clear()
    assert ensure(remote, tmp_path) == publisher.files
    assert publisher.asked == []


def test_a_cut_connection_is_gone_on_with(publisher: Publisher, tmp_path: Path) -> None:
    publisher.cuts = [5, 70_000, 100_000]
    assert ensure(publisher.remote(), tmp_path) == publisher.files
    ranges = [wanted for path, wanted, _ in publisher.asked if path == "large.bin"]
    assert ranges[0] == ""
    assert all(int(wanted.removeprefix("bytes=")[:-1]) > 60_000 for wanted in ranges[1:])
    assert len(ranges) == 3


def test_a_publisher_without_ranges_is_asked_from_the_start(publisher: Publisher, tmp_path: Path) -> None:
    publisher.cuts, publisher.ranges = [5, 70_000], False
    assert ensure(publisher.remote(), tmp_path) == publisher.files


def test_what_came_before_an_interruption_is_kept(
    publisher: Publisher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remote, publisher.cuts = publisher.remote(files={"large.bin": hashlib.sha256(LARGE).hexdigest()}), []

    def interrupt(what: str, share: float | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ensure(remote, tmp_path, progress=interrupt)
    assert not (folder_of(remote, tmp_path) / "large.bin").exists()
    (kept,) = parts(remote, tmp_path)
    assert kept
    assert LARGE.startswith(kept)
    assert ensure(remote, tmp_path) == {"large.bin": LARGE}
    assert publisher.asked[-1][1] == f"bytes={len(kept)}-"
    assert parts(remote, tmp_path) == []
    assert sorted(path.name for path in folder_of(remote, tmp_path).iterdir()) == [
        *(".lock", ".parts", "large.bin")
    ]


def test_a_part_of_another_file_is_fetched_anew(publisher: Publisher, tmp_path: Path) -> None:
    remote, publisher.cuts = publisher.remote(), [5, 70_000, 0, 0, 0, 0, 0]
    with pytest.raises(DataError):
        ensure(remote, tmp_path)
    part = next((folder_of(remote, tmp_path) / ".parts").iterdir())
    part.write_bytes(b"x" * part.stat().st_size)
    publisher.cuts = []
    assert ensure(remote, tmp_path) == publisher.files


@pytest.mark.parametrize("more", [0, 10])
def test_a_part_that_is_as_long_or_longer_is_seen_through(
    publisher: Publisher, tmp_path: Path, more: int
) -> None:
    remote = publisher.remote()
    place = folder_of(remote, tmp_path) / ".parts"
    place.mkdir(parents=True)
    (place / transfer._name(publisher.base + "large.bin")).write_bytes(LARGE + b"x" * more)
    assert ensure(remote, tmp_path) == publisher.files


def test_a_wrong_file_is_not_kept(publisher: Publisher, tmp_path: Path) -> None:
    remote = publisher.remote()
    publisher.files["a.csv"] = b"id\n2\n"
    with pytest.raises(
        DataError, match=r"a\.csv gave sha256:.* which is not sha256:.* nothing of it is kept"
    ):
        ensure(remote, tmp_path)
    assert not (folder_of(remote, tmp_path) / "a.csv").exists()
    assert parts(remote, tmp_path) == []


def test_a_file_that_changed_here_is_fetched_again(publisher: Publisher, tmp_path: Path) -> None:
    remote = publisher.remote()
    ensure(remote, tmp_path)
    (folder_of(remote, tmp_path) / "a.csv").write_bytes(b"id\n3\n")
    assert ensure(remote, tmp_path) == publisher.files


def test_a_file_put_there_by_hand_is_checked_and_taken(publisher: Publisher, tmp_path: Path) -> None:
    remote = publisher.remote()
    folder = folder_of(remote, tmp_path)
    folder.mkdir(parents=True)
    for name, data in publisher.files.items():
        (folder / name).write_bytes(data)
    assert ensure(remote, tmp_path) == publisher.files
    assert publisher.asked == []


@pytest.mark.parametrize("status", [404, 410])
def test_what_is_gone_is_said_to_be(publisher: Publisher, tmp_path: Path, status: int) -> None:
    publisher.status["a.csv"] = status
    with pytest.raises(
        DataError, match=rf"a\.csv is answered with {status}: its publisher has moved it; see"
    ):
        ensure(publisher.remote(), tmp_path)


def test_open_data_that_is_refused_names_its_page(publisher: Publisher, tmp_path: Path) -> None:
    publisher.status["a.csv"] = 403
    with pytest.raises(DataError, match="its publisher does not give it; see http"):
        ensure(publisher.remote(), tmp_path)


def test_without_a_network_it_says_what_to_put_where(publisher: Publisher, tmp_path: Path) -> None:
    remote = publisher.remote(base="http://127.0.0.1:9/")
    with pytest.raises(DataError) as caught:
        ensure(remote, tmp_path)
    message = str(caught.value)
    assert "Connection refused" in message
    assert f"http://127.0.0.1:9/a.csv as {folder_of(remote, tmp_path) / 'a.csv'}" in message
    assert "run it again: it checks what lies there" in message


def test_a_busy_publisher_is_asked_again(publisher: Publisher, tmp_path: Path) -> None:
    publisher.status["a.csv"] = 503
    with pytest.raises(DataError, match="it is answered with 503"):
        ensure(publisher.remote(), tmp_path)
    assert len(publisher.asked) == transfer.TRIES


def test_two_at_once_take_turns(publisher: Publisher, tmp_path: Path) -> None:
    remote = publisher.remote()
    threads = [threading.Thread(target=ensure, args=(remote, tmp_path)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(path for path, _, _ in publisher.asked) == sorted(publisher.files)


def test_a_file_without_a_checksum_cannot_be_declared(publisher: Publisher) -> None:
    with pytest.raises(ValueError, match="no SHA-256, and there is no listing"):
        publisher.remote(files={"a.csv": ""})
    with pytest.raises(ValueError, match="not reached by https"):
        publisher.remote(base="http://example.org/")
    with pytest.raises(ValueError, match="no name below a folder"):
        publisher.remote(files={"../a.csv": "0" * 64})


def test_a_redirection_to_plain_http_is_not_followed(publisher: Publisher, tmp_path: Path) -> None:
    publisher.redirects["a.csv"] = "http://example.org/a.csv"
    with pytest.raises(DataError, match="is not followed"):
        ensure(publisher.remote(), tmp_path)


def test_labelled_data_is_not_kept_in_a_checkout(publisher: Publisher, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    with pytest.raises(DataError, match="git checkout"):
        ensure(publisher.remote(Tier.CREDENTIALED), tmp_path)
    assert publisher.asked == []
