"""What holds for every test: no law has a deadline, no test hangs, Ctrl-C is heard, and who shares a process.

Laws draw new examples each time; with ``HYPOTHESIS_PROFILE=repeat``, as in CI, the same ones, so that a
change is refused only for what it did.
"""

from __future__ import annotations

import os
import signal
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from medgym_core import plugins

_ANY_MACHINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("explore", _ANY_MACHINE)
settings.register_profile("repeat", _ANY_MACHINE, derandomize=True, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "explore"))

os.environ.pop("COLUMNS", None)  # pytest-xdist sets it for its workers, and tables would be as narrow
_LEVELS = tomllib.loads((Path(__file__).parent / "tests" / "levels.toml").read_text("utf-8"))
"""Slow and nightly tests."""
TIMEOUT_S = 900
"""A test that takes longer hangs, and fails."""


# In the background of a script it is ignored, which children would inherit.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """No test hangs for ever where pytest-timeout is installed, which it is for development."""
    if config.pluginmanager.hasplugin("timeout") and config.getoption("timeout") is None:
        config.option.timeout = TIMEOUT_S


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What this machine cannot run is skipped with the reason; what shares a build stays in one process."""
    for item in items:
        place = Path(item.path).relative_to(config.rootpath).as_posix()
        for mark, level in _LEVELS.items():
            if item.nodeid.startswith(tuple(level["tests"])) or takes_long(item, place, level["fixtures"]):
                item.add_marker(mark)
        if item.get_closest_marker("nightly"):
            item.add_marker("slow")
    for backend in ("docker", "bubblewrap"):
        skip_without(backend, [item for item in items if item.get_closest_marker(backend)])
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            item.add_marker(
                pytest.mark.xdist_group(group(item, Path(item.path).relative_to(config.rootpath)))
            )


def takes_long(item: pytest.Item, place: str, fixtures: dict[str, list[str]]) -> bool:
    """Whether the item takes one of the fixtures of its place, itself or through others."""
    names = {*getattr(item, "fixturenames", ())}
    return any(place.startswith(folder) and names & {*found} for folder, found in fixtures.items())


def skip_without(backend: str, items: list[pytest.Item]) -> None:
    """Skip the items unless the backend can start boxes here."""
    if items and not (found := plugins.sandbox(backend).probe()).ok:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=f"{backend}: {found.reason}"))


def group(item: pytest.Item, place: Path) -> str:
    """Tests of a plugin or library share its builds; others, and those of boxes, the fixtures of their file.

    The commands of a page stand alone: whatever two pages share is made by whoever comes first.
    """
    if "page" in getattr(item, "fixturenames", ()) and place.name == "test_commands.py":
        return item.nodeid
    builds = place.parts[0] in {"plugins", "libs"} and place.parts[1] != "sandbox"
    return "/".join(place.parts[:2] if builds else place.parts)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Groups that a new pytest no longer hands to pytest-xdist would make every build once a process."""
    grouped = not session.items or "@" in session.items[0].nodeid.partition("::")[2]
    if getattr(session.config.option, "loadgroup", False) and not grouped:
        raise pytest.UsageError("pytest-xdist does not see the groups of tests; its pytest is too new")
