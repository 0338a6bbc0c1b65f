"""What must hold of a proposal before anything of it runs: where it writes, what it is made of, its names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from medgym_core.errors import DataError
from medgym_prove.proposal.overlay import (
    MOST_BYTES,
    MOST_FILES,
    PLAIN,
    PLUGINS,
    REGISTRY,
    Proposal,
)

CORE = "medgym-core"
_SHOWN = 20
_WORD = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.+@=, -]*")
"""What a part of a path is made of."""
_REQUIREMENT = re.compile(r"[A-Za-z0-9][\w.-]*\s*(\[[\w., -]*\])?[\s\d\w.,<>=!~*+]*(;[\s\w.'\"<>=!()]*)?")
"""A requirement by name: no address, no option."""


class Rule(NamedTuple):
    """One thing that a proposal must keep to."""

    id: str
    """``P`` and a number."""
    title: str
    """What holds."""
    hint: str
    """How to fix it."""
    broken: Callable[[Proposal], Iterator[str]]
    """How it is broken, each with where."""


def project_of(text: str | None, where: str) -> dict[str, Any]:
    """A ``pyproject.toml``, parsed; empty where there is none.

    Raises:
        DataError: if it is malformed.
    """
    try:
        return tomllib.loads(text or "")
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{where}: {error}") from error


def normal(name: object) -> str:
    """A distribution's name as installers compare it."""
    return re.sub(r"[-_.]+", "-", str(name)).lower()


def requirements(project: Mapping[str, Any]) -> list[str]:
    """What a plugin declares to need, to run and to be built."""
    needed = [*project.get("project", {}).get("dependencies", ())]
    return [*map(str, needed), *map(str, project.get("build-system", {}).get("requires", ()))]


def providers(proposal: Proposal) -> dict[str, dict[str, Any]]:
    """The ``pyproject.toml`` of the core, and of every library, tool and plugin of the base, by folder."""
    there, found = proposal.repository, {}
    paths = ["pyproject.toml"]
    for parent in ("libs", "tools", PLUGINS):
        entries = there.entries(proposal.base, f"{parent}/")
        paths += [e.path for e in entries if e.path.count("/") == 2 and e.path.endswith("/pyproject.toml")]
    for path in paths:
        text = (there.file(proposal.base, path) or b"").decode()
        found[path.rpartition("/")[0]] = project_of(text, path)
    return found


def _own_project(proposal: Proposal) -> dict[str, Any]:
    where = f"{proposal.folder}/pyproject.toml"
    return project_of(proposal.text("pyproject.toml"), where)


def _elsewhere(proposal: Proposal) -> Iterator[str]:
    own = f"{proposal.folder}/" if proposal.name else ""
    outside = [path for path in proposal.changed if not (own and path.startswith(own)) and path != REGISTRY]
    if not proposal.changed:
        yield "nothing is changed"
    elif not proposal.name:
        folders = {"/".join(path.split("/")[:2]) for path in outside if path.startswith(f"{PLUGINS}/")}
        touched = ", ".join(sorted(folders)) or "none"
        yield f"{len(folders)} families are touched ({touched}); propose one at a time"
        outside = [path for path in outside if not path.startswith(f"{PLUGINS}/")]
    elif not proposal.files:
        yield f"{proposal.folder} is removed; ask a maintainer to remove a family"
    yield from _listed(f"{path} is outside {own or PLUGINS + '/NAME/'}" for path in outside)
    if REGISTRY in proposal.changed:
        yield from _other_entries(proposal)


def _other_entries(proposal: Proposal) -> Iterator[str]:
    before, after = proposal.registered(proposal.base), proposal.registered(proposal.tree)
    for name in sorted({*before, *after} - {proposal.name}):
        if before.get(name) != after.get(name):
            yield f"{REGISTRY}: the entry of {name} is changed"


def _unplain(proposal: Proposal) -> Iterator[str]:
    kinds = {"120000": "a symbolic link", "160000": "a submodule"}
    for entry in proposal.files:
        if entry.mode not in PLAIN:
            yield f"{entry.path} is {kinds.get(entry.mode, 'no regular file')}; propose regular files only"
        if not all(_WORD.fullmatch(part) and part not in ("..", ".git") for part in entry.path.split("/")):
            yield f"{entry.path!r} is no plain path; use letters, digits, '_', '-' and '.'"
    count, size = len(proposal.files), sum(entry.size for entry in proposal.files)
    if count > MOST_FILES or size > MOST_BYTES:
        yield (
            f"{proposal.folder} has {count} files and {size} bytes; {MOST_FILES} and {MOST_BYTES} are "
            f"allowed: published data is fetched by the user, synthetic data is made"
        )
    yield from _shadowing(proposal)


