"""``medgym push`` and ``medgym pull``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from medgym_core.cli.completion import RunFolder
from medgym_core.cli.output import json_option, messages, print_json
from medgym_core.cli.paths import FOLDER


@click.command("push")
@click.argument("repository", metavar="OWNER/NAME")
@click.argument("folders", metavar="FOLDER [FOLDER]...", nargs=-1, required=True, type=RunFolder())
@click.option("--public", is_flag=True, help="Make a new repository public (default: private).")
@json_option
def push(repository: str, folders: tuple[Path, ...], public: bool, as_json: bool) -> None:
    """Send runs and exports, each in its FOLDER, to a dataset repository of the Hugging Face Hub.

    A run goes with its record, tables for `datasets.load_dataset` and its report; the repository gets a
    card of all that it holds. What derives from labelled data is refused before anything is sent.
    """
    from medgym_hub import sharing

    with messages().status(f"sending to {repository}"):
        made = sharing.push(repository, folders, public)
    if as_json:
        print_json(asdict(made))
    else:
        click.echo(f"{', '.join(made.names)} in {made.files} files, {made.bytes:,} bytes, at {made.url}")


@click.command("pull")
@click.argument("repository", metavar="OWNER/NAME")
@click.argument("folder", type=FOLDER)
@click.option("--revision", help="Commit, branch or tag (default: the newest).")
@json_option
def pull(repository: str, folder: Path, revision: str | None, as_json: bool) -> None:
    """Fetch what was pushed to a dataset repository into FOLDER, and check every byte.

    A transfer that was cut goes on where it stopped when the same is typed again.
    """
    from medgym_hub import sharing

    with messages().status(f"fetching {repository}"):
        made = sharing.pull(repository, folder, revision)
    if as_json:
        print_json(asdict(made))
        return
    for run, episodes in made.runs.items():
        click.echo(f"{run}: {episodes} episodes")
    for export in made.exports:
        click.echo(export)
