"""What a file must be: checksums, and a publisher's lists of them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from medgym_core.download.contract import Listing, Remote, safe_name
from medgym_core.errors import DataError

_LINE = re.compile(r"([0-9a-f]{64}) [ *]?(\S.*)")


def checksum(path: Path, like: str) -> str:
    """The checksum of a file in the form of ``like``: ``sha256:HEX``, or ``git:HEX`` (a git blob's name)."""
    kind = like.partition(":")[0]
    total = hashlib.sha256() if kind == "sha256" else hashlib.sha1(usedforsecurity=False)
    if kind == "git":
        total.update(b"blob %d\0" % path.stat().st_size)
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            total.update(block)
    return f"{kind}:{total.hexdigest()}"


def listed(listing: Listing, text: str) -> dict[str, str]:
    """Checksum of every file that a publisher's list names, by name.

    Raises:
        DataError: if ``text`` is no such list, or is a part of one.
    """
    read = _sums if listing.kind == "sha256sums" else _tree
    found = {
        name.removeprefix(listing.prefix): value
        for name, value in read(text, listing.url).items()
        if name.startswith(listing.prefix)
    }
    if unsafe := [name for name in found if not safe_name(name)]:
        raise DataError(f"{listing.url} names a file outside of its folder: {unsafe[0]}")
    return found


def wanted(remote: Remote, known: Mapping[str, str]) -> dict[str, str]:
    """Every file of ``remote`` by name, to the checksum that it must have.

    Args:
        remote: what is to be fetched.
        known: what its listing states; empty where it has none.

    Raises:
        DataError: if the listing lacks a file.
    """
    found: dict[str, str] = {}
    for name, sha256 in remote.files.items():
        if sha256:
            found[name] = f"sha256:{sha256}"
            continue
        names = _chosen(name, known)
        if not names:
            raise DataError(
                f"the list of {remote.title} names no {name}: its publisher has changed it; see "
                f"{remote.page}, and whether there is a newer medgym"
            )
        found |= {each: known[each] for each in names}
    return found


def _sums(text: str, url: str) -> dict[str, str]:
    found = {}
    for number, line in enumerate(filter(str.strip, text.splitlines()), 1):
        if not (match := _LINE.fullmatch(line.strip())):
            raise DataError(f"{url}, line {number}: neither a SHA-256 nor a name; it is no list of checksums")
        found[match[2].removeprefix("./")] = f"sha256:{match[1]}"
    return found


def _tree(text: str, url: str) -> dict[str, str]:
    try:
        tree = json.loads(text)
        if tree.get("truncated"):
            raise DataError(f"{url} gives a part of the list only")
        return {str(e["path"]): f"git:{e['sha']}" for e in tree["tree"] if e["type"] == "blob"}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(f"{url} is no list of a commit's files ({error})") from error


def _chosen(pattern: str, names: Mapping[str, str]) -> list[str]:
    """Those of ``names`` that ``pattern`` means, whatever the case."""
    return [name for name in names if fnmatchcase(name.lower(), pattern.lower())]
