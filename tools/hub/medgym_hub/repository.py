"""A dataset repository of the Hub; what goes wrong there is reported in one line with what helps."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from medgym_core import ConfigError, DataError
from medgym_core.errors.advice import install
from medgym_hub.facts import FILE, Contents
from medgym_hub.parcel import Content

if TYPE_CHECKING:
    from huggingface_hub import HfApi
    from huggingface_hub.hf_api import RepoFile

CARD = "README.md"
OURS = re.compile(
    rf"{re.escape(CARD)}|{re.escape(FILE)}|(?:runs|data|reports|exports)(?:/[A-Za-z0-9][A-Za-z0-9._-]*)+"
)
"""What is fetched of a repository: names that this distribution gives; none leads out of a folder."""


@dataclass(frozen=True)
class Stored:
    """A repository as it stands."""

    commit: str
    """Its commit, hex."""
    files: Mapping[str, RepoFile]
    """Path to what the Hub says of the file."""


class Repository:
    """One repository, at the Hub or wherever ``HF_ENDPOINT`` says, with the token that is logged in."""

    def __init__(self, name: str) -> None:
        """``name`` is ``OWNER/NAME``.

        Raises:
            ConfigError: if it is none, or the Hub's library is not installed.
        """
        if find_spec("huggingface_hub") is None:
            raise ConfigError(f"sharing needs the Hub's library: {install('medgym-hub[huggingface]')}")
        from huggingface_hub import HfApi
        from huggingface_hub.errors import HFValidationError
        from huggingface_hub.utils import disable_progress_bars, validate_repo_id  # type: ignore[attr-defined]

        try:
            validate_repo_id(name)
        except HFValidationError as error:
            raise ConfigError(f"{name!r} is no name of a repository; write OWNER/NAME") from error
        if name.count("/") != 1:
            raise ConfigError(f"{name!r} names no owner; write OWNER/NAME")
        disable_progress_bars()
        self.name = name
        self._api: HfApi = HfApi(endpoint=os.environ.get("HF_ENDPOINT"), library_name="medgym-hub")

    @property
    def url(self) -> str:
        """Its page."""
        return f"{self._api.endpoint}/datasets/{self.name}"

    def stored(self, revision: str | None = None) -> Stored | None:
        """What stands in it; None if it does not exist or is not shown to this token."""
        from huggingface_hub.errors import RepositoryNotFoundError
        from huggingface_hub.hf_api import RepoFile

        with self._worded("reading"):
            try:
                found = self._api.dataset_info(self.name, revision=revision)
            except RepositoryNotFoundError as error:
                if error.response.status_code == 401 and self._api.token is None and not _logged_in():
                    raise
                return None
            commit = str(found.sha)
            tree = self._api.list_repo_tree(self.name, recursive=True, revision=commit, repo_type="dataset")
            return Stored(commit, {entry.path: entry for entry in tree if isinstance(entry, RepoFile)})

    def create(self, private: bool) -> None:
        """Make it, empty."""
        with self._worded("creating"):
            self._api.create_repo(self.name, repo_type="dataset", private=private)

    def contents(self, stored: Stored) -> Contents:
        """What it says that it holds; nothing of an empty one.

        Raises:
            ConfigError: if it holds a dataset that is not of this form.
        """
        if FILE not in stored.files:
            if CARD in stored.files:
                raise ConfigError(
                    f"{self.url} holds a dataset that medgym did not write; choose another name"
                )
            return Contents(items={})
        with self._worded("reading"):
            path = self._api.hf_hub_download(self.name, FILE, repo_type="dataset", revision=stored.commit)
        try:
            found = Contents.model_validate_json(Path(path).read_bytes())
        except ValueError as error:
            raise ConfigError(f"{FILE} of {self.url} cannot be read; choose another repository") from error
        found.refuse_newer()
        return found

    def commit(self, files: Mapping[str, Content], message: str) -> str:
        """Send ``files`` in one commit, which stands whole or not at all; returns its id.

        Contents that the Hub has already are not sent again.
        """
        from huggingface_hub import CommitOperationAdd

        operations = [
            CommitOperationAdd(path, content if isinstance(content, bytes) else str(content))
            for path, content in files.items()
        ]
        with self._worded("sending"):
            made = self._api.create_commit(self.name, operations, commit_message=message, repo_type="dataset")
        return str(made.oid)

    def fetch(self, stored: Stored, out: Path) -> list[str]:
        """Fetch what is of this form into ``out``, and check every byte; returns the paths.

        What an earlier call left there is not fetched again.
        """
        wanted = sorted(path for path in stored.files if OURS.fullmatch(path) and ".." not in path)
        with self._worded("fetching"):
            self._api.snapshot_download(
                self.name, repo_type="dataset", revision=stored.commit, local_dir=out, allow_patterns=wanted
            )
            for path in wanted:
                if not (out / path).is_file() or not _is(out / path, stored.files[path]):
                    raise OSError(f"{path} did not arrive as it stands there")
        return wanted

    @contextmanager
    def _worded(self, doing: str) -> Iterator[None]:
        from huggingface_hub.errors import HfHubHTTPError, RevisionNotFoundError

        again = "type the same again: what arrived is not sent again"
        try:
            yield
        except RevisionNotFoundError as error:
            raise ConfigError(f"{self.url} has no such revision; look at its history") from error
        except HfHubHTTPError as error:
            status = error.response.status_code
            if status in (401, 403):
                raise ConfigError(
                    f"{doing} {self.url} was refused ({status}); log in with `hf auth login`, or set "
                    f"HF_TOKEN to a token that may do it"
                ) from error
            if status == 404:
                raise ConfigError(f"there is no {self.url} for this account; check the name") from error
            raise DataError(f"{doing} {self.url} failed with status {status}; {again}") from error
        except (ConfigError, DataError):
            raise
        except Exception as error:  # the transport's own errors have no class in common with the Hub's
            cause = error.__cause__ or error
            reason = " ".join(f"{type(cause).__name__}: {cause}".split())[:200]
            raise DataError(f"{doing} {self.url} was cut off ({reason}); {again}") from error


def _logged_in() -> bool:
    from huggingface_hub import get_token

    return get_token() is not None


def _is(path: Path, stored: RepoFile) -> bool:
    """Whether the file's bytes are those that the Hub tells of, by the digest that it keeps."""
    with path.open("rb") as stream:
        if stored.lfs is not None:
            return hashlib.file_digest(stream, "sha256").hexdigest() == stored.lfs.sha256
        data = stream.read()
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest() == stored.blob_id
