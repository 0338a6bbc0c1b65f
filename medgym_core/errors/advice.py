"""What helps where something is not installed, or cannot be loaded."""

from __future__ import annotations

import shlex
import sysconfig
from importlib.util import find_spec
from pathlib import Path

from medgym_core.errors import PluginError

_ROOT = Path(__file__).parents[2]
"""The checkout that the core runs from; else where distributions are installed."""

_PROVIDED = {
    "medgym-bundle": "bundle",
    "medgym-fetch": "data.fetch",
    "medgym-hub[huggingface]": "pull push",
    "medgym-prove": "attack conformance difficulty health new-task registry.build registry.check regrade "
    "validate",
    **{f"medgym-track[{name}]": name for name in ("mlflow", "tensorboard", "wandb")},
    "medgym-train": "card export fallible learnable serve-model verifier",
    "medgym-view": "html view",
}
PROVIDERS = {name: package for package, names in _PROVIDED.items() for name in names.split()}
"""What other distributions of this project provide, to what `pip install` takes to bring it."""


def install(distribution: str) -> str:
    """What to type to install ``distribution``, such as ``medgym-core[llm]``, as it works here.

    What lies in the checkout that the core runs from is installed from there.
    """
    name, bracket, extras = distribution.partition("[")
    folder = _checked_out(name)
    wanted = f"-e {shlex.quote(f'{folder}{bracket}{extras}')}" if folder else shlex.quote(distribution)
    return f"{installer()} install {wanted}"


def installer() -> str:
    """The program that installs here: environments that uv made have no pip."""
    return "pip" if find_spec("pip") else "uv pip"


def _checked_out(distribution: str) -> Path | None:
    """The folder of a distribution of this project, if it lies in the core's checkout."""
    short = distribution.removeprefix("medgym-").removeprefix("plugin-")
    places = [_ROOT / kind / short for kind in ("plugins", "tools", "libs")]
    known = [_ROOT] if distribution == "medgym-core" else places
    return next((place for place in known if (place / "pyproject.toml").is_file()), None)


def unloadable(project: str, module: str, error: Exception) -> PluginError:
    """Why ``module`` of the distribution ``project`` cannot be loaded, and what helps."""
    why = f"{type(error).__name__}: {error}"
    return PluginError(f"plugin {project} cannot be loaded ({why}); {_advice(project, module, error)}")


def is_gone(module: str) -> bool:
    """Whether the package of ``module`` is no longer there, or only folders of it; imports nothing."""
    try:
        spec = find_spec(_top(module))
    except ValueError:  # a module that no file is of
        return False
    if spec is None:
        return True
    folders = spec.submodule_search_locations or ()
    return spec.origin is None and not any(any(Path(folder).rglob("*.py")) for folder in folders)


def farewell(project: str) -> str:
    """What helps where the distribution ``project`` is installed and its folder is gone."""
    return (
        f"its folder is gone: put it back, or uninstall it with `uv sync --all-packages` in a checkout, "
        f"else `{installer()} uninstall {project}`"
    )


def _advice(project: str, module: str, error: Exception) -> str:
    """Installing what is missing, editing one's own checkout, or installing it anew."""
    import traceback

    if is_gone(module):
        return farewell(project)
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
    missing = _top(error.name or "") if isinstance(error, ModuleNotFoundError) else ""
    foreign = missing not in ("", _top(module))
    if own := [place for place in places if _in_checkout(place[0])]:
        return "fix {}, line {}".format(*own[-1]) + (f", or install {missing!r}" if foreign else "")
    if foreign:
        return f"install what it needs with `{installer()} install --upgrade {project}`"
    again = f"{installer()} install --force-reinstall {project}"
    return f"reinstall it with `{again}` or uninstall it"


def _top(module: str) -> str:
    return module.partition(".")[0]


def _in_checkout(file: str) -> bool:
    """Whether it is a plugin's, and neither installed, nor the core's, nor of Python itself."""
    beneath = [str(_ROOT / "libs" / name) for name in ("reading", "sandbox", "statistics")]
    core = [str(_ROOT / "medgym_core"), *beneath]
    others = (*core, sysconfig.get_path("stdlib"))
    return file.endswith(".py") and "site-packages" not in file and not file.startswith(others)
