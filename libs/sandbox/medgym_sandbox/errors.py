"""What is raised on purpose where boxes are made and used.

Every message says what happened, where, and what fixes it.
"""

from __future__ import annotations


class MedgymError(Exception):
    """Base of all errors raised on purpose; its text is fit to be shown to a user as it is."""


class ConfigError(MedgymError):
    """The caller asked for something that does not hold: an unknown name, a bad option, a bad file."""


class SandboxError(MedgymError):
    """A box could not be started, or died for a reason that is not the agent's."""
