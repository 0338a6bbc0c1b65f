"""Every exception medgym raises on purpose.

::

    MedgymError            catch this to catch them all
    ├── ConfigError        what the caller asked for does not hold: a name, an option, a file
    │   └── AccessError    data would go where its agreement does not let it
    ├── PluginError        an installed plugin cannot be loaded or breaks its contract
    ├── DataError          raw data, a build or a journal is missing, malformed or refused
    ├── SandboxError       a box could not start, or died other than by the agent's doing
    ├── VerifierError      grading itself failed; never the agent's fault, never a reward of 0
    └── AgentError         the model endpoint failed; the episode carries no reward

What the agent does wrong is never an exception: it is an observation or a verdict.
Every message says what happened, where, and what fixes it.
"""

from __future__ import annotations


class MedgymError(Exception):
    """Base of all errors raised on purpose; its text is fit to be shown to a user as it is."""


class ConfigError(MedgymError):
    """The caller asked for something that does not hold: an unknown name, a bad option, a bad file."""


class AccessError(ConfigError):
    """Labelled data would have gone to an endpoint that may not see it; nothing was sent."""


class PluginError(MedgymError):
    """An installed plugin cannot be loaded, clashes with another, or breaks its contract."""


class DataError(MedgymError):
    """Raw data, a build or a journal is missing, malformed or refused."""


class SandboxError(MedgymError):
    """A box could not be started, or died for a reason that is not the agent's."""


class VerifierError(MedgymError):
    """Grading failed for a reason that is not the agent's; the episode carries no reward."""


class AgentError(MedgymError):
    """The agent's model endpoint failed; the episode carries no reward."""


def unloadable(project: str, module: str, error: Exception) -> PluginError:
    """Why ``module`` of the distribution ``project`` cannot be loaded, and what helps."""
    why = f"{type(error).__name__}: {error}"
    return PluginError(f"plugin {project} cannot be loaded ({why}); {_advice(project, module, error)}")


def is_gone(module: str) -> bool:
    """Whether the package of ``module`` is no longer there, or only folders of it; imports nothing."""
    from importlib.util import find_spec
    from pathlib import Path

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
        f"else `pip uninstall {project}`"
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
        return f"install what it needs with `pip install --upgrade {project}`"
    return f"reinstall it with `pip install --force-reinstall {project}` or uninstall it"


def _top(module: str) -> str:
    return module.partition(".")[0]


def _in_checkout(file: str) -> bool:
    """Whether it is a plugin's, and neither installed, nor the core's, nor of Python itself."""
    import sysconfig
    from pathlib import Path

    core, python = str(Path(__file__).parent), sysconfig.get_path("stdlib")
    return file.endswith(".py") and "site-packages" not in file and not file.startswith((core, python))
