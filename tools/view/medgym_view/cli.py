"""``medgym view``."""

from __future__ import annotations

from pathlib import Path

import click

from medgym_core.cli.completion import RunFolder
from medgym_core.cli.output import identifiers_option, json_option, print_json


@click.command("view")
@click.argument("run", type=RunFolder())
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Port to listen at (default: a free one)."
)
@identifiers_option
@json_option
def command(run: Path, port: int, identifiers: bool, as_json: bool) -> None:
    """Show RUN, or all runs in the folder RUN, in a browser, on this machine only, until interrupted.

    A run that is being played is shown as it grows.

    Whoever knows the printed address can read the run; it holds a token that is new each time.
    Of labelled data it shows hashes in place of identifiers and dates.
    """
    from medgym_view.server import serve

    def announce(url: str) -> None:
        print_json({"url": url}) if as_json else click.echo(f"{url}\nCtrl-C ends the viewer")

    serve(run, port, announce, identifiers)
