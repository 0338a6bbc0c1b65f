"""What a pull request proposes, read from git as objects: nothing of it is checked out or executed."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from medgym_core.errors import ConfigError, DataError
from medgym_prove.proposal import process

PLUGINS = "plugins"
REGISTRY = "registry.json"
PLAIN = ("100644", "100755")
"""Modes of regular files; links are 120000, submodules 160000."""
MOST_FILES = 2000
MOST_BYTES = 64 * 2**20
"""Beyond so much, a plugin is no source but data."""


class TreeFile(NamedTuple):
    """One file of a git tree."""

    mode: str
    """Git's: 100644, 100755, 120000 or 160000."""
    blob: str
    """Name of the object."""
    size: int
    """Bytes; 0 for submodules."""
    path: str
    """From the root of the repository, with slashes."""


@dataclass(frozen=True)
class Repository:
    """A git repository, and where objects that are made on the way lie."""

    root: Path
    """Its working tree."""
    variables: Mapping[str, str] = field(default_factory=dict)
    """Given to git beside the process's own."""

    def git(self, *arguments: str, given: bytes = b"") -> bytes:
        """What a git command prints.

        Raises:
            ConfigError: if it fails.
        """
        command = ["git", "-C", str(self.root), *arguments]
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        try:
            with process.started(command, env={**os.environ, **self.variables}, **pipes) as running:
                out, error = running.communicate(given)
        except FileNotFoundError as absent:
            raise ConfigError("git is not installed; a proposal is read from a git repository") from absent
        if running.returncode:
            said = error.decode(errors="replace").strip().splitlines()[-1:] or ["no message"]
            raise ConfigError(f"git {arguments[0]} fails in {self.root}: {said[0]}")
        return out

    def commit(self, revision: str) -> str:
        """Full name of the commit that ``revision`` means.

        Raises:
            ConfigError: if there is none.
        """
        wanted = f"{revision}^{{commit}}"
        try:
            return self.git("rev-parse", "--verify", "--quiet", "--end-of-options", wanted).decode().strip()
        except ConfigError as error:
            raise ConfigError(f"{self.root} knows no commit {revision!r}; `git fetch` it first") from error

    def entries(self, tree: str, path: str) -> tuple[TreeFile, ...]:
        """Every file of ``tree`` at or below ``path``."""
        found = self.git("ls-tree", "-r", "-l", "-z", "--full-tree", tree, "--", path)
        return tuple(map(_entry, filter(None, found.split(b"\0"))))

    def blobs(self, names: Sequence[str]) -> Iterator[bytes]:
        """The contents of ``names``, in their order."""
        output = self.git("cat-file", "--batch", given="".join(f"{name}\n" for name in names).encode())
        for _ in names:
            header, _, output = output.partition(b"\n")
            size = int(header.split()[2])
            yield output[:size]
            output = output[size + 1 :]

    def file(self, tree: str, path: str) -> bytes | None:
        """The content of one regular file of ``tree``, or None."""
        found = [entry for entry in self.entries(tree, path) if entry.path == path and entry.mode in PLAIN]
        return next(self.blobs([found[0].blob])) if found else None


