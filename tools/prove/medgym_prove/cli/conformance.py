"""``medgym conformance``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from medgym_core.cli.output import home_option, json_option, print_json, screen

if TYPE_CHECKING:
    from medgym_prove.conformance import Conformance


@click.command("conformance")
@click.option("--sandbox", required=True, help="Backend to try.")
@click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    help="Try only this behaviour, or all of this guarantee; may be repeated.",
)
@home_option
@json_option
@click.pass_context
def command(ctx: click.Context, /, sandbox: str, only: tuple[str, ...], home: Path, as_json: bool) -> None:
    """Check that a sandbox backend gives exactly the guarantees it declares; exits with 1 if not."""
    from medgym_core import plugins
    from medgym_prove.conformance import check

    report = check(plugins.sandbox(sandbox), names=only or None, home=home)
    if as_json:
        print_json({"ok": report.ok, "violations": report.violations, **report.model_dump(mode="json")})
    else:
        _print(report)
    ctx.exit(0 if report.ok else 1)


def _print(report: Conformance) -> None:
    from medgym_core.report import escape
    from medgym_prove.report.conformance import conformance_table

    screen().print(conformance_table(report))
    for violation in report.violations:
        click.echo(escape(violation))
    click.echo(
        f"{report.backend} " + ("gives what it declares" if report.ok else "does not give what it declares")
    )
