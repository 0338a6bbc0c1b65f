"""``medgym validate``."""

from __future__ import annotations

from pathlib import Path

import click

from medgym_core.cli.output import home_option, json_option, messages, print_json, screen


@click.command("validate")
@click.argument("target")
@click.option(
    "--tier", type=click.IntRange(0, 3), default=0, show_default=True, help="Run tiers up to this one."
)
@click.option("--check", "only", multiple=True, help="Run this check alone (repeatable).")
@click.option("--scale", type=int, help="Size of the synthetic builds, in the dataset's own unit.")
@click.option("--jobs", type=int, default=2, show_default=True, help="Episodes at once.")
@home_option
@json_option
def command(
    target: str, tier: int, only: tuple[str, ...], scale: int | None, jobs: int, home: Path, as_json: bool
) -> None:
    """Check what the family TARGET must prove: a plugin's folder, or an installed family's name.

    Tier 0 reads the source, 1 builds the data, 2 plays episodes, 3 attacks. Findings of tier 1 and above that
    passed are remembered until the source changes. Exit code 1 says that a check failed.
    """
    from medgym_core.report.findings import findings_table
    from medgym_core.validate.checks import checks
    from medgym_core.validate.run import report, validate
    from medgym_core.validate.subject import subject_of

    known = checks(3 if only else tier)
    if unknown := set(only) - {check.id for check in known}:
        raise click.BadParameter(f"there is no check {', '.join(sorted(unknown))}", param_hint="--check")
    chosen = [check for check in known if not only or check.id in only]
    with messages().status("validating") as status:
        subject = subject_of(
            target,
            home,
            scale=scale,
            jobs=jobs,
            progress=lambda what, _: status.update(f"validating: {what}"),
        )
        outcome = report(subject, list(validate(subject, chosen)))
    if as_json:
        print_json(outcome.model_dump(mode="json"))
    else:
        screen().print(findings_table(outcome))
    if not outcome.passed:
        raise SystemExit(1)
