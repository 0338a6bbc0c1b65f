"""``medgym access``."""

from __future__ import annotations

import difflib
import os
import re
from datetime import date, timedelta
from pathlib import Path

import click

from medgym_core.cli.output import home_option, json_option, print_json, screen
from medgym_core.errors import ConfigError

PROMISES = {
    "zero_retention": "Does the contract say that it keeps nothing of what it is sent?",
    "no_training": "Does it say that nothing is trained on it?",
    "no_human_review": "Does it say that no person reads it?",
}


@click.group("access")
def command() -> None:
    """State that an endpoint may see labelled data, see what is stated, take it back."""


@command.command("attest")
@click.option("--days", type=click.IntRange(1, 90), default=30, show_default=True, help="How long it holds.")
@home_option
@json_option
def attest(days: int, home: Path, as_json: bool) -> None:
    """Answer the questions that make a model's endpoint fit to be sent labelled data.

    What you state is kept with every run that relies on it. It is your statement: no software can check it,
    nor make a use lawful that your agreement forbids. A local endpoint that passes requests on is a remote
    one, whatever its address.
    """
    from medgym_core.access import Attestation, Attestations

    if os.environ.get("CI"):
        raise ConfigError("an attestation is a person's statement; it is not made in CI")
    try:
        asked = _answers()
    except click.Abort:
        raise ConfigError("not every question was answered in the terminal; nothing was stated") from None
    today = date.today()
    term = {"made": today, "expires": today + timedelta(days=days)}
    stated = Attestation.model_validate(asked | dict.fromkeys(PROMISES, True) | term)
    Attestations(home).append(stated)
    if as_json:
        print_json(stated.model_dump(mode="json"))
    else:
        click.echo(
            f"stated as {stated.id}, until {stated.expires}; `medgym access revoke {stated.id}` ends it"
        )


def _answers() -> dict[str, str]:
    """What a person states; what cannot be is asked again.

    Raises:
        ConfigError: if the endpoint makes not every promise.
    """
    asked: dict[str, str] = {
        name: click.prompt(question, err=True, value_proc=check)
        for name, question, check in (
            ("person", "Your name", _said),
            ("institution", "Your institution", _said),
            ("dataset", "Family whose data it is about, as in `medgym list`", _family),
            ("agreement", "The agreement you hold for it, with its version", _said),
            ("endpoint", "Base URL of the endpoint", _endpoint),
            ("evidence", "Where its contract is written (a link, or a file and its sha256)", _said),
        )
    }
    for name, question in PROMISES.items():
        if not click.confirm(question, default=False, err=True):
            raise ConfigError(f"without {name.replace('_', ' ')} labelled data may not be sent there")
    again = click.Choice([asked["dataset"]])
    click.prompt("Type the dataset's name again to state all this", err=True, type=again, show_choices=False)
    return asked


def _said(answer: str) -> str:
    if not (answer := answer.strip()):
        raise click.BadParameter("it is a part of the statement")
    return answer


def _family(answer: str) -> str:
    from medgym_core import plugins, registry

    name = plugins.spelled(answer.strip())
    known = {*plugins.names("medgym_task_families"), *registry.load().families}
    if name not in known:
        close = difflib.get_close_matches(name, sorted(known), n=1)
        hint = f"did you mean {close[0]!r}?" if close else "`medgym list` shows them"
        raise click.BadParameter(f"no family is called {name!r}; {hint}")
    return name


def _endpoint(answer: str) -> str:
    from medgym_core.access.endpoint import canonical

    if not re.fullmatch(r"https://[^/\s]+.*", canonical(answer)):
        raise click.BadParameter(f"{answer} is not reached by https; labelled data is never sent there")
    return answer.strip()


@command.command("list")
@home_option
@json_option
def listing(home: Path, as_json: bool) -> None:
    """List what was stated and revoked, oldest first."""
    from medgym_core.access import Attestations
    from medgym_core.report.access import attestations_table

    records = Attestations(home).records()
    if as_json:
        print_json({"records": [record.model_dump(mode="json") for record in records]})
    elif records:
        screen().print(attestations_table(records, date.today()))
    else:
        click.echo("nothing is attested")


@command.command("revoke")
@click.argument("id")
@click.option("--reason", help="Why it no longer holds.")
@home_option
@json_option
def revoke(id: str, reason: str | None, home: Path, as_json: bool) -> None:
    """End the attestation ID now; without a reason it asks for one."""
    from medgym_core.access import Attestations

    stated = Attestations(home)
    stated.refuse_unknown(id)
    revoked = stated.revoke(id, reason or click.prompt("Why", err=True), date.today())
    if as_json:
        print_json(revoked.model_dump(mode="json"))
    else:
        click.echo(f"{id} is revoked")
