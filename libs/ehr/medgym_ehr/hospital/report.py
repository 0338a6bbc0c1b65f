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
    elsewhere: dict[str, int] = {}
    """Table to number of rows of the other hospital's database; empty where there is none."""

    def text(self) -> str:
        """The report for a reader."""
        databases = {"rows": self.rows, "rows of the other hospital": self.elsewhere}
        rows = [f"{what}: {_listed(counts)}" for what, counts in databases.items() if counts]
        shares = [spread.text(name) for name, spread in self.splits.items()]
        return "\n".join([*rows, *self.remarks, *shares])

    def constant(self, split: str) -> float:
        """What the best constant answers pass of ``split``; 0 where it has no questions."""
        return self.splits[split].constant if split in self.splits else 0.0


def _listed(rows: dict[str, int]) -> str:
    return ", ".join(f"{table} {count}" for table, count in rows.items())
