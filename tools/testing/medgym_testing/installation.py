"""Which families seem to be installed."""

from __future__ import annotations

import pytest

from medgym_core import plugins


def pretend_installed(patch: pytest.MonkeyPatch, *families: plugins.Installed) -> None:
    """Let these be the only installed families; verbs, agents and whatever else there is stay."""
    real = plugins.installed

    def installed(hook: str = "medgym_task_families") -> list[plugins.Installed]:
        others = [] if hook == "medgym_task_families" else real(hook)
        return [*families, *(item for item in others if item not in families)]

    patch.setattr(plugins, "installed", installed)
