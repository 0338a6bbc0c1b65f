"""``medgym info``."""

from __future__ import annotations

import click

from medgym_core.cli.output import Family, json_option, print_json, screen


@click.command("info")
@click.argument("name", type=Family())
@json_option
def command(name: str, as_json: bool) -> None:
    """Show the family NAME: identity, categories, splits with chance rates, licence, tier."""
    from medgym_core.report.catalogue import describe
    from medgym_core.report.listing import difficulty_table, family_table
    from medgym_core.rollout.ladder import difficulty

    entry, found = describe(name), difficulty(name)
    if as_json:
        measured = found.model_dump(mode="json") if found else None
        print_json({"name": name, **entry.model_dump(mode="json"), "difficulty": measured})
    else:
        screen().print(family_table(name, entry))
        screen().print(difficulty_table(found, entry.version) if found else "difficulty: not measured")
