"""How the samples of one task differ: named schedules of temperature.

The estimators of pass@k take samples as exchangeable. Under a schedule that draws its first sample apart they
are not, so its first sample is anchored: every draw of k samples holds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from medgym_sandbox.boundary.frozen import Frozen


class Schedule(Frozen):
    """Temperatures of a task's samples."""

    first: float | None = None
    """Temperature of the first sample; None takes the run's."""
    others: float | None = None
    """Temperature of all others; None takes the run's."""

    @property
    def anchored(self) -> bool:
        """Whether the first sample is drawn in another way than the others."""
        return self.first != self.others

    def temperature(self, replica: int, configured: float) -> float:
        """Temperature of sample ``replica`` (from 0) in a run configured for ``configured``."""
        named = self.others if replica else self.first
        return configured if named is None else named


SCHEDULES: Mapping[str, Schedule] = MappingProxyType(
    {"constant": Schedule(), "paper": Schedule(first=0.0, others=0.6)}
)
"""Schedules by name: one temperature for all; or greedy first and 0.6 after, as MedAgentGym scales inference
(Xu et al. 2025, arXiv 2506.04405)."""
