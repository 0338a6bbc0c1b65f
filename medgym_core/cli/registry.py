"""``medgym registry``."""

from __future__ import annotations

import click

from medgym_core.cli.group import VerbGroup
from medgym_core.cli.output import json_option, print_json, screen


class Parts(VerbGroup):
    """The verbs below ``medgym registry``."""

    prefix = "registry."


@click.group("registry", cls=Parts)
def command() -> None:
    """Find families in the registry, installed or not; make and check the registry's file."""


@click.command("search")
@click.argument("words", nargs=-1)
@click.option("--tier", help="Tier of the published data, such as open.")
@click.option("--answer-kind", help="What tasks ask for, such as table, csv-file or state.")
@json_option
def search(words: tuple[str, ...], tier: str | None, answer_kind: str | None, as_json: bool) -> None:
    """Find families that have all WORDS in name, title, summary or categories; the best match first."""
    from medgym_core import registry
    from medgym_core.report.listing import matches_table

    found = registry.search(registry.load().families, words, tier, answer_kind)
    if as_json:
        print_json(
            {"families": [{"name": name, **entry.model_dump(mode="json")} for name, entry, _ in found]}
        )
    elif found:
        screen().print(matches_table(found))
    else:
        click.echo("no family matches; `medgym registry search` alone lists all")


@click.command("info")
@click.argument("name")
@json_option
def info(name: str, as_json: bool) -> None:
    """Show all that is known of the family NAME, installed or not."""
    from medgym_core.report.catalogue import known
    from medgym_core.report.listing import family_table

    entry = known(name)
    if as_json:
        print_json({"name": name, **entry.model_dump(mode="json")})
    else:
        screen().print(family_table(name, entry))
