"""``medgym show``."""

from __future__ import annotations

from pathlib import Path

import click

from medgym_core.cli.output import json_option, print_json


@click.command("show")
@click.argument("run", type=click.Path(file_okay=False, path_type=Path))
@click.argument("episode")
@json_option
def command(run: Path, episode: str, as_json: bool) -> None:
    """Show one EPISODE of RUN, named by the beginning of its id or its position (from 0)."""
    from medgym_core.journal import read_index
    from medgym_core.report import transcript

    index, journal = read_index(run)
    entry = index.find(episode)
    record = journal.read(entry.segment, entry.offset)
    if as_json:
        print_json({"id": record.id, **record.model_dump(mode="json")})
    else:
        click.echo(transcript(record), nl=False)
