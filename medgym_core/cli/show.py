"""``medgym show``."""

from __future__ import annotations

from pathlib import Path

import click

from medgym_core.cli.completion import RunFolder
from medgym_core.cli.output import identifiers_option, json_option, print_json


@click.command("show")
@click.argument("run", type=RunFolder())
@click.argument("episode")
@identifiers_option
@json_option
def command(run: Path, episode: str, identifiers: bool, as_json: bool) -> None:
    """Show one EPISODE of RUN, named by the beginning of its id or its position (from 0).

    Of labelled data it shows hashes in place of identifiers and dates.
    """
    from medgym_core.access.redaction import redaction
    from medgym_core.journal import read_index
    from medgym_core.report import transcript
    from medgym_core.report.redaction import redacted_episode

    index, journal = read_index(run)
    entry = index.find(episode)
    redact = str if identifiers else redaction(run, index.tier)
    record = redacted_episode(journal.read(entry.segment, entry.offset), redact)
    if as_json:
        print_json({"id": record.id, **record.model_dump(mode="json")})
    else:
        click.echo(transcript(record), nl=False)
