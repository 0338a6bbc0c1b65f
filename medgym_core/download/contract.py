"""What can be fetched: a publisher's files with the way to check each, and sources made of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator

from medgym_core.access.tier import Tier, strictest
from medgym_sandbox.boundary.frozen import Frozen

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def safe_name(name: str) -> bool:
    """Whether ``name`` means a file below the folder that it is relative to, on every system."""
    parts = PurePosixPath(name).parts
    return bool(parts) and not name.startswith("/") and ".." not in parts and "\\" not in name


def refuse_plain(url: str) -> str:
    """``url``, if it is reached by https, or is this machine's own.

    Raises:
        ValueError: if it is not.
    """
    parsed = urlsplit(url)
    if parsed.scheme == "https" or (parsed.scheme == "http" and parsed.hostname in LOOPBACK):
        return url
    raise ValueError(f"{url} is not reached by https")


class Listing(Frozen):
    """A publisher's own list of checksums, for files whose SHA-256 no declaration states."""

    kind: Literal["sha256sums", "git-tree"]
    """A ``SHA256SUMS.txt``, or GitHub's list of the object names of a commit (SHA-1 of blobs)."""
    url: str
    """Where it is."""
    prefix: str = ""
    """What the names in the list begin with and the names of the files do not."""

    @property
    def file(self) -> str:
        """The name under which it is kept beside the files."""
        return {"sha256sums": "SHA256SUMS.txt", "git-tree": "git-tree.json"}[self.kind]

    @field_validator("url")
    @classmethod
    def _by_https(cls, url: str) -> str:
        return refuse_plain(url)


class Remote(Frozen):
    """One published set of files: where they are, under which licence, and how each is checked."""

    id: str = Field(pattern=r"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$")
    """Name and version; names its folder of the cache."""
    title: str
    """What it is, for people."""
    page: str
    """Where a person finds it, and its agreement where there is one."""
    base: str
    """What the address of each file begins with."""
    licence: str
    """Name of its licence."""
    licence_page: str
    """Where its text is."""
    tier: Tier
    """How sensitive it is; labelled data is asked for by the user's own name."""
    files: Mapping[str, str]
    """Each file by name, relative to ``base``, to its SHA-256, hex; empty where the listing states it.

    With a listing a name may be a pattern, as in ``*.csv.gz``; it is matched whatever the case.
    """
    listing: Listing | None = None
    """Where the publisher states the checksums of the files without one."""

    @classmethod
    def github(cls, repo: str, commit: str, folder: str = "", **fields: object) -> Remote:
        """Files in ``folder`` of ``repo`` (owner/name) at ``commit`` (40 hex digits)."""
        prefix = f"{folder}/" if folder else ""
        listing = Listing(
            kind="git-tree",
            url=f"https://api.github.com/repos/{repo}/git/trees/{commit}?recursive=1",
            prefix=prefix,
        )
        base = f"https://raw.githubusercontent.com/{repo}/{commit}/{prefix}"
        page = f"https://github.com/{repo}/tree/{commit}/{folder}"
        return cls.model_validate({"base": base, "page": page, "listing": listing, **fields})

    @classmethod
    def physionet(cls, project: str, version: str, **fields: object) -> Remote:
        """Files of a project of PhysioNet, checked by the ``SHA256SUMS.txt`` of its version."""
        base = f"https://physionet.org/files/{project}/{version}/"
        page = f"https://physionet.org/content/{project}/{version}/"
        listing = Listing(kind="sha256sums", url=f"{base}SHA256SUMS.txt")
        licence = f"https://physionet.org/content/{project}/view-license/{version}/"
        known = {"base": base, "page": page, "listing": listing, "licence_page": licence}
        return cls.model_validate({"id": f"{project}-{version}", **known, **fields})

    @property
    def checked_by(self) -> str:
        """How its files are checked, in words."""
        pinned = all(self.files.values())
        if pinned or self.listing is None:
            return "SHA-256 pinned in medgym"
        theirs = {
            "sha256sums": "the publisher's SHA256SUMS.txt",
            "git-tree": "GitHub's object names of the pinned commit",
        }[self.listing.kind]
        return f"SHA-256 pinned in medgym, or {theirs}" if any(self.files.values()) else theirs

    @field_validator("base")
    @classmethod
    def _by_https(cls, base: str) -> str:
        if not base.endswith("/"):
            raise ValueError(f"{base} does not end with a slash")
        return refuse_plain(base)

    @model_validator(mode="after")
    def _every_file_is_checked(self) -> Remote:
        for name, sha256 in self.files.items():
            if not safe_name(name):
                raise ValueError(f"{name} is no name below a folder")
            if sha256 and (len(sha256) != 64 or set(sha256) - set("0123456789abcdef")):
                raise ValueError(f"the SHA-256 of {name} is not 64 hex digits in lower case")
            if not sha256 and self.listing is None:
                raise ValueError(f"{name} has no SHA-256, and there is no listing that states it")
        return self


class Download(Frozen):
    """A source of a family that can be fetched: published sets, each in its place of one folder."""

    title: str
    """What one has then."""
    parts: Mapping[str, Remote] = Field(min_length=1)
    """Sub-folder, empty for the folder itself, to what lies there."""
    needs: str = ""
    """What else is needed before it can be built, in words; empty where nothing is."""

    @property
    def tier(self) -> Tier:
        """How sensitive it is: as its most sensitive part."""
        return strictest(part.tier for part in self.parts.values())
