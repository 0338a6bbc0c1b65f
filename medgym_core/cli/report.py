"""``medgym report``."""

from __future__ import annotations

from pathlib import Path

import click

from medgym_core.cli.output import json_option, messages, print_json, screen


@click.command("report")
@click.argument("run", type=click.Path(file_okay=False, path_type=Path))
@json_option
def command(run: Path, as_json: bool) -> None:
    """Show the figures of RUN: success rate with interval per family and category, statuses, costs."""
    from medgym_core.journal import read_index
    from medgym_core.metrics import summarise
    from medgym_core.report import report_table

    index, journal = read_index(run)
    report = summarise(index.entries.values())
    print_json(report.model_dump()) if as_json else screen().print(report_table(report))
    for damage in journal.damage:
        messages().print(f"the journal is damaged in {damage}; `medgym run --resume {run}` plays it again")
