"""How the answers in a raw file fared against recomputed ones; printed by ``medgym data build``."""

from __future__ import annotations

import math

from pydantic import BaseModel, Field

from medgym_plugin_npowerai.chance import POWER_TOLERANCE
from medgym_plugin_npowerai.design import Frozen, Target
from medgym_raw import Verdict

LISTED = 20
"""Rows that the printed report names of each list."""


class Disagreement(Frozen):
    """A row whose published answer is not the answer to its text."""

    row: str
    """``file:line``."""
    published: float
    """Answer in the file."""
    computed: float
    """Answer by the text and its stated assumptions."""


class Unparsed(Frozen):
    """A row that is left out."""

    row: str
    """``file:line``."""
    reason: str
    """Why it could not be read."""


class Report(BaseModel):
    """Counts and lists over all rows of a build."""

    rows: int = 0
    """Rows seen."""
    agree: int = 0
    """Rows whose published answer equals the computed one: sizes exactly, powers within 1%."""
    disagree: list[Disagreement] = Field(default_factory=list)
    """Rows whose published answer does not."""
    unparsed: list[Unparsed] = Field(default_factory=list)
    """Rows left out."""
    verdicts: list[tuple[str, Verdict]] = Field(default_factory=list)
    """Kind of each row's test, and what became of it."""
    remarks: list[str] = Field(default_factory=list)
    """Files that are not read, each with why."""
    best_constants: dict[str, dict[Target, tuple[float, float]]] = Field(default_factory=dict)
    """Split, and what is asked, to the constant answer that passes most, and its share of the split."""

    def compare(self, row: str, published: float, computed: int | float, kind: str) -> bool:
        """Enter a row that was read; whether its published answer is the computed one."""
        self.rows += 1
        tolerance = 0.0 if isinstance(computed, int) else POWER_TOLERANCE
        agrees = math.isclose(published, computed, rel_tol=tolerance)
        self.verdicts.append((kind, "agree" if agrees else "disagree"))
        if agrees:
            self.agree += 1
        else:
            self.disagree.append(Disagreement(row=row, published=published, computed=computed))
        return agrees

    def refuse(self, row: str, reason: str, kind: str) -> None:
        """Enter a row that could not be read."""
        self.rows += 1
        self.verdicts.append((kind, "left out"))
        self.unparsed.append(Unparsed(row=row, reason=reason))

    def lines(self) -> list[str]:
        """A line for each row that is no task, and each file that is not read."""
        return [
            *self.remarks,
            *(
                f"{item.row}: published {item.published:g}, computed {item.computed:g}"
                for item in self.disagree
            ),
            *(f"{item.row}: {item.reason}" for item in self.unparsed),
        ]

    def chance_rate(self, split: str) -> float:
        """Share of the split's tasks that constant answers pass, the best one for each target."""
        return math.fsum(share for _, share in self.best_constants.get(split, {}).values())

    def text(self) -> str:
        """The report in words; of long lists the first :data:`LISTED`."""
        lines = [
            f"{self.rows} rows: {self.agree} agree with the answer computed from their text, "
            f"{len(self.disagree)} disagree (no tasks), "
            f"{len(self.unparsed)} could not be read (left out)"
        ]
        lines += _listed(self.lines())
        for split, constants in self.best_constants.items():
            named = " and ".join(f"{value:g} for each {target}" for target, (value, _) in constants.items())
            lines.append(f"{split}: answering {named} passes {self.chance_rate(split):.1%}")
        return "\n".join(lines)

    def first_refusal(self) -> str:
        """Why the first row is no task, as a clause for an error message, or nothing."""
        return f"; {self.lines()[-1]}" if self.disagree or self.unparsed else ""


def _listed(lines: list[str]) -> list[str]:
    rest = len(lines) - LISTED
    return [f"  {line}" for line in lines[:LISTED]] + ([f"  and {rest} more"] if rest > 0 else [])
