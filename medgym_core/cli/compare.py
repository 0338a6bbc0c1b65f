"""``medgym compare``."""

from __future__ import annotations

from pathlib import Path

import click

from medgym_core.cli.completion import RunFolder
from medgym_core.cli.output import exact_option, json_option, print_json, refuse_exact, screen, tell

RUN = RunFolder()


@click.command("compare")
@click.argument("first", type=RUN)
@click.argument("second", type=RUN)
@click.option("--despite-differences", is_flag=True, help="Compare runs of other builds, versions or limits.")
@exact_option
@json_option
def command(first: Path, second: Path, despite_differences: bool, exact: bool, as_json: bool) -> None:
    """Compare the runs FIRST and SECOND over the tasks that both hold.

    Shows the difference of their success rates with its interval, and on how many tasks the second is better.
    Of labelled data it withholds counts from 1 to 10 and what would give one away.
    """
    from medgym_core.metrics import compare_runs
    from medgym_core.report.disclosure import disclosed_comparison
    from medgym_core.report.pairing import comparison_text

    refuse_exact(exact, as_json)
    comparison = compare_runs(first, second, despite_differences)
    comparison = comparison if exact else disclosed_comparison(comparison)
    print_json(comparison.model_dump(mode="json")) if as_json else screen().print(comparison_text(comparison))
    tell(*comparison.remarks)
