"""Puts the template, which stands at the top of the checkout, into the wheel and the source distribution."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Template(BuildHookInterface[Any]):
    """Ships ``templates/``; a source distribution holds it already."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folder, except to an editable install, which finds it in the checkout."""
        template = Path(self.root).parents[1] / "templates"
        if version == "standard" and template.is_dir():
            build_data["force_include"][str(template)] = "medgym_prove/templates"
