"""Endpoints and presets by name, from ``medgym.toml`` of the project and the user's own file."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import Field, JsonValue, ValidationError

from medgym_core.access.endpoint import canonical
from medgym_core.errors import ConfigError
from medgym_sandbox.boundary.fault import explain
from medgym_sandbox.boundary.frozen import Frozen

PROJECT = "medgym.toml"
"""A project's file, in the current folder or the nearest one above that has it."""


class Endpoint(Frozen):
    """An endpoint by name; what it sets, flags and presets override."""

    base_url: str = Field(pattern="^https?://")
    """Where it is."""
    model: str = ""
    """Model name."""
    api_key_env: str = ""
    """Name of the environment variable that holds its key; without one no key is sent."""
    temperature: float | None = Field(default=None, ge=0, le=2)
    """Sampling temperature."""
    options: dict[str, JsonValue] = Field(default_factory=dict)
    """Agent settings, such as `max_tokens` and `prices`."""
    requests_per_minute: float | None = Field(default=None, gt=0)
    """Requests a minute, of all runs on this machine together."""
    tokens_per_minute: float | None = Field(default=None, gt=0)
    """Tokens a minute, likewise."""

    def settings(self) -> dict[str, Any]:
        """The settings of a run that plays with it."""
        settings = self.model_dump(exclude={"api_key_env"}, exclude_none=True)
        return {"agent": "llm", **{name: value for name, value in settings.items() if value not in ("", {})}}


class Named(Frozen):
    """What one file holds."""

    endpoints: dict[str, Endpoint] = Field(default_factory=dict)
    """Name to endpoint."""
    presets: dict[str, dict[str, JsonValue]] = Field(default_factory=dict)
    """Name to settings of a run, and `endpoint`, the name of one."""


_KEYS = (*Named.model_fields, *Endpoint.model_fields)
Check = Callable[[Mapping[str, Any]], list[str]]
"""What is wrong with the settings of a preset, one line each."""


def user_file() -> Path:
    """Path of the user's own file, by the XDG base directories."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "medgym" / "config.toml"


def read_named(check: Check = lambda _: []) -> Named:
    """All that is named here, by the user's file and by the project's; ``check`` judges presets.

    Raises:
        ConfigError: if a file does not hold, or both name the same.
    """
    here = Path.cwd()
    places = [user_file(), *(folder / PROJECT for folder in (here, *here.parents))]
    existing = [place for place in places if place.is_file()][:2]
    if len(existing) == 2 and existing[0] != places[0]:
        del existing[1]  # the nearest alone
    files = {place: _read(place, check) for place in existing}
    whole: dict[str, dict[str, Any]] = {"endpoints": {}, "presets": {}}
    for kind, named in whole.items():
        for place, file in files.items():
            for name, value in getattr(file, kind).items():
                if name in named:
                    raise ConfigError(
                        f"{kind}.{name} stands in {existing[0]} and in {place}; rename one of them"
                    )
                named[name] = value
    return Named.model_validate(whole)


OF_AGENT = frozenset({"model", "base_url", "temperature", "schedule", "options"})
"""Settings that are for one agent."""


def layered(check: Check, *levels: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of ``levels``, the weakest first, with the preset and the endpoint that they name.

    A preset is weaker than all of them. An endpoint counts as if its settings stood where it is named. The
    settings of an agent go where a stronger level names another agent.

    Raises:
        ConfigError: if a name is not known, or a file does not hold.
    """
    named: Named | None = None
    if preset := _last(levels, "preset"):
        named = read_named(check)
        levels = (_pick("preset", preset, named.presets), *levels)
    endpoint = _last(levels, "endpoint")
    settings: dict[str, Any] = {}
    for level in levels:
        if level.get("agent") and settings.get("agent", level["agent"]) != level["agent"]:
            settings = {name: value for name, value in settings.items() if name not in OF_AGENT}
        if endpoint and level.get("endpoint") == endpoint:
            settings |= _pick("endpoint", endpoint, (named or read_named()).endpoints).settings()
        settings |= {name: value for name, value in level.items() if name not in ("preset", "endpoint")}
    return settings


def key_for(base_url: str, model: str, given: str) -> str:
    """The key of the endpoint at ``base_url``, if it has a name, else the ``given`` one.

    Raises:
        ConfigError: if the variable that should hold it is not set.
    """
    if not base_url:
        return given
    same = [
        (name, endpoint)
        for name, endpoint in read_named().endpoints.items()
        if canonical(endpoint.base_url) == canonical(base_url)
    ]
    for name, endpoint in sorted(same, key=lambda item: item[1].model != model):
        if endpoint.api_key_env and not os.environ.get(endpoint.api_key_env):
            raise ConfigError(
                f"the endpoint {name!r} takes its key from {endpoint.api_key_env}, which is not set; "
                f"set it in the environment or in .env"
            )
        return os.environ.get(endpoint.api_key_env, "") if endpoint.api_key_env else ""
    return given


def _last(levels: tuple[Mapping[str, Any], ...], name: str) -> str:
    return str(next((level[name] for level in reversed(levels) if level.get(name)), ""))


def _pick(kind: str, name: str, named: Mapping[str, Any]) -> Any:
    if name in named:
        return named[name]
    close = difflib.get_close_matches(name, named, n=1)
    known = f"did you mean {close[0]!r}?" if close else "known: " + (", ".join(sorted(named)) or "none")
    raise ConfigError(
        f"no {kind} called {name!r}; {known}; write [{kind}s.{name}] into {PROJECT} or {user_file()}"
    )


def _read(file: Path, check: Check) -> Named:
    try:
        named = Named.model_validate(tomllib.loads(file.read_text()))
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file} is no TOML: {error}; fix that line") from error
    except ValidationError as error:
        errors = "; ".join(explain(dict(fault), _KEYS) for fault in error.errors())
        hint = "; a key stands in no file: name its variable in api_key_env" if "api_key'" in errors else ""
        raise ConfigError(f"{file}: {errors}{hint}") from error
    for name, preset in named.presets.items():
        if faults := check({setting: value for setting, value in preset.items() if setting != "endpoint"}):
            raise ConfigError(f"{file}: presets.{name}: {'; '.join(faults)}")
    return named
