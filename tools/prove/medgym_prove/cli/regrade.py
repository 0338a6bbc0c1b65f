"""``medgym regrade``."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from medgym_core.cli import completion
from medgym_core.cli.completion import RunFolder
from medgym_core.cli.output import json_option, print_json, screen
from medgym_core.cli.paths import FOLDER

if TYPE_CHECKING:
    from medgym_prove.regrading import Regraded


@click.command("regrade")
@click.argument("run", type=RunFolder())
@click.option("--out", type=FOLDER, help="New run folder to record the new verdicts in.")
@click.option(
    "--sandbox",
    default="auto",
    shell_complete=completion.sandboxes,
    help="Where submitted programs run (default: auto).",
)
@json_option
def command(run: Path, out: Path | None, sandbox: str, as_json: bool) -> None:
    """Grade the stored submissions of RUN with the installed verifiers and show what changed.

    RUN is only read. Of labelled data it shows hashes in place of identifiers and dates.
    """
    from medgym_core.access.redaction import redaction
    from medgym_prove.regrading import regrade
    from medgym_prove.report.regrading import redacted_change

    same, changed, problems = 0, [], Counter[str]()
    of_tier = cache(partial(redaction, run))
    for found in regrade(run, out, sandbox):
        one = redacted_change(found, of_tier(found.tier))
        problems.update([one.problem] if one.problem else [])
        changed += [one] if one.changed else []
        same += not one.problem and not one.changed
    print_json(_plain(same, changed, problems)) if as_json else _print(same, changed, problems)


def _plain(same: int, changed: list[Regraded], problems: Counter[str]) -> dict[str, Any]:
    return {
        "same": same,
        "changed": [one.model_dump(mode="json", exclude={"problem"}) for one in changed],
        "not_regraded": dict(problems.most_common()),
    }


def _print(same: int, changed: list[Regraded], problems: Counter[str]) -> None:
    from medgym_core.report import escape
    from medgym_prove.report.regrading import regraded_table

    if changed:
        screen().print(regraded_table(changed))
    click.echo(f"{same} verdicts are the same, {len(changed)} have changed")
    for problem, count in problems.most_common():
        click.echo(f"{count} not graded again: {escape(problem)}")
