"""``medgym report``."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from medgym_core.cli.completion import RunFolder
from medgym_core.cli.output import exact_option, json_option, print_json, refuse_exact, screen, tell
from medgym_core.cli.paths import EXISTING_FILE, FILE

RUN = RunFolder()


@click.command("report")
@click.argument("runs", type=RUN, nargs=-1, required=True, metavar="RUN [RUN]...")
@click.option(
    "--show",
    metavar="SECTION[,SECTION]",
    help="Any of success, splits, average, categories, answers, curves, voids, failures, by-family, actions, "
    "cost; or all.",
)
@click.option("--scores", type=EXISTING_FILE, help="Scores of a learned verifier, for best@k.")
@click.option("--html", type=FILE, help="Write all as one page to this file.")
@exact_option
@json_option
def command(
    runs: tuple[Path, ...],
    show: str | None,
    scores: Path | None,
    html: Path | None,
    exact: bool,
    as_json: bool,
) -> None:
    """Show the figures of a RUN: success, curves over samples, why episodes failed, what it cost.

    Of several runs it shows a leaderboard, and the sections of each run only if they are named. Of labelled
    data it withholds counts from 1 to 10 and what would give one away.
    """
    from medgym_core import plugins
    from medgym_core.metrics.scores import read_scores
    from medgym_core.report.disclosure import disclosed_standings
    from medgym_core.report.figures import standings
    from medgym_core.report.sections import chosen, print_report

    refuse_exact(exact, as_json or html is not None)
    sections = chosen(show)
    write = partial(plugins.report_writer("html"), html) if html else None
    found = standings(runs, read_scores(scores) if scores else None)
    found = found if exact else disclosed_standings(found)
    if write is not None:
        write(found)
    if as_json:
        print_json(found.model_dump(mode="json"))
    elif html is None:
        print_report(screen(), found, sections)
    tell(*dict.fromkeys(remark for run in found.runs for remark in run.remarks))
