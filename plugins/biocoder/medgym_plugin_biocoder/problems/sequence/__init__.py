"""Problems of the category `sequence`."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biocoder.problems.contract import Problem
from medgym_plugin_biocoder.problems.sequence import read_trimming

PROBLEMS: tuple[Problem[Any], ...] = (read_trimming.PROBLEM,)
