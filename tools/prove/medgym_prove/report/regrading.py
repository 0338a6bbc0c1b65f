"""What grading a run again changed, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from medgym_core.access.redaction import Redact
from medgym_core.report.escape import escape
from medgym_core.report.redaction import redacted_verdict

if TYPE_CHECKING:
    from rich.table import Table

    from medgym_core.verifier import Verdict
    from medgym_prove.regrading import Regraded


def redacted_change(one: Regraded, redact: Redact) -> Regraded:
    """``one`` with both verdicts and the problem shown through ``redact``."""
    new = one.new and redacted_verdict(one.new, redact)
    changes = {"old": redacted_verdict(one.old, redact), "new": new, "problem": redact(one.problem)}
    return one.model_copy(update=changes)


def regraded_table(changed: Sequence[Regraded]) -> Table:
    """A row for each episode whose verdict is another: the old one and the new one."""
    from medgym_core.report.fitting import FittedTable

    table = FittedTable(("episode", "task", "was", "is"), names=("task",), words=("was",))
    for one in changed:
        assert one.new is not None
        table.add_row(one.id[:12], one.task, _verdict_text(one.old), _verdict_text(one.new))
    return table


def _verdict_text(verdict: Verdict) -> str:
    reward = "" if verdict.reward is None else f" {verdict.reward:.3g}"
    return escape(f"{verdict.status}{reward} {verdict.reason}".rstrip())
