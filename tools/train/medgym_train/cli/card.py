"""``medgym card``."""

from __future__ import annotations

from pathlib import Path

import click

from medgym_core.cli.output import json_option, messages, print_json, screen, tell
from medgym_core.cli.paths import FILE, FOLDER


@click.command("card")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=FOLDER)
@click.option("--html", type=FILE, help="Write the card as one page to this file.")
@json_option
def command(runs: tuple[Path, ...], html: Path | None, as_json: bool) -> None:
    """Show what can be learned from every RUN, and what would be learned wrongly.

    Of several runs the order given is taken for the order of training. Runs of nop, attack:memory and
    attack:neighbour among them show what needs no skill.
    """
    from rich.progress import Progress

    from medgym_train.card import card_of
    from medgym_train.card.showing import print_card, write_card

    with Progress(console=messages(), transient=True) as bar:
        read = bar.add_task("reading episodes", total=None)
        found = card_of(runs, lambda: bar.advance(read))
    if html is not None:
        write_card(html, found)
    if as_json:
        print_json(found.model_dump(mode="json"))
    elif html is None:
        print_card(screen(), found)
    tell(*found.remarks)
