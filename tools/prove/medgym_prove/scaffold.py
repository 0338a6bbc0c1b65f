"""A new task family from the template: a complete plugin with a small working example of the chosen kind."""

from __future__ import annotations

import difflib
import getpass
import json
import shlex
import shutil
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, JsonValue, ValidationError, model_validator

from medgym_core import plugins, registry
from medgym_core.access import Tier
from medgym_core.errors import ConfigError
from medgym_core.errors.advice import farewell, installer, is_gone
from medgym_prove.digest import LEFT_OVER
from medgym_sandbox.boundary.frozen import Frozen

ExampleKind = Literal["value", "table", "program", "predictions", "state", "session"]
KINDS: tuple[str, ...] = get_args(ExampleKind)
"""The kinds of example that the template has."""
STANDALONE = (".github", ".gitignore")
"""What only a repository of its own needs."""
_PHRASE = r"^[A-Za-z0-9À-ÖØ-öø-ÿ][A-Za-z0-9À-ÖØ-öø-ÿ ,.:;()/+&'-]*[A-Za-z0-9À-ÖØ-öø-ÿ)+]$"
_FIXES = {
    "name": "lower-case letters, digits and single hyphens, 2 to 30 characters, beginning with a letter",
    "title": "2 to 60 letters, digits, blanks and plain punctuation, without a final stop",
    "kind": f"one of {', '.join(KINDS)}",
    "tier": f"one of {', '.join(Tier)}",
    "licence": "2 to 60 letters, digits, blanks and plain punctuation, without a final stop",
    "author": "2 to 80 characters without quotes, backslashes, braces and angle brackets",
}


class Answers(Frozen):
    """What the template asks."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", min_length=2, max_length=30)]
    """Name of the family: lower case, words joined by hyphens."""
    title: Annotated[str, Field(pattern=_PHRASE, max_length=60)] = ""
    """Human title; the name's words where none is given."""
    kind: ExampleKind = "value"
    """Kind of the example."""
    tier: Tier = Tier.SYNTHETIC
    """Sensitivity of the published data."""
    licence: Annotated[str, Field(pattern=_PHRASE, max_length=60)] = "Apache-2.0"
    """Licence of the published data, or of yours where all is synthetic."""
    author: Annotated[str, Field(pattern=r'^[^"\\{}<>\x00-\x1f\x7f]{2,80}$')] = Field(
        default_factory=lambda: getpass.getuser()
    )
    """Who answers for it."""

    @model_validator(mode="before")
    @classmethod
    def _title_of_name(cls, given: Any) -> Any:
        if isinstance(given, Mapping) and not given.get("title") and isinstance(given.get("name"), str):
            return {**given, "title": title_of(given["name"])}
        return given


def title_of(name: str) -> str:
    """The title that a family has unless another is given."""
    return name.replace("-", " ").capitalize()


def read_answers(path: Path) -> dict[str, JsonValue]:
    """The settings in a JSON file, not yet checked.

    Raises:
        ConfigError: if it cannot be read or holds no object.
    """
    try:
        settings = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise ConfigError(f"{path} is no JSON: {error}; give one object, such as {_EXAMPLE}") from error
    if not isinstance(settings, dict):
        raise ConfigError(f"{path} holds no JSON object; give one, such as {_EXAMPLE}")
    return settings


def answers(settings: Mapping[str, Any], where: str) -> Answers:
    """Checked answers; ``where`` says where the settings come from.

    Raises:
        ConfigError: naming the first setting that does not hold, or the name that is taken.
    """
    for setting in settings.keys() - Answers.model_fields.keys():
        close = difflib.get_close_matches(setting, Answers.model_fields, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(Answers.model_fields)}"
        raise ConfigError(f"{where}: there is no setting {setting!r}; {hint}")
    try:
        found = Answers.model_validate(settings)
    except ValidationError as error:
        setting = str(next(iter(error.errors()[0]["loc"]), "name"))
        given = f"{setting} = {settings[setting]!r}" if setting in settings else f"{setting} is missing"
        raise ConfigError(f"{where}: {given}; give {_FIXES[setting]}{_near(setting, settings)}") from error
    _refuse_taken(found.name)
    return found


