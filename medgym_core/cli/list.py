"""``medgym list``."""

from __future__ import annotations

import click

from medgym_core.cli.output import json_option, messages, print_json, screen


@click.command("list")
@click.option("--totals", is_flag=True, help="Count families, distinct categories and instances instead.")
@json_option
def command(totals: bool, as_json: bool) -> None:
    """List the installed families, from package metadata and the registry; imports none of them.

    Totals count what is installed here: categories that several families share once, and the tasks of the
    splits that are instances of the benchmark. Families that are part of no benchmark suite count apart,
    as `beyond`.
    """
    from medgym_core.report.catalogue import listing
    from medgym_core.report.listing import listing_table

    if totals:
        _totals(as_json)
    elif as_json:
        print_json({"families": [row.model_dump(mode="json") for row in listing()]})
    else:
        rows = listing()
        screen().print(listing_table(rows))
        if any(row.certificate == "void" for row in rows):
            messages().print(
                "void: the plugin has changed since; `medgym validate NAME --certify` proves it anew"
            )


def _totals(as_json: bool) -> None:
    from medgym_core.errors.wording import how_many
    from medgym_core.report.catalogue import installed_totals
    from medgym_core.report.escape import escape

    counted = installed_totals()
    groups = {"": counted.benchmark} | ({"beyond": counted.beyond} if counted.beyond.families else {})
    if as_json:
        dumped = {name: totals.model_dump(mode="json") for name, totals in groups.items()}
        print_json(dumped.pop("") | dumped, "totals")
    else:
        for name, totals in groups.items():
            families = how_many(totals.families, "family", "families")
            categories = how_many(totals.categories, "distinct category", "distinct categories")
            instances = how_many(totals.instances, "instance")
            click.echo(f"{name or 'installed here'}: {families}, {categories}, {instances}")
    if counted.unregistered:
        names = escape(", ".join(counted.unregistered))
        messages().print(f"not in the registry, so not counted: {names}")
