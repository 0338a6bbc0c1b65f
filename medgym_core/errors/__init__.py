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

from medgym_sandbox.errors import ConfigError as ConfigError
from medgym_sandbox.errors import MedgymError as MedgymError
from medgym_sandbox.errors import SandboxError as SandboxError


class AccessError(ConfigError):
    """Labelled data would have gone to an endpoint that may not see it; nothing was sent."""


class PluginError(MedgymError):
    """An installed plugin cannot be loaded, clashes with another, or breaks its contract."""


class DataError(MedgymError):
    """Raw data, a build or a journal is missing, malformed or refused."""


class VerifierError(MedgymError):
    """Grading failed for a reason that is not the agent's; the episode carries no reward."""


class AgentError(MedgymError):
    """The agent's model endpoint failed; the episode carries no reward."""