def default_out(start: Path) -> Path:
    """Where a new family is put: ``plugins/`` of the checkout that ``start`` lies in, else ``start``."""
    found = (folder / "plugins" for folder in (start, *start.parents) if _is_core(folder))
    return next(found, start)


def bake(given: Answers, out: Path) -> Path:
    """A new plugin in ``out``, in a folder that has the family's name; returns that folder.

    It grows in a temporary folder that is renamed when whole. In ``plugins/`` of a checkout of medgym it
    joins the workspace; anywhere else it is a repository of its own, with a CI workflow.

    Raises:
        ConfigError: if the folder exists.
    """
    from cookiecutter.main import cookiecutter  # type: ignore[import-untyped]  # slow to import

    target = out.absolute() / given.name
    _refuse_existing(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=target.parent, prefix=".growing-") as scratch:
        own = {"replay_dir": f"{scratch}/replay", "cookiecutters_dir": f"{scratch}/cookiecutters"}
        standalone = not joins_workspace(target)
        baked = cookiecutter(
            str(template()),
            no_input=True,
            accept_hooks=False,
            extra_context={**given.model_dump(mode="json"), "standalone": "yes" if standalone else "no"},
            output_dir=scratch,
            default_config=own,  # else it writes to the user's home
        )
        if not standalone:
            _prune(Path(baked))
        Path(baked).rename(target)
    return target


def joins_workspace(plugin: Path) -> bool:
    """Whether a plugin's folder is a member of the workspace of a checkout of medgym."""
    return plugin.parent.name == "plugins" and _is_core(plugin.parent.parent)


def next_commands(plugin: Path) -> tuple[str, str, str]:
    """How to install, test and validate a plugin that was just made."""
    folder = shlex.quote(str(plugin))
    if joins_workspace(plugin):
        uv = "uv run --all-packages"
        validate = f"{uv} medgym validate {folder} --level 3"
        return "uv sync --all-packages", f"{uv} pytest {folder}", validate
    install = f"{installer()} install -e {folder} pytest"
    return install, f"python -m pytest {folder}", f"medgym validate {folder} --level 3"


def template() -> Path:
    """The folder of the template: the wheel's copy if present, else the checkout's."""
    package = Path(str(files("medgym_prove")))
    shipped = package / "templates" / "task-family"
    return shipped if shipped.is_dir() else package.parents[2] / "templates" / "task-family"


_EXAMPLE = '{"name": "my-family", "kind": "value"}'


def _near(setting: str, settings: Mapping[str, Any]) -> str:
    options = {"kind": KINDS, "tier": tuple(Tier)}.get(setting, ())
    close = difflib.get_close_matches(str(settings.get(setting, "")), options, n=1)
    return f"; did you mean {str(close[0])!r}?" if close else ""


def _refuse_taken(name: str) -> None:
    for item in plugins.installed():
        if item.name == name and is_gone(item.module):
            why = farewell(item.distribution)
            raise ConfigError(f"the name {name!r} is taken by {item.distribution}, and {why}")
        if item.name == name:
            yours = f"if that is yours and of no more use, `{installer()} uninstall {item.distribution}`"
            raise ConfigError(
                f"the name {name!r} is taken by {item.distribution}; choose another, or {yours}"
            )
    if package := registry.package_of(name):
        raise ConfigError(f"the name {name!r} is taken by {package}, which is registered; choose another")


def _refuse_existing(target: Path) -> None:
    """Raise a ConfigError where something is in the way of a new plugin, and say what."""
    if not target.exists():
        return
    if any(
        path.is_file() and not LEFT_OVER & set(path.relative_to(target).parts) for path in target.rglob("*")
    ):
        raise ConfigError(f"{target} exists; choose another name, or another folder with --out")
    left = "holds nothing but left-overs of an earlier plugin"
    raise ConfigError(f"{target} {left}; remove it with `rm -r {shlex.quote(str(target))}`")


def _prune(plugin: Path) -> None:
    for name in STANDALONE:
        path = plugin / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def _is_core(folder: Path) -> bool:
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(project.get("project", {}).get("name") == "medgym-core")
