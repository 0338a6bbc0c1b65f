"""Problems of the category `intervals`."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biocoder.problems.contract import Problem

PROBLEMS: tuple[Problem[Any], ...] = ()
