"""What became of published questions, for the owner of the data."""

from __future__ import annotations

from typing import NamedTuple

REMARKS = 40
"""Rows that a report names one by one."""


class Report(NamedTuple):
    """How the rows of a source fared."""

    tasks: dict[str, int]
    """Split to number of tasks."""
    refused: list[tuple[str, str]]
    """Rows that are no task: place and reason."""
    strengthened: int
    """Tasks whose assertions let wrong results pass, which are compared as a whole."""
    remarks: list[str]
    """Files that are not read."""

    def text(self) -> str:
        """For the owner of the data."""
        counts = ", ".join(f"{number} in {split}" for split, number in self.tasks.items())
        lines = [
            f"published rows: {sum(self.tasks.values())} became tasks ({counts}), {len(self.refused)} did not"
        ]
        lines += [f"{where}: {reason}" for where, reason in self.refused[:REMARKS]]
        if len(self.refused) > REMARKS:
            lines.append(f"and {len(self.refused) - REMARKS} more")
        lines.append(
            f"{self.strengthened} tasks have assertions that let wrong results pass, so that theirs are"
        )
        lines[-1] += " compared as a whole too"
        return "\n".join([*lines, *self.remarks])
