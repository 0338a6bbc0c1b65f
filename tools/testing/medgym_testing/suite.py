"""What holds for every suite: its marks, what a machine lacks, how long a test may take, and laws.

A plugin of pytest that a project takes with ``addopts = ["-p", "medgym_testing.suite"]``. Which tests are
slow or nightly stands in ``tests/slow.toml`` beside the project file. Laws draw new examples each time; with
``HYPOTHESIS_PROFILE=repeat``, as in CI, the same ones, so that a change is refused only for what it did.
"""

from __future__ import annotations

import os
import signal
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from medgym_core import plugins

MARKS = (
    "docker: needs a Docker engine",
    "bubblewrap: needs bubblewrap",
    "browser: needs Chromium and its driver",
    "slow: takes more than a second or so; runs in CI",
    "nightly: takes minutes, or shows of one more family what CI shows of another; always slow as well",
)
BACKENDS = ("docker", "bubblewrap")
TIMEOUT_S = 900
"""A test that takes longer hangs, and fails, where pytest-timeout is installed."""
RESTARTED = "default:A worker stopped while some jobs were given to the executor"
"""joblib warns of it in the thread that reads results, when a worker has grown large and another takes its
place: as an error it would end that thread, and whoever asked would wait for ever."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Register the marks; no law has a deadline, no test hangs, and Ctrl-C is heard."""
    for mark in MARKS:
        config.addinivalue_line("markers", mark)
    config.addinivalue_line("filterwarnings", RESTARTED)
    if config.pluginmanager.hasplugin("timeout") and config.getoption("timeout") is None:
        config.option.timeout = TIMEOUT_S
    os.environ.pop("COLUMNS", None)  # pytest-xdist sets it for its workers, and tables would be as narrow
    # In the background of a script it is ignored, which children would inherit.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if find_spec("hypothesis"):
        _load_profile()


def _load_profile() -> None:
    from hypothesis import HealthCheck, settings

    any_machine = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("explore", any_machine)
    settings.register_profile("repeat", any_machine, derandomize=True, database=None)
    settings.register_profile("mutants", settings.get_profile("repeat"), max_examples=20)
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "explore"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What this machine cannot run is skipped with the reason; what shares a build stays in one process."""
    for item in items:
        for mark in marks(item):
            item.add_marker(mark)
        if item.get_closest_marker("nightly"):
            item.add_marker("slow")
    for backend in BACKENDS:
        _skip_without(backend, [item for item in items if item.get_closest_marker(backend)])
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            if not item.get_closest_marker("xdist_group"):
                item.add_marker(pytest.mark.xdist_group(group(item.path)))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Groups that a new pytest no longer hands to pytest-xdist would make every build once a process."""
    grouped = not session.items or "@" in session.items[0].nodeid.partition("::")[2]
    if getattr(session.config.option, "loadgroup", False) and not grouped:
        raise pytest.UsageError("pytest-xdist does not see the groups of tests; its pytest is too new")


@cache
def project(folder: Path) -> Path:
    """The folder at or above ``folder`` that holds the project file; without one, ``folder``."""
    above = (folder, *folder.parents)
    return next((place for place in above if (place / "pyproject.toml").is_file()), folder)


@cache
def _place(path: Path) -> tuple[Path, str]:
    """The folder of the project that a file is of, and the file's path below it."""
    folder = project(path.parent)
    return folder, path.relative_to(folder).as_posix()


@cache
def _declared(folder: Path) -> dict[str, dict[str, Any]]:
    path = folder / "tests" / "slow.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def marks(item: pytest.Item) -> Iterable[str]:
    """Marks of an item: by how its id begins, or by a fixture that it takes, itself or through others."""
    folder, place = _place(item.path)
    identity = f"{place}::{item.nodeid.partition('::')[2]}"
    names = {*getattr(item, "fixturenames", ())}
    for mark, named in _declared(folder).items():
        begun = identity.startswith(tuple(named.get("tests", ())))
        found = named.get("fixtures", {}).items()
        if begun or any(place.startswith(part) and names & {*taken} for part, taken in found):
            yield mark


@cache
def group(path: Path) -> str:
    """Tests of a plugin or library share builds; others, and those of boxes, the fixtures of their file."""
    folder, place = _place(path)
    builds = folder.parent.name in {"plugins", "libs"} and folder.name != "sandbox"
    return folder.name if builds else f"{folder.name}/{place}"


def _skip_without(backend: str, items: list[pytest.Item]) -> None:
    if items and not (found := plugins.sandbox(backend).probe()).ok:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=f"{backend}: {found.reason}"))
