"""What a build came to, for its owner."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from medgym_ehr.questions.distribution import Distribution


class Report(BaseModel):
    """Rows of the database, and how the questions of each split are spread."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rows: dict[str, int]
    """Table to number of rows."""
    splits: dict[str, Distribution]
    """Split to its questions."""

    remarks: list[str] = []
    """What the raw data lacks."""

    def text(self) -> str:
        """The report for a reader."""
        rows = ", ".join(f"{table} {count}" for table, count in self.rows.items())
        shares = [spread.text(name) for name, spread in self.splits.items()]
        return "\n".join([f"rows: {rows}", *self.remarks, *shares])

    def constant(self, split: str) -> float:
        """What the best constant answers pass of ``split``; 0 where it has no questions."""
        return self.splits[split].constant if split in self.splits else 0.0
