"""Files without a checksum of their own are checked by the publisher's list."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from medgym_core import DataError, Listing, Remote
from medgym_fetch.cache import folder_of

from .publisher import Publisher, ensure


def sums(publisher: Publisher) -> None:
    """The publisher states the SHA-256 of all it serves, as PhysioNet does."""
    lines = [f"{hashlib.sha256(data).hexdigest()} {name}\n" for name, data in publisher.files.items()]
    publisher.files["SHA256SUMS.txt"] = "".join(lines).encode()


def tree(publisher: Publisher) -> None:
    """The publisher states git's name of all it serves, as GitHub does."""
    entries = [
        {
            "path": f"data/{name}",
            "type": "blob",
            "sha": hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest(),
        }
        for name, data in publisher.files.items()
    ]
    listed = {"truncated": False, "tree": [*entries, {"path": "data", "type": "tree", "sha": "0"}]}
    publisher.files["tree"] = json.dumps(listed).encode()


def by_list(publisher: Publisher, kind: str, *files: str) -> Remote:
    """Files that are checked by the publisher's list."""
    (sums if kind == "sha256sums" else tree)(publisher)
    name = "SHA256SUMS.txt" if kind == "sha256sums" else "tree"
    prefix = "" if kind == "sha256sums" else "data/"
    listing = Listing.model_validate({"kind": kind, "url": publisher.base + name, "prefix": prefix})
    return publisher.remote(files=dict.fromkeys(files, ""), listing=listing)


@pytest.mark.parametrize("kind", ["sha256sums", "git-tree"])
def test_a_list_of_the_publisher_s_says_what_files_must_be(
    publisher: Publisher, tmp_path: Path, kind: str
) -> None:
    remote = by_list(publisher, kind, "A.csv*")
    assert ensure(remote, tmp_path) == {"a.csv": b"id\n1\n"}
    publisher.asked.clear()
    assert ensure(remote, tmp_path) == {"a.csv": b"id\n1\n"}
    assert publisher.asked == []


@pytest.mark.parametrize("kind", ["sha256sums", "git-tree"])
def test_a_file_that_its_list_does_not_know_is_refused(
    publisher: Publisher, tmp_path: Path, kind: str
) -> None:
    remote = by_list(publisher, kind, "a.csv")
    publisher.files["a.csv"] = b"id\n2\n"
    with pytest.raises(DataError, match="nothing of it is kept"):
        ensure(remote, tmp_path)


def test_a_list_that_lacks_a_file_is_said_to(publisher: Publisher, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"the list of A set names no b\.csv"):
        ensure(by_list(publisher, "sha256sums", "b.csv"), tmp_path)


@pytest.mark.parametrize(
    ("kind", "text", "why"),
    [
        ("sha256sums", "<html>Sign in</html>", "it is no list of checksums"),
        ("sha256sums", f"{'0' * 64} ../../.ssh/config", "names a file outside of its folder"),
        ("git-tree", '{"message": "rate limit"}', "no list of a commit's files"),
        ("git-tree", '{"truncated": true, "tree": []}', "a part of the list only"),
        ("git-tree", "<html>", "no list of a commit's files"),
    ],
)
def test_what_is_no_list_is_refused_and_not_kept(
    publisher: Publisher, tmp_path: Path, kind: str, text: str, why: str
) -> None:
    remote = by_list(publisher, kind, "a.csv").model_copy()
    assert remote.listing is not None
    if kind == "git-tree":
        text = text.replace("../", "data/../")
    publisher.files[remote.listing.url.removeprefix(publisher.base)] = text.encode()
    with pytest.raises(DataError, match=why):
        ensure(remote, tmp_path)
    assert not (folder_of(remote, tmp_path) / remote.listing.file).exists()
