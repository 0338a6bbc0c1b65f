"""What a validation shows: a row for each check, what is wrong below it, and how a certificate stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from medgym_core.report.escape import escape
from medgym_prove.certificate import Verification
from medgym_prove.validation import Validation

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

    from medgym_prove.check import Finding


def findings_table(report: Validation) -> Table:
    """Every finding, each problem of a failed one on a line of its own with the fix; what repeats, once.

    Checks that could not be made share the last row.
    """
    from medgym_core.report.fitting import FittedTable

    table = FittedTable(("check", "status", "what", "s"), words=("what",), leaving=("s",))
    table.title = _title(report)
    first: dict[tuple[str, ...], str] = {}
    for finding in (finding for finding in report.findings if finding.ran):
        lines = [finding.title, *_problems(finding, first)]
        if finding.waiver:
            lines.append(f"waived until {finding.waiver.expires}: {escape(finding.waiver.reason)}")
        table.add_row(finding.id, finding.status, "\n".join(lines), f"{finding.seconds:.1f}")
    if unmade := [finding for finding in report.findings if not finding.ran]:
        lines = [", ".join(finding.id for finding in unmade), *_problems(unmade[0], first)]
        table.add_row("", "not run", "\n".join(lines), "")
    return table


def _title(report: Validation) -> str:
    """How many checks hold, and of which levels, where all of these were made."""
    from medgym_prove.checks import HIGHEST, checks

    failed = sum(finding.status == "fail" for finding in report.findings)
    title = f"{report.family}: {len(report.findings) - failed} of {len(report.findings)} checks hold"
    level = max((finding.tier for finding in report.findings), default=0)
    if {check.id for check in checks(level)} - {finding.id for finding in report.findings}:
        return title
    return f"{title}, {f'levels 0 to {level}' if level else 'level 0'} of {HIGHEST}"


def _problems(finding: Finding, first: dict[tuple[str, ...], str]) -> Iterator[str]:
    """What is wrong and the fix, or which check has said so; ``first`` says which, and is kept up to date."""
    if finding.problems and finding.problems in first:
        yield f"- as {first[finding.problems]} says"
        return
    first[finding.problems] = finding.id
    yield from (f"- {escape(problem)}" for problem in finding.problems)
    if finding.hint:
        yield f"fix: {finding.hint}"


def verification_text(verification: Verification) -> Group:
    """Whether the certificate is valid and holds; what was found now, and where that differs."""
    from rich.console import Group

    standing = f"the certificate of {verification.family} is {verification.standing.status}"
    if verification.report is None:
        return Group(standing, *(f"- {escape(reason)}" for reason in verification.standing.reasons))
    differing = f" and {'differs' if verification.differences else 'holds'}"
    lines = (f"- {escape(difference)}" for difference in verification.differences)
    return Group(findings_table(verification.report), standing + differing, *lines)