@dataclass(frozen=True)
class Proposal:
    """A base, and what is proposed on top of it."""

    repository: Repository
    """Where both are."""
    base: str
    """Commit of the base branch: its core, libraries and checks judge."""
    tree: str
    """Tree that is proposed: of a commit, or of the working tree."""
    changed: tuple[str, ...]
    """Paths that differ from where the proposal left the base branch, sorted."""

    @cached_property
    def name(self) -> str:
        """The one folder of ``plugins/`` that is touched; empty if there is none, or more than one."""
        folders = {path.split("/")[1] for path in self.changed if _in_plugin(path)}
        return folders.pop() if len(folders) == 1 else ""

    @property
    def folder(self) -> str:
        """Path of the plugin in the repository."""
        return f"{PLUGINS}/{self.name}"

    @cached_property
    def files(self) -> tuple[TreeFile, ...]:
        """Every file of the proposed plugin, sorted by path."""
        found = self.repository.entries(self.tree, f"{self.folder}/") if self.name else ()
        return tuple(sorted(found, key=lambda entry: entry.path))

    def text(self, path: str) -> str | None:
        """A proposed file of the plugin as text, or None.

        Raises:
            DataError: if it is not UTF-8.
        """
        found = self.repository.file(self.tree, f"{self.folder}/{path}")
        try:
            return None if found is None else found.decode()
        except UnicodeDecodeError as error:
            raise DataError(f"{self.folder}/{path} is not UTF-8 ({error}); save it as UTF-8") from error

    def registered(self, tree: str) -> dict[str, Any]:
        """The families of ``registry.json`` in ``tree``; none where there is no such file.

        Raises:
            DataError: if it is malformed.
        """
        try:
            families = json.loads(self.repository.file(tree, REGISTRY) or b'{"families": {}}')["families"]
            return dict(families)
        except (ValueError, LookupError, TypeError) as error:
            raise DataError(
                f"{REGISTRY} of {tree[:12]} is no registry ({error}); generate it anew"
            ) from error

    @cached_property
    def digest(self) -> str:
        """SHA-256 over modes, paths and bytes of the plugin and over its entry of the registry, hex."""
        total = hashlib.sha256()
        for entry, content in zip(self.files, self.contents(), strict=True):
            total.update(f"{entry.mode} {entry.path}\0{len(content)}\0".encode() + content)
        try:
            registered = json.dumps(self.registered(self.tree).get(self.name), sort_keys=True).encode()
        except DataError:  # refused as such; all of it counts
            registered = self.repository.file(self.tree, REGISTRY) or b""
        total.update(registered)
        return total.hexdigest()

    def contents(self) -> list[bytes]:
        """The bytes of ``files``, in their order: of a link its target, of a submodule its commit."""
        blobs = iter(self.repository.blobs([entry.blob for entry in self.files if entry.mode != "160000"]))
        return [entry.blob.encode() if entry.mode == "160000" else next(blobs) for entry in self.files]


def read(root: Path, base: str, head: str | None, scratch: Path) -> Proposal:
    """What ``head``, or else the working tree, proposes to change of ``base``.

    Args:
        root: a folder of the repository.
        base: revision of the branch that is to take it.
        head: revision that is proposed; None takes the files as they lie, those too that git does not track
            yet, and leaves out what it ignores.
        scratch: folder for git's objects of the working tree.

    Raises:
        ConfigError: if this is no repository, or it knows no such revision.
    """
    there = Repository(Path(Repository(root).git("rev-parse", "--show-toplevel").decode().strip()))
    onto, tip = there.commit(base), there.commit(head or "HEAD")
    left = there.git("merge-base", onto, tip).decode().strip()
    there, tree = (there, tip) if head else _working_tree(there, scratch)
    changed = there.git("diff-tree", "-r", "-z", "--name-only", "--no-renames", left, tree)
    paths = sorted(os.fsdecode(path) for path in changed.split(b"\0") if path)
    return Proposal(there, onto, tree, tuple(paths))


def _working_tree(there: Repository, scratch: Path) -> tuple[Repository, str]:
    """The files as they lie, as a tree whose objects and index are kept apart from the repository's own."""
    objects = there.git("rev-parse", "--path-format=absolute", "--git-path", "objects").decode().strip()
    (scratch / "objects").mkdir(parents=True)
    variables = {
        "GIT_INDEX_FILE": str(scratch / "index"),
        "GIT_OBJECT_DIRECTORY": str(scratch / "objects"),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": objects,
    }
    apart = Repository(there.root, variables)
    apart.git("read-tree", "HEAD")
    apart.git("add", "--all")
    return apart, apart.git("write-tree").decode().strip()


def _entry(line: bytes) -> TreeFile:
    about, _, path = line.partition(b"\t")
    mode, _, blob, size = about.decode().split()
    return TreeFile(mode, blob, 0 if size == "-" else int(size), os.fsdecode(path))


def _in_plugin(path: str) -> bool:
    return path.startswith(f"{PLUGINS}/") and path.count("/") > 1
