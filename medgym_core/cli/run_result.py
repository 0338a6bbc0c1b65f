"""The last lines of ``medgym run``: what the run came to, and what plays the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from medgym_core.cli.output import print_json, screen
from medgym_core.errors.wording import how_many

if TYPE_CHECKING:
    from medgym_core.rollout import RunResult


def print_run_result_json(result: RunResult) -> None:
    """Print it as one JSON object."""
    from medgym_core.metrics import summarise
    from medgym_core.report.disclosure import disclosed

    report = disclosed(summarise(result.index)).model_dump(mode="json")
    print_json(
        {
            "run": str(result.run),
            "missing": result.missing,
            "exhausted": result.exhausted if result.missing else "",
            "error": result.error,
            "protocols": sorted({entry.protocol for entry in result.index}),
            **report,
        }
    )


def print_run_result(result: RunResult) -> None:
    """Print the table of its figures, and below it what is to be known of them and what goes on."""
    from medgym_core.env.prompt import PAPER_NOTICE
    from medgym_core.metrics import summarise
    from medgym_core.report import escape, report_table
    from medgym_core.report.conduct import of_trees, omitted
    from medgym_core.report.disclosure import disclosed

    report = disclosed(summarise(result.index))
    screen().print(report_table(report))
    graded = {entry.protocol for entry in result.index}
    notice = PAPER_NOTICE if "paper" in graded else ""
    for line in (report.tier.notice, notice, *of_trees(report), *omitted(report)):
        if line:
            click.echo(escape(line))
    if not result.played and not result.missing:
        click.echo("The run was finished already; nothing was played.")
    click.echo(f"recorded in {result.run}")
    if result.error:
        click.echo(escape(result.error))
    if result.alarmed:
        click.echo("stopped: the last five episodes ended in the same error; --no-fail-on-error goes on")
    if result.missing and result.exhausted:
        click.echo(result.exhausted)
    for line in way_on(result):
        click.echo(line)


def way_on(result: RunResult) -> Iterator[str]:
    """What has no reward, and what plays it."""
    index, again = result.index, f"medgym run --resume {result.run}"
    have, them = ("has", "it") if result.missing == 1 else ("have", "them")
    if result.missing and result.trees:
        trees = how_many(result.missing, "tree")
        yield f"{trees} {have} no reward at the first leaf; play {them} again whole with: {again}"
    elif result.missing:
        yield f"{how_many(result.missing, 'episode')} {have} no reward; play {them} with: {again}"
    others = len(index) - index.recorded(firsts=True)
    if result.trees and others > index.finished() - index.finished(firsts=True):
        yield (
            "other leaves that ended in an error stay without a reward; --resume plays a tree again only "
            "where its first leaf has none"
        )
