"""``medgym registry build`` and ``medgym registry check``."""

from __future__ import annotations

from pathlib import Path

import click

from medgym_core.cli.output import json_option, print_json, screen
from medgym_core.cli.paths import EXISTING_FILE, FILE


@click.command("build")
@click.option(
    "--out",
    type=FILE,
    help="File to write (default: registry.json of the checkout that medgym runs from, else the screen).",
)
@json_option
def build(out: Path | None, as_json: bool) -> None:
    """Make the registry anew from the installed families; imports every plugin."""
    from medgym_core.errors import ConfigError
    from medgym_core.registry.document import checkout
    from medgym_prove.generation import generate

    made = generate()
    path = out or checkout()
    try:
        if path:
            path.write_text(made.text(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}; choose another --out") from error
    if as_json:
        print_json({"file": str(path) if path else None, **made.model_dump(mode="json")})
    else:
        click.echo(f"{path} holds {', '.join(made.families)}" if path else made.text().rstrip())


@click.command("check")
@click.argument("file", type=EXISTING_FILE, required=False)
@json_option
def check(file: Path | None, as_json: bool) -> None:
    """Hold the registry FILE (default: the one that medgym uses) against the installed families.

    It must fit its JSON Schema, and be byte for byte what `medgym registry build` makes; else the exit code
    is 1. Void and absent certificates are shown, and change no exit code.
    """
    from medgym_core.registry.document import shipped
    from medgym_prove.comparison import compare
    from medgym_prove.report.comparison import comparison_report

    found = compare(file or shipped())
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        screen().print(comparison_report(found))
    if found.differences:
        raise SystemExit(1)
