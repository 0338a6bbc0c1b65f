"""``medgym doctor``."""

from __future__ import annotations

from dataclasses import asdict

import click

from medgym_core.cli.output import json_option, print_json


@click.command("doctor")
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Find out by live probes what works on this machine, and how to fix what does not."""
    from medgym_core.doctor import diagnose

    findings = list(diagnose())
    if as_json:
        print_json({"findings": [asdict(finding) for finding in findings]})
        return
    for finding in findings:
        click.echo(f"{'ok ' if finding.ok else 'GAP'} {finding.name}: {finding.detail}")
        if not finding.ok and finding.fix:
            click.echo(f"    fix: {finding.fix}")