def _shadowing(proposal: Proposal) -> Iterator[str]:
    """Files at the top of the plugin would be imported before the base's modules of the same name."""
    for entry in proposal.files:
        first, _, rest = entry.path.removeprefix(f"{proposal.folder}/").partition("/")
        if not rest and first.endswith((".py", ".pyc", ".so", ".pth")):
            yield f"{entry.path} can replace a module of the base; put code into medgym_plugin_NAME/"
        if rest == "__init__.py" and not first.startswith("medgym_plugin_") and first != "tests":
            yield f"{entry.path}: a package {first} can replace one of the base; use medgym_plugin_NAME/"


def _clashing(proposal: Proposal) -> Iterator[str]:
    where, project = f"{proposal.folder}/pyproject.toml", _own_project(proposal)
    identity = project.get("project", {})
    package, points = normal(identity.get("name")), identity.get("entry-points", {})
    families = sorted(points.get("medgym", {}))
    if families != [proposal.name]:
        yield f"{where}: provides {', '.join(families) or 'no family'}; the folder is called {proposal.name}"
    known = providers(proposal)
    for folder, other in known.items():
        yield from _shared(where, package, points, folder, other, proposal.folder)
    for family in families:
        owner = proposal.registered(proposal.base).get(family, {}).get("package")
        if owner and normal(owner) != package:
            yield f"{where}: the family {family} is registered by {owner}"
    scripts = {*identity.get("scripts", ()), *identity.get("gui-scripts", ())}
    for script in sorted(scripts & set(known.get("", {}).get("project", {}).get("scripts", ()))):
        yield f"{where}: the command {script} is the core's"
    yield from (
        f"{where}: entry points of {group} are none of a family's" for group in points if group != "medgym"
    )


def _shared(
    where: str, package: str, points: Mapping[str, Any], folder: str, other: Mapping[str, Any], own: str
) -> Iterator[str]:
    """Names that the plugin has in common with one project of the base; of its own folder, those it lost."""
    identity = other.get("project", {})
    theirs = normal(identity.get("name"))
    if folder == own:
        if theirs != package:
            yield f"{where}: {folder} is {theirs}, and would be taken over as {package}"
        return
    if theirs == package:
        yield f"{where}: the project {package} is that of {folder or 'the core'}"
    for family in points.get("medgym", {}).keys() & identity.get("entry-points", {}).get("medgym", {}).keys():
        yield f"{where}: the family {family} is provided by {theirs} in {folder}"


def _addressed(proposal: Proposal) -> Iterator[str]:
    where = f"{proposal.folder}/pyproject.toml"
    for text in requirements(_own_project(proposal)):
        if not _REQUIREMENT.fullmatch(text):
            yield f"{where}: {text!r} names no released version; write NAME>=LOW,<HIGH"


def _listed(problems: Iterator[str]) -> Iterator[str]:
    found = list(problems)
    yield from found[:_SHOWN]
    if len(found) > _SHOWN:
        yield f"{len(found) - _SHOWN} more paths are outside"


RULES = (
    Rule(
        "P01",
        "one family's folder is changed, and at most its entry of the registry",
        "Move what is not the family's to a pull request of its own, and rebase on the base branch. "
        "Entries of other families come from what is installed: uninstall those whose source is elsewhere, "
        "install what is as in the base, and run `medgym registry build` anew.",
        _elsewhere,
    ),
    Rule(
        "P02",
        "all files are plain, and none replaces one of the base's",
        "Commit regular files with plain names, code in medgym_plugin_NAME/, no links, no submodules.",
        _unplain,
    ),
    Rule(
        "P03",
        "the names of family, project and commands are nobody else's",
        "Choose another name with `medgym new-task`; the folder, the entry point and the family share it.",
        _clashing,
    ),
    Rule(
        "P04",
        "it is installed from its declared dependencies, offline, and installs nothing but its own package",
        "Declare released versions of every dependency, build with hatchling, ship medgym_plugin_NAME alone.",
        _addressed,
    ),
)
"""Held one after the other, in this order; the first that is broken ends the judgement."""
