"""S01: names agree, the family declares what it is, every standard path is there."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError

from medgym_core import plugins
from medgym_core.errors import MedgymError, PluginError
from medgym_core.family import ANSWER_KINDS, TaskFamily
from medgym_prove.check import Check, Evidence
from medgym_prove.subject import Subject

PATHS = ("pyproject.toml", "README.md", "tests/test_family.py")
"""Every plugin has these."""
MODULES = ("__init__.py", "family.py", "loader.py", "oracle.py", "image/Dockerfile", "image/requirements.txt")
"""Every plugin's package has these."""
SETTINGS = ("attacks", "waivers")
"""Keys of ``[tool.medgym]``."""
_PROJECT = (
    *("name", "version", "description", "readme", "requires-python", "license", "license-files", "authors"),
    *("maintainers", "keywords", "classifiers", "urls", "scripts", "gui-scripts", "entry-points"),
    *("dependencies", "optional-dependencies", "dynamic", "import-names", "import-namespaces"),
)
_REQUIRED = ("name", "version", "description", "readme", "requires-python", "authors", "dependencies")


def _examine(subject: Subject) -> Evidence:
    problems = [*_keys(subject), *_names(subject), *_paths(subject)]
    declared = _attributes()
    try:
        family = subject.family
    except PluginError:  # that it cannot be imported is another check's finding
        family = None
    if family is not None:
        problems += _declares(subject, family)
    examined = len(PATHS) + len(MODULES) + len(declared)
    return Evidence(examined=examined, problems=tuple(problems))


def _keys(subject: Subject) -> Iterator[str]:
    where = subject.folder / "pyproject.toml"
    project = subject.project.get("project", {})
    for key in project.keys() - set(_PROJECT):
        yield f"{where}: [project] has no key {key!r}{_meant(key, _PROJECT)}"
    for key in [key for key in _REQUIRED if key not in project]:
        yield f"{where}: [project] lacks {key}"
    for key in subject.project.get("tool", {}).get("medgym", {}).keys() - set(SETTINGS):
        yield f"{where}: [tool.medgym] has no key {key!r}{_meant(key, SETTINGS)}"


def _names(subject: Subject) -> Iterator[str]:
    where, name = subject.folder / "pyproject.toml", subject.name
    package = f"medgym_plugin_{name.replace('-', '_')}"
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        yield f"{where}: the entry point {name!r} is no family name; use lower-case words joined by '-'"
    if (said := subject.project.get("project", {}).get("name")) != f"medgym-plugin-{name}":
        yield f"{where}: the project is called {said!r}; the family {name} is medgym-plugin-{name}"
    if (module := subject.entry_points[name]) != package:
        yield f"{where}: the entry point {name} names the module {module!r}; it is {package}"


def _paths(subject: Subject) -> Iterator[str]:
    wanted = [
        *(subject.folder / path for path in PATHS),
        *(subject.package / path for path in MODULES),
    ]
    yield from (f"{path} is missing; every plugin has it" for path in wanted if not path.is_file())


def _declares(subject: Subject, family: TaskFamily) -> Iterator[str]:
    where = subject.package / "family.py"
    for name, adapter in _attributes().items():
        if not hasattr(family, name):
            own = [word for word in dir(family) if word not in dir(TaskFamily)]
            yield f"{where}: the family declares no {name}{_meant(name, own)}"
            continue
        try:
            adapter.validate_python(getattr(family, name), strict=True)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            at = "".join(f"[{part!r}]" for part in first["loc"])
            yield f"{where}: {name}{at}: {first['msg']}"
    if all(hasattr(family, name) for name in _attributes()):
        yield from _agrees(subject, family)


def _agrees(subject: Subject, family: TaskFamily) -> Iterator[str]:
    where = subject.package / "family.py"
    if family.name != subject.name:
        yield f"{where}: name is {family.name!r}; the entry point is {subject.name}"
    version = subject.project.get("project", {}).get("version")
    if family.version != version:
        yield f"{where}: version is {family.version!r}; pyproject.toml says {version!r}; install it anew"
    for text in ("title", "summary"):
        if not getattr(family, text):
            yield f"{where}: {text} is empty"
    names = [getattr(category, "name", "") for category in family.categories]
    if not names or len(set(names)) != len(names):
        yield f"{where}: categories are {names}; there is at least one, and none twice"
    if not family.splits:
        yield f"{where}: there are no splits"
    if family.environment.recipe != subject.package / "image":
        yield f"{where}: environment.recipe is {family.environment.recipe}; it is {subject.package / 'image'}"
    yield from (f"{where}: {problem}" for problem in _asked(family))


def _asked(family: TaskFamily) -> Iterator[str]:
    for attribute in ("answer_kinds", "actions"):
        named = getattr(family, attribute)
        if not named or len(set(named)) != len(named):
            yield f"{attribute} are {list(named)}; there is at least one, and none twice"
    for kind in sorted(set(family.answer_kinds) - set(ANSWER_KINDS)):
        yield f"there is no answer kind {kind!r}{_meant(kind, ANSWER_KINDS)}"
    for action in family.actions:
        try:
            plugins.action(action)
        except MedgymError as error:  # it says which action was meant
            yield str(error)


@cache
def _attributes() -> dict[str, TypeAdapter[Any]]:
    """Attribute to its declared type."""
    hints = get_type_hints(TaskFamily)
    return {name: TypeAdapter(get_args(hint)[0]) for name, hint in hints.items()}


def _meant(name: str, known: Collection[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {close[0]!r}?" if close else f"; known: {', '.join(sorted(known))}"


S01 = Check(
    id="S01",
    level=0,
    title="names agree, the family declares what it is, every standard path is there",
    hint="Call the project medgym-plugin-NAME, its package medgym_plugin_NAME, the entry point and the "
    "family NAME; declare every class attribute of TaskFamily with its type, name known answer kinds and "
    "actions in it; keep the standard paths.",
    examine=_examine,
)
