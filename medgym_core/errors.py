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

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


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


def install(distribution: str) -> str:
    """What to type to install ``distribution``, such as ``medgym-core[llm]``, as it works here.

    What lies in the checkout that the core runs from is installed from there. Environments that uv made have
    no pip, and there uv installs.
    """
    import shlex
    from importlib.util import find_spec
    from pathlib import Path

    name, bracket, extras = distribution.partition("[")
    folder = _checked_out(name, Path(__file__).parents[1])
    wanted = f"-e {shlex.quote(f'{folder}{bracket}{extras}')}" if folder else shlex.quote(distribution)
    return f"{'pip' if find_spec('pip') else 'uv pip'} install {wanted}"


def _checked_out(distribution: str, root: Path) -> Path | None:
    """The folder of a distribution of this project, if ``root`` is its checkout."""
    short = distribution.removeprefix("medgym-").removeprefix("plugin-")
    places = [root / kind / short for kind in ("plugins", "tools", "libs")]
    known = [root] if distribution == "medgym-core" else places
    return next((place for place in known if (place / "pyproject.toml").is_file()), None)


def advice(project: str, error: Exception) -> str:
    """What helps where a module of the distribution ``project`` cannot be loaded.

    Installing what is missing, editing one's own checkout, or installing it anew.
    """
    import traceback

    if isinstance(error, ModuleNotFoundError):
        return f"install what it needs with `pip install --upgrade {project}`"
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
    if own := [place for place in places if _in_checkout(place[0])]:
        return "fix {}, line {}".format(*own[-1])
    return f"reinstall it with `pip install --force-reinstall {project}` or uninstall it"


def _in_checkout(file: str) -> bool:
    """Whether it is a plugin's, and neither installed, nor the core's, nor of Python itself."""
    import sysconfig
    from pathlib import Path

    core, python = str(Path(__file__).parent), sysconfig.get_path("stdlib")
    return file.endswith(".py") and "site-packages" not in file and not file.startswith((core, python))
