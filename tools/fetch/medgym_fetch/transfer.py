"""One file over HTTP: a part that is kept, gone on with where it stopped, and checked when whole.

Nothing of the user's leaves by this way but, for labelled data, name and password to the publisher's host.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from medgym_core.download.contract import refuse_plain
from medgym_core.errors import DataError
from medgym_core.source import Progress, silent
from medgym_fetch.checksum import checksum

if TYPE_CHECKING:
    import requests

BLOCK = 1 << 16
"""Bytes read at once."""
TRIES = 5
"""Requests in a row that bring nothing new before it is given up."""
REDIRECTS = 5
"""Places that one address may lead to, one after the other."""
TIMEOUT_S = (10.0, 60.0)
"""To connect, and between two blocks, seconds."""


class UnreachableError(DataError):
    """The publisher cannot be reached from here."""


class RefusedError(DataError):
    """The publisher answers, and does not give the file."""

    def __init__(self, url: str, status: int) -> None:
        """``status`` is what HTTP calls the reason."""
        super().__init__(f"{url} is answered with {status}")
        self.status = status
        """Of the answer: 401, 403, 404, ..."""


class _CutError(Exception):
    """The connection ended early; it may be tried again."""


@dataclass
class Transfer:
    """Fetches files; what it is given is the same for all of them. Callable as pooch calls a downloader."""

    parts: Path
    """Folder of unfinished files."""
    expected: Mapping[str, str] = field(default_factory=dict)
    """URL to checksum, ``sha256:HEX`` or ``git:HEX``; a file without one is not checked."""
    credential: tuple[str, str] | None = None
    """Name and password for labelled data."""
    progress: Progress = silent
    """Called with the bytes that came."""
    pause_s: float = 1.0
    """Before the second try, seconds; doubles with each further."""

    def __call__(self, url: str, output: str | os.PathLike[str], pooch: object = None) -> None:
        """Write what is at ``url`` to ``output``; what is there of it already is not fetched again.

        Raises:
            DataError: if it is not what it should be; then nothing of it is kept.
            RefusedError: if the publisher does not give it.
            UnreachableError: if the publisher cannot be reached; what came is kept.
        """
        self.parts.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = self.parts / _name(url)
        resumed = part.exists()
        self._fill(url, part)
        if resumed and not self._is_right(url, part):
            part.unlink()  # the file changed between the two halves
            self._fill(url, part)
        if not self._is_right(url, part):
            found = checksum(part, self.expected[url])
            part.unlink()
            raise DataError(
                f"{url} gave {found}, which is not {self.expected[url]}: it was altered on the way, or its "
                f"publisher has changed it; nothing of it is kept. Try again, or see whether there is a "
                f"newer medgym"
            )
        os.replace(part, output)

    def _is_right(self, url: str, part: Path) -> bool:
        expected = self.expected.get(url)
        return expected is None or checksum(part, expected) == expected

    def _fill(self, url: str, part: Path) -> None:
        idle, had = 0, -1
        while True:
            try:
                return self._ask(url, part)
            except _CutError as error:
                have = part.stat().st_size if part.exists() else 0
                idle, had = (0 if have > had else idle + 1), have
                if idle + 1 >= TRIES:
                    raise UnreachableError(f"{url} cannot be fetched: {error}") from error
                time.sleep(self.pause_s * 2**idle)

    def _ask(self, url: str, part: Path) -> None:
        """One request, for what ``part`` lacks."""
        import requests
        import urllib3

        have = part.stat().st_size if part.exists() else 0
        try:
            with self._answer(url, have) as answer:
                if answer.status_code == 416 and have:
                    if not self._is_right(url, part):
                        part.unlink()
                        raise _CutError("what came before is not a part of it")
                    return
                self._refuse(url, answer.status_code)
                goes_on = answer.status_code == 206 and _start(answer) == have
                self._write(answer, part, have if goes_on else 0, url)
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError) as error:
            if isinstance(error, OSError) and not isinstance(error, requests.RequestException):
                raise DataError(f"{part} cannot be written: {error.strerror}; free some space") from error
            raise _CutError(_reason(error)) from error

    @contextmanager
    def _answer(self, url: str, have: int) -> Iterator[requests.Response]:
        import requests

        headers = {"Accept-Encoding": "identity", "User-Agent": f"medgym/{version('medgym-core')}"}
        if have:
            headers["Range"] = f"bytes={have}-"
        auth: Any = self.credential or _anonymous
        with requests.Session() as session:
            for _ in range(REDIRECTS):
                with session.get(
                    url, headers=headers, auth=auth, stream=True, timeout=TIMEOUT_S, allow_redirects=False
                ) as answer:
                    if not answer.is_redirect:
                        yield answer
                        return
                url, auth = _onward(url, answer.headers["Location"], auth)
        raise RefusedError(url, answer.status_code)

    def _refuse(self, url: str, status: int) -> None:
        if status == 429 or status >= 500:
            raise _CutError(f"it is answered with {status}")
        if status not in (200, 206):
            raise RefusedError(url, status)

    def _write(self, answer: requests.Response, part: Path, have: int, url: str) -> None:
        length = answer.headers.get("Content-Length")
        total = have + int(length) if length else None
        with part.open("ab" if have else "wb") as stream:
            while block := answer.raw.read(BLOCK, decode_content=False):
                stream.write(block)
                have += len(block)
                self.progress(_progress_text(url, have, total), have / total if total else None)
        if total is not None and have < total:
            raise _CutError(f"the connection ended after {have:,} of {total:,} bytes")


def _onward(url: str, location: str, auth: Any) -> tuple[str, Any]:
    """Where a redirection leads, and the credential there: none at another host."""
    onward = urljoin(url, location)
    try:
        refuse_plain(onward)
    except ValueError as error:
        raise DataError(f"{url} leads to another place, and {error}; it is not followed") from error
    same = urlsplit(url)[:2] == urlsplit(onward)[:2]
    return onward, auth if same else _anonymous


def _anonymous(request: requests.PreparedRequest) -> requests.PreparedRequest:
    """Nobody's name: without it, requests would look for one in ~/.netrc for open data too."""
    return request


def _start(answer: requests.Response) -> int | None:
    """The first byte that a partial answer holds."""
    first = answer.headers.get("Content-Range", "").removeprefix("bytes ").partition("-")[0]
    return int(first) if first.isdigit() else None


def _name(url: str) -> str:
    return f"{hashlib.sha256(url.encode()).hexdigest()[:16]}-{url.rpartition('/')[2][:80]}"


def _progress_text(url: str, have: int, total: int | None) -> str:
    of = f" of {total / 1e6:.1f}" if total else ""
    return f"{url.rpartition('/')[2]}: {have / 1e6:.1f}{of} MB"


def _reason(error: Exception) -> str:
    """The innermost reason in words; outer ones repeat addresses and objects."""
    inner: BaseException = error
    while (below := inner.__cause__ or inner.__context__) is not None:
        inner = below
    return str(getattr(inner, "strerror", None) or inner) or type(error).__name__
