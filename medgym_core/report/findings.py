"""The table of a validation: a row for each check, and what is wrong below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medgym_core.report.escape import escape
from medgym_core.validate.run import Report

if TYPE_CHECKING:
    from rich.table import Table


def findings_table(report: Report) -> Table:
    """Every finding, each problem of a failed one on a line of its own with the mend."""
    from rich.table import Table

    failed = sum(finding.status == "fail" for finding in report.findings)
    title = f"{report.family}: {len(report.findings) - failed} of {len(report.findings)} checks hold"
    table = Table("check", "status", "what", "s", title=title)
    for finding in report.findings:
        told = [finding.title, *(f"- {escape(problem)}" for problem in finding.problems)]
        if finding.hint:
            told.append(f"mend: {finding.hint}")
        if finding.waiver:
            told.append(f"waived until {finding.waiver.expires}: {escape(finding.waiver.reason)}")
        table.add_row(finding.id, finding.status, "\n".join(told), f"{finding.seconds:.1f}")
    return table
