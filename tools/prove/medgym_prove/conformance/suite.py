"""The whole suite, and how a backend is put to it."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Collection, Sequence
from functools import cache
from itertools import chain
from pathlib import Path

from medgym_core.errors import ConfigError, SandboxError
from medgym_prove.conformance import (
    copies,
    execution,
    files,
    host_files,
    lifetime,
    limits,
    neighbours,
    network,
    output,
    pressure,
    privileges,
    sight,
    succession,
    surroundings,
    view,
)
from medgym_prove.conformance.behaviour import Behaviour, Broken, behaviours_of
from medgym_prove.conformance.bench import Bench
from medgym_prove.conformance.report import Conformance, Result
from medgym_sandbox.backend import FileRefused, SandboxBackend
from medgym_sandbox.spec import BoxEnvironment

_MODULES = (
    execution,
    files,
    copies,
    output,
    limits,
    pressure,
    network,
    host_files,
    view,
    privileges,
    neighbours,
    sight,
    succession,
    surroundings,
    lifetime,
)


@cache
def behaviours() -> tuple[Behaviour, ...]:
    """Every behaviour of the suite."""
    return tuple(chain.from_iterable(behaviours_of(module) for module in _MODULES))


def check(
    backend: SandboxBackend,
    *,
    environment: BoxEnvironment | None = None,
    names: Collection[str] | None = None,
    home: Path | None = None,
) -> Conformance:
    """Try every behaviour, or those named, on a backend that can start boxes here.

    Without ``environment`` the boxes hold Python and nothing else. ``home`` keeps box environments; without
    it, they are made anew.

    Raises:
        ConfigError: if a name is unknown.
        SandboxError: if the backend cannot make its environment.
    """
    chosen = _chosen(names)
    with tempfile.TemporaryDirectory() as scratch:
        environment = environment or plain_environment(Path(scratch, "recipe"))
        with Bench(backend, environment, home or Path(scratch, "home")) as bench:
            backend.prepare(bench.spec())
            return Conformance(backend=backend.name, results=_results(bench, chosen))


def try_out(bench: Bench, behaviour: Behaviour) -> Result:
    """Whether the behaviour holds. A box that fails us under the test does not hold it either."""
    started, seen = time.monotonic(), ""
    try:
        behaviour.check(bench)
    except (Broken, SandboxError, FileRefused, OSError) as error:  # OSError: its processes were gone
        seen = f"{type(error).__name__}: {error}"
        bench.drop_shared()
    return Result(
        name=behaviour.name,
        guarantee=behaviour.guarantee,
        summary=behaviour.summary,
        declared=behaviour.guarantee in bench.backend.guarantees(),
        held=not seen,
        seen=seen,
        duration_s=time.monotonic() - started,
    )


def plain_environment(recipe: Path) -> BoxEnvironment:
    """An environment with Python and nothing else, its recipe made in ``recipe``."""
    recipe.mkdir(parents=True, exist_ok=True)
    (recipe / "requirements.txt").write_text("")
    return BoxEnvironment(recipe)


def _results(bench: Bench, chosen: Sequence[Behaviour]) -> tuple[Result, ...]:
    return tuple(try_out(bench, behaviour) for behaviour in chosen)


def _chosen(names: Collection[str] | None) -> list[Behaviour]:
    """Those behaviours, and all of the guarantees that are named."""
    known = behaviours()
    if names is None:
        return list(known)
    if unknown := sorted(set(names) - {one.name for one in known} - {one.guarantee for one in known}):
        raise ConfigError(f"the conformance suite has no behaviour or guarantee {', '.join(unknown)}")
    return [one for one in known if one.name in names or one.guarantee in names]
