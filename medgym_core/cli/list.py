"""``medgym list``."""

from __future__ import annotations

import click

from medgym_core.cli.output import json_option, print_json, screen


@click.command("list")
@json_option
def command(as_json: bool) -> None:
    """List the installed families, from package metadata and the registry; imports none of them."""
    from medgym_core.report.catalogue import listing
    from medgym_core.report.listing import listing_table

    rows = listing()
    if as_json:
        print_json({"families": [row.model_dump(mode="json") for row in rows]})
    else:
        screen().print(listing_table(rows))
