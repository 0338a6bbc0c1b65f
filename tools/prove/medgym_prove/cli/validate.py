"""``medgym validate``."""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from medgym_core.cli.output import home_option, json_option, messages, print_json, screen
from medgym_core.cli.paths import FILE
from medgym_core.errors import ConfigError
from medgym_prove.cli.proposal import digest_option, judge_proposal

if TYPE_CHECKING:
    from medgym_prove.check import Check
    from medgym_prove.subject import Subject

_LEVELS = click.IntRange(0, 4)


@click.command("validate")
@click.argument("target", required=False)
@click.option("--level", type=_LEVELS, help="Run levels up to this one (default 0; with --pr 4).")
@click.option("--tier", type=_LEVELS, hidden=True)  # the former name of --level
@click.option("--check", "only", multiple=True, help="Run this check alone (repeatable).")
@click.option("--certify", is_flag=True, help="Run all levels and, if all is well, write the certificate.")
@click.option(
    "--verify-certificate", "verifying", is_flag=True, help="Run all that the certificate tells, and compare."
)
@click.option("--pr", "base", metavar="BASE", help="Judge what this git checkout changes against BASE.")
@click.option(
    "--head", metavar="REV", help="With --pr: judge this revision (default: the files as they lie)."
)
@click.option("--comment", type=FILE, help="With --pr: write the table to a file.")
@click.option("--approved", callback=digest_option, metavar="DIGEST", help="With --pr: the bytes approved.")
@click.option(
    "--scale", type=click.IntRange(min=1), help="Size of the synthetic builds, in the dataset's own unit."
)
@click.option("-j", "--jobs", type=int, default=2, show_default=True, help="Episodes, or checks, at once.")
@home_option
@json_option
def command(
    target: str | None,
    level: int | None,
    tier: int | None,
    only: tuple[str, ...],
    certify: bool,
    verifying: bool,
    scale: int | None,
    jobs: int,
    home: Path,
    as_json: bool,
    **proposed: Any,
) -> None:
    """Check what the family TARGET must prove: a plugin's folder, or an installed family's name.

    Level 0 reads the source, 1 builds the data, 2 plays episodes, 3 attacks, 4 asks whether it is finished.
    Findings of level 1 and above that passed are remembered until the source changes; --verify-certificate
    remembers nothing. Exit code 1 says that a check failed, or that the certificate does not hold.

    With --pr BASE and no TARGET, the one family that a git checkout adds or changes is judged by the core of
    BASE in two fresh installs, level after level until one fails.
    """
    level = tier if level is None else level
    if _proposes(target, certify or verifying or bool(only), proposed):
        judge_proposal(**proposed, level=level, scale=scale, jobs=jobs, as_json=as_json)
        return
    from medgym_prove import certificate
    from medgym_prove.checks import HIGHEST
    from medgym_prove.report.findings import findings_table, verification_text
    from medgym_prove.subject import subject_of
    from medgym_prove.validation import Validation, report, validate

    _refuse_mixed(certify, verifying, level is not None or bool(only), scale is not None)
    chosen = _chosen(HIGHEST if certify else level or 0, only)
    with messages().status(f"validating {target}, {len(chosen)} checks") as status:
        subject = subject_of(str(target), home, scale=scale, jobs=jobs)
        subject.progress = lambda what, _: status.update(f"validating: {what}")
        if certify:
            _refuse_unfinished(subject)
        found = certificate.verify(subject) if verifying else report(subject, list(validate(subject, chosen)))
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        screen().print(findings_table(found) if isinstance(found, Validation) else verification_text(found))
    if certify and isinstance(found, Validation):
        messages().print(f"wrote {certificate.certify(subject, found)}")
    if not found.passed:
        raise SystemExit(1)


def _proposes(target: str | None, installed: bool, proposed: Mapping[str, Any]) -> bool:
    """Whether a proposal is judged, and no installed family or folder."""
    if proposed["base"] and (target or installed):
        raise click.UsageError(
            "--pr judges all that is proposed; leave TARGET, --check and certificates away"
        )
    if not proposed["base"] and any(proposed.values()):
        raise click.UsageError("--head, --comment and --approved belong to --pr BASE")
    if not proposed["base"] and not target:
        raise click.UsageError("give a plugin's folder, an installed family's name, or --pr BASE")
    return bool(proposed["base"])


def _refuse_mixed(certify: bool, verifying: bool, chosen: bool, scaled: bool) -> None:
    if certify and verifying:
        raise click.UsageError("--certify writes and --verify-certificate compares; give one of them")
    if (certify or verifying) and chosen:
        raise click.UsageError(
            "a certificate covers all checks of all levels; leave --level and --check away"
        )
    if verifying and scaled:
        raise click.UsageError("the certificate says at which scale to run; leave --scale away")


def _refuse_unfinished(subject: Subject) -> None:
    """What takes minutes to prove is not begun where nothing would come of it.

    Raises:
        ConfigError: counting what is left of the template.
    """
    from medgym_prove.finish.mark import examples, marks

    marked, described = marks(subject), examples(subject)
    if marked or described:
        files = _counted(len({one.path for one in (*marked, *described)}), "file")
        left = f"{_counted(len(marked), 'EDIT mark')} and {_counted(len(described), 'template text')}"
        command = f"medgym validate {shlex.quote(str(subject.folder))} --check F01"
        raise ConfigError(f"{subject.name} is not finished: {left} left in {files}; `{command}` lists them")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _chosen(level: int, only: tuple[str, ...]) -> list[Check]:
    from medgym_prove.checks import HIGHEST, checks

    known = checks(HIGHEST if only else level)
    ids = [check.id for check in known]
    for unknown in sorted(set(only) - set(ids)):
        close = difflib.get_close_matches(unknown.upper(), ids, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(ids)}"
        raise click.BadParameter(f"there is no check {unknown}; {hint}", param_hint="--check")
    return [check for check in known if not only or check.id in only]
