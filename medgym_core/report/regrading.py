"""What grading a run again changed, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from medgym_core.report.escape import escape

if TYPE_CHECKING:
    from rich.table import Table

    from medgym_core.regrade import Regraded
    from medgym_core.verifier import Verdict


def regraded_table(changed: Sequence[Regraded]) -> Table:
    """A row for each episode whose verdict is another: the old one and the new one."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table("episode", "task", "was", "is", box=SIMPLE_HEAD, pad_edge=False)
    for one in changed:
        assert one.new is not None
        table.add_row(one.id[:12], one.task, _told(one.old), _told(one.new))
    return table


def _told(verdict: Verdict) -> str:
    reward = "" if verdict.reward is None else f" {verdict.reward:.3g}"
    return escape(f"{verdict.status}{reward} {verdict.reason}".rstrip())
