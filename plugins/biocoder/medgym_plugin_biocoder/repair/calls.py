"""The hidden calls of a task, and what packages return on them.

Several calls share an interpreter, as in use, so that what one leaves behind is seen by the next.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Lock
from types import ModuleType
from typing import Any, NamedTuple

from pydantic import JsonValue

from medgym_core import DataError
from medgym_plugin_biocoder.guess import near
from medgym_plugin_biocoder.repair.contract import Bug, Project, planted

TOGETHER = 4
"""Calls of one function that share an interpreter."""
DRAWN = 12
"""Random calls of each function."""
NOTICED = 36
"""The same, of the function by which a bug is noticed."""
_LOADING = Lock()
"""Held while modules of a project are loaded and called, as each project has one name in this process."""
SHOWN = 3
"""Least number of hidden calls that a bug changes."""
ATTEMPTS = 8
"""Draws of all calls, of which the first that shows the bug is taken."""
KEPT = 1 / 3
"""Least share of calls on which a bug changes nothing."""

Call = tuple[str, list[Any]]
"""A public function and its arguments."""


class Run(NamedTuple):
    """Calls in one interpreter, and what they must give: ``{"value": ...}``, or ``{"error": class}``."""

    calls: list[Call]
    expected: list[JsonValue]


def hidden(project: Project, bug: Bug, salt: str) -> list[Run]:
    """The runs of a task, expected as the second program says.

    Raises:
        DataError: if the package without fault says otherwise, or ``bug`` changes too few or too many.
    """
    shown: list[bool] = []
    for attempt in range(ATTEMPTS):
        rng = Random(f"{salt}/repair/{project.name}/{bug.name}/{attempt}")
        runs = [_run(project, group) for group in _groups(project, bug, rng)]
        _refuse_disagreement(project, runs)
        broken = _results(project.name, planted(project, bug), runs)
        shown = [
            not near(one, other)
            for found, run in zip(broken, runs, strict=True)
            for one, other in zip(found, run.expected, strict=True)
        ]
        if SHOWN <= sum(shown) <= (1 - KEPT) * len(shown):
            return runs
    raise DataError(
        f"{project.name}: {bug.name} changes {sum(shown)} of {len(shown)} results; let the project's `draws` "
        f"and `edges` show it, and show what stays"
    )


def _refuse_disagreement(project: Project, runs: Sequence[Run]) -> None:
    clean = _results(project.name, project.files(), runs)
    for run, found in zip(runs, clean, strict=True):
        for call, one, other in zip(run.calls, found, run.expected, strict=True):
            if not near(one, other):
                raise DataError(f"{project.name}: two programs disagree on {call}: {one} and {other}")


def _groups(project: Project, bug: Bug, rng: Random) -> list[list[Call]]:
    """All calls in groups; most are of the function by which the bug is noticed, none is the known one."""
    groups = []
    for name, draw in project.draws.items():
        drawn = [draw(rng) for _ in range(NOTICED if name == bug.call[0] else DRAWN)]
        calls = [(name, list[Any](args)) for args in (*project.edges.get(name, ()), *drawn)]
        calls = [call for call in calls if call != (bug.call[0], [*bug.call[1]])]
        rng.shuffle(calls)
        groups += [calls[first : first + TOGETHER] for first in range(0, len(calls), TOGETHER)]
    return groups


def _run(project: Project, calls: Sequence[Call]) -> Run:
    plain: list[Call] = [(name, args) for name, args in json.loads(json.dumps(calls))]
    return Run(plain, [called(project.second, name, args) for name, args in plain])


def called(module: ModuleType, name: str, args: Sequence[Any]) -> JsonValue:
    """What one call gives; as in the box. The plugin's own code, never a submission."""
    try:
        value = getattr(module, name)(*json.loads(json.dumps(args)))
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        return {"error": type(error).__name__}
    found: JsonValue = {"value": json.loads(json.dumps(value, allow_nan=False))}
    return found


def _results(name: str, files: Mapping[str, str], runs: Sequence[Run]) -> list[list[JsonValue]]:
    """What the modules ``files`` give, loaded anew for every run."""
    with _LOADING, TemporaryDirectory() as folder:
        for file, text in files.items():
            Path(folder, file).write_text(text, encoding="utf-8")
        return [
            [called(module, entry, args) for entry, args in run.calls]
            for run, module in ((run, _loaded(name, Path(folder))) for run in runs)
        ]


def _loaded(name: str, folder: Path) -> ModuleType:
    alias = f"_repair_{name}"
    for old in [each for each in sys.modules if each.partition(".")[0] == alias]:
        del sys.modules[old]
    spec = importlib.util.spec_from_file_location(
        alias, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[alias] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
