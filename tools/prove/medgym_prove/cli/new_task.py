"""``medgym new-task``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from medgym_core.cli.output import json_option, print_json
from medgym_core.cli.paths import FOLDER, PATH

QUESTIONS = {
    "name": "Name (lower case, words joined by hyphens)",
    "title": "Title",
    "kind": "Kind of the example (value, table, program, predictions, state, session)",
    "tier": "Tier of the published data (synthetic, open, registered, credentialed, restricted)",
    "licence": "Licence of the published data, or of yours where all is synthetic",
    "author": "Author",
}
"""Setting to what the wizard asks."""


@click.command("new-task")
@click.option("--name", help="Name of the family: lower case, words joined by hyphens.")
@click.option("--title", help="Human title (default: the name's words).")
@click.option("--kind", help="value, table, program, predictions, state or session (default: value).")
@click.option("--tier", help="Tier of the published data (default: synthetic).")
@click.option("--licence", help="Licence of the published data (default: Apache-2.0).")
@click.option("--author", help="Who answers for it (default: you).")
@click.option("--answers", "file", type=PATH, help="JSON file of settings; flags win.")
@click.option(
    "--out",
    type=FOLDER,
    help="Where its folder is made (default: plugins/ in a checkout of medgym, else here).",
)
@json_option
def command(file: Path | None, out: Path | None, as_json: bool, **flags: str | None) -> None:
    """Make a new task family: a complete plugin with a small working example.

    Asks for what is not given where a terminal answers. Every place to edit is marked EDIT.
    """
    from medgym_prove import scaffold

    settings: dict[str, Any] = scaffold.read_answers(file) if file else {}
    settings |= {setting: value for setting, value in flags.items() if value}
    if file is None and _asks():
        settings = ask(settings)
    given = scaffold.answers(settings, str(file) if file else "the command line")
    made = scaffold.bake(given, out or scaffold.default_out(Path.cwd()))
    commands = scaffold.next_commands(made)
    if as_json:
        print_json({"folder": str(made), "next": list(commands), **given.model_dump(mode="json")})
    else:
        click.echo("\n".join((f"{given.name} is in {made}. What to edit is marked EDIT. Next:", *commands)))


def ask(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with those that are missing asked for; an answer that does not hold is asked again."""
    from medgym_core.errors import ConfigError
    from medgym_prove.scaffold import Answers, answers

    found = dict(settings)

    def accepted(value: str) -> str:
        try:
            answers({**found, setting: value}, "your answer")
        except ConfigError as error:
            raise click.UsageError(str(error)) from error
        return value

    for setting, question in QUESTIONS.items():
        if setting not in found:
            default = getattr(Answers.model_validate(found), setting) if found.get("name") else None
            found[setting] = click.prompt(question, default=default, value_proc=accepted)
    return found


def _asks() -> bool:
    return sys.stdin.isatty()
