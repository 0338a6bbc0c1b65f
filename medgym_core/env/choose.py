"""Which backend a run uses, and one line that says what it does not protect and how to get a better one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from medgym_core import plugins
from medgym_core.errors import ConfigError, SandboxError
from medgym_sandbox.backend import Sandbox, SandboxBackend
from medgym_sandbox.recipe import name_of
from medgym_sandbox.spec import BoxEnvironment, BoxSpec, Guarantee

PREFERENCE = ("docker", "bubblewrap", "process")
"""What `auto` tries, best first."""


@dataclass(frozen=True)
class Choice:
    """The backend of a run."""

    name: str
    """Its name."""
    line: str
    """For the user: which, what it does not protect and, if there is such, how to get a better one."""


def choose(
    name: str,
    environments: Sequence[BoxEnvironment],
    home: Path,
    isolated: bool,
    tell: Callable[[str], object] = str,
) -> Choice:
    """The backend called ``name``, or for ``auto`` the best that works here, ready for ``environments``.

    ``home`` is where package folders are kept; ``isolated`` says that some data may only be seen by boxes
    with a file tree of their own, and in Docker by containers of their own. ``tell`` hears what is made.

    Raises:
        ConfigError: if the backend is unknown, may not see the data or cannot start boxes here.
        SandboxError: if the one asked for cannot be made ready.
    """
    needs = frozenset({Guarantee.OWN_ROOT} if isolated else ())
    if name != "auto":
        backend = plugins.sandbox(_for_labelled(name) if isolated else name)
        if gap := _gap(backend, needs):
            raise ConfigError(f"sandbox {name} cannot be used: {gap}")
        _prepare(backend, environments, home, tell)
        return Choice(backend.name, _line(backend, []))
    backend, gaps = _best(environments, home, needs, tell)
    return Choice(backend.name, _line(backend, gaps))


def refuse_unusable(name: str, isolated: bool) -> None:
    """Refuse the backend called ``name`` where it cannot start boxes here; prepares nothing.

    Raises:
        ConfigError: if it is unknown, may not see the data or cannot start boxes here; for ``auto``, if that
            holds of every backend.
    """
    needs = frozenset({Guarantee.OWN_ROOT} if isolated else ())
    names = PREFERENCE if name == "auto" else (name,)
    gaps = {each: _trouble(plugins.sandbox(each), needs) for each in names}
    if all(gaps.values()):
        raise ConfigError("; ".join(f"sandbox {each} cannot be used: {gap}" for each, gap in gaps.items()))


def open_box(spec: BoxSpec, needs: frozenset[Guarantee]) -> Sandbox:
    """A box of the best backend here that promises ``needs``, for a build that must run published code.

    Raises:
        ConfigError: if no backend can be used, with what keeps each from it.
        SandboxError: if the box cannot be started.
    """
    return _able(spec.environment, spec.home, needs).start(spec)


@cache
def _able(environment: BoxEnvironment, home: Path, needs: frozenset[Guarantee]) -> SandboxBackend:
    return _best([environment], home, needs)[0]


def _best(
    environments: Sequence[BoxEnvironment],
    home: Path,
    needs: frozenset[Guarantee],
    tell: Callable[[str], object] = str,
) -> tuple[SandboxBackend, list[str]]:
    """The first of the preferred that works here, made ready, and what keeps those before it."""
    gaps: list[str] = []
    for candidate in map(_for_labelled, PREFERENCE) if Guarantee.OWN_ROOT in needs else PREFERENCE:
        backend = plugins.sandbox(candidate)
        try:
            gap = _gap(backend, needs) or _prepare(backend, environments, home, tell)
        except SandboxError as error:
            gap = str(error)
        if not gap:
            return backend, gaps
        gaps.append(f"{candidate}: {gap}")
    raise ConfigError("no sandbox can be used here; " + "; ".join(gaps))


def _for_labelled(name: str) -> str:
    """What boxes of labelled data have in place of ``name``: containers that served no other box."""
    return "docker-fresh" if name == "docker" else name


def _gap(backend: SandboxBackend, needs: frozenset[Guarantee]) -> str:
    """Why ``backend`` cannot be used, or nothing."""
    missing = needs - backend.guarantees()
    if Guarantee.OWN_ROOT in missing:
        return "this data needs a box with a file tree of its own; use docker or bubblewrap"
    if missing:
        return f"it does not guarantee {', '.join(sorted(missing)).replace('_', ' ')}; see `medgym doctor`"
    found = backend.probe()
    return "" if found.ok else found.reason + (f"; fix: {found.fix}" if found.fix else "")


def _trouble(backend: SandboxBackend, needs: frozenset[Guarantee]) -> str:
    """As :func:`_gap`, also where asking what the backend guarantees fails, as without an engine."""
    try:
        return _gap(backend, needs)
    except SandboxError as error:
        return str(error)


def _prepare(
    backend: SandboxBackend,
    environments: Sequence[BoxEnvironment],
    home: Path,
    tell: Callable[[str], object],
) -> str:
    for environment in environments:
        tell(f"making sandbox {backend.name} ready: packages of {name_of(environment)}")
        backend.prepare(BoxSpec(environment=environment, home=home))
    return ""


def _line(backend: SandboxBackend, gaps: list[str]) -> str:
    open_ = sorted(set(Guarantee) - backend.guarantees())
    names = ", ".join(guarantee.replace("_", " ") for guarantee in open_)
    line = f"sandbox {backend.name}: " + (f"does not guarantee {names}" if open_ else "guarantees everything")
    return line + (f". For a better one: {'; '.join(gaps)}" if gaps and open_ else "")
