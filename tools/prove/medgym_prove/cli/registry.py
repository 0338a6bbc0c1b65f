"""``medgym registry check``."""

from __future__ import annotations

from pathlib import Path

import click

from medgym_core.cli.output import json_option, print_json, screen
from medgym_core.cli.paths import EXISTING_FILE


@click.command("check")
@click.argument("file", type=EXISTING_FILE, required=False)
@json_option
def command(file: Path | None, as_json: bool) -> None:
    """Hold the registry FILE (default: the one that medgym uses) against the installed families.

    It must fit its JSON Schema, and be byte for byte what `medgym registry build` makes; else the exit code
    is 1. Void and absent certificates are told, and change no exit code.
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
