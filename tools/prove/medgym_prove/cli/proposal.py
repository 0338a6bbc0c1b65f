"""``medgym validate --pr``: the proposal of a git checkout, judged by the base branch."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from medgym_core.cli.output import messages, print_json, screen

if TYPE_CHECKING:
    from medgym_core.cli.waiting import Wait


def judge_proposal(
    base: str, head: str | None, level: int | None, comment: Path | None, as_json: bool, **settings: Any
) -> None:
    """Judge what the checkout here proposes to ``base``, print it, and exit with 1 if anything failed.

    All levels are run unless ``level`` names a lower one; ``settings`` are other fields of the judge.
    """
    from medgym_prove.checks import HIGHEST
    from medgym_prove.proposal.comment import render
    from medgym_prove.proposal.judge import Judge
    from medgym_prove.report.findings import findings_table

    with messages().status("validating") as status:
        highest = HIGHEST if level is None else level
        found = Judge(level=highest, progress=Reporter(status), **settings).judge(Path.cwd(), base, head)
    if comment:
        comment.write_text(render(found), encoding="utf-8")
    if as_json:
        print_json({**found.model_dump(mode="json"), "passed": found.passed}, "pr")
    else:
        screen().print(findings_table(found.report))
        click.echo(f"digest of the proposed bytes: {found.digest or 'none'}")
    if not found.passed:
        raise SystemExit(1)


def digest_option(context: click.Context, option: click.Parameter, value: str | None) -> str:
    """A whole digest: a part of one could be met by other bytes."""
    if value and not re.fullmatch(r"[0-9a-f]{64}", value):
        raise click.BadParameter("give the whole digest, 64 hexadecimal digits in lower case")
    return value or ""


class Reporter:
    """Progress on standard error: a moving line on a terminal, a line for each step elsewhere."""

    def __init__(self, status: Wait) -> None:
        """``status`` is the moving line."""
        self._status = status

    def __call__(self, what: str, share: float | None) -> None:
        """Say what is being done."""
        self._status.update(f"validating: {what}")
        if not self._status.console.is_terminal:
            self._status.console.print(what)
