"""What a validation shows: a row for each check, what is wrong below it, and how a certificate stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medgym_core.report.escape import escape
from medgym_prove.certificate import Verification
from medgym_prove.validation import Report

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table


def findings_table(report: Report) -> Table:
    """Every finding, each problem of a failed one on a line of its own with the fix; what repeats, once."""
    from medgym_core.report.fitting import FittedTable

    failed = sum(finding.status == "fail" for finding in report.findings)
    title = f"{report.family}: {len(report.findings) - failed} of {len(report.findings)} checks hold"
    table = FittedTable(("check", "status", "what", "s"), words=("what",), leaving=("s",))
    table.title = title
    first: dict[tuple[str, ...], str] = {}
    for finding in report.findings:
        told = [finding.title]
        if finding.problems and finding.problems in first:
            told.append(f"- as {first[finding.problems]} says")
        else:
            told += [f"- {escape(problem)}" for problem in finding.problems]
            told += [f"fix: {finding.hint}"] if finding.hint else []
            first[finding.problems] = finding.id
        if finding.waiver:
            told.append(f"waived until {finding.waiver.expires}: {escape(finding.waiver.reason)}")
        table.add_row(finding.id, finding.status, "\n".join(told), f"{finding.seconds:.1f}")
    return table


def verification_text(verification: Verification) -> Group:
    """Whether the certificate is valid and holds; what was found now, and where that differs."""
    from rich.console import Group

    told = f"the certificate of {verification.family} is {verification.standing.status}"
    if verification.report is None:
        return Group(told, *(f"- {escape(reason)}" for reason in verification.standing.reasons))
    differing = f" and {'differs' if verification.differences else 'holds'}"
    lines = (f"- {escape(difference)}" for difference in verification.differences)
    return Group(findings_table(verification.report), told + differing, *lines)
