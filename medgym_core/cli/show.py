"""``medgym show``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from medgym_core.cli.completion import RunFolder
from medgym_core.cli.output import identifiers_option, json_option, messages, print_json, screen, tell
from medgym_core.errors import AccessError, ConfigError
from medgym_core.errors.wording import how_many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from medgym_core.env.loop import Env
    from medgym_core.journal import Entry, Index, Journal
    from medgym_core.trajectory import Episode


@click.command("show")
@click.argument("run", type=RunFolder())
@click.argument("episode")
@click.option(
    "--at", type=click.IntRange(0), metavar="STEP", help="The steps before this one alone (from 0)."
)
@click.option("--open", "opens", is_flag=True, help="A shell in the box as it was then.")
@click.option("--tree", "grows", is_flag=True, help="The tree that it is a leaf of.")
@identifiers_option
@json_option
def command(
    run: Path, episode: str, at: int | None, opens: bool, grows: bool, identifiers: bool, as_json: bool
) -> None:
    """Show one EPISODE of RUN, named by its position (from 0), task or the beginning of its id.

    Of labelled data it shows hashes in place of identifiers and dates.

    With --open the steps before are taken again, and each line that you type runs in the box.
    """
    from medgym_core.access.redaction import redaction
    from medgym_core.journal import read_index
    from medgym_core.report import transcript
    from medgym_core.report.redaction import redacted_episode
    from medgym_core.rollout.lacking import lacking

    index, journal = read_index(run)
    entry = index.find(episode)
    record = journal.read(entry.segment, entry.offset)
    tell(*lacking(run, index, journal).remarks)
    _refuse(len(record.steps), at, opens, grows, as_json)
    if grows:
        return _draw([one for one in index if one.task == entry.task], journal)
    if episode == entry.task:
        _report_other_samples(run, entry, index)
    if opens:
        if entry.tier.labelled and not identifiers:
            raise AccessError(f"a shell shows {entry.tier} data as it is: give --identifiers, if you may")
        return _open(run, record, max(0, len(record.steps) - 1) if at is None else at)
    if at is not None:
        record = record.model_copy(update={"steps": record.steps[:at]})
    record = redacted_episode(record, str if identifiers else redaction(run, index.tier))
    if as_json:
        print_json({"id": record.id, **record.model_dump(mode="json")})
    else:
        click.echo(transcript(record), nl=False)


def _refuse(steps: int, at: int | None, opens: bool, grows: bool, as_json: bool) -> None:
    """Refuse options that do not go together, or not with an episode of so many steps."""
    if as_json and (opens or grows):
        raise ConfigError("--open and --tree print no JSON; the JSON of an episode has its `branch`")
    if grows and (opens or at is not None):
        raise ConfigError("--tree draws whole leaves; leave --at and --open out, or it")
    if at is not None and at > steps:
        raise ConfigError(f"--at {at}: this episode has {how_many(steps, 'step')}; give at most --at {steps}")


def _report_other_samples(run: Path, shown: Entry, index: Index) -> None:
    """Say which samples of its task there are besides the one that is shown."""
    others = [entry.replica for entry in index if entry.task == shown.task and entry.replica != shown.replica]
    if others:
        more = f"{how_many(len(others), 'other sample')} of {shown.task}"
        how = f"`medgym show {run} {shown.task}:{min(others)}` shows the next"
        tell(f"this is sample {shown.replica}; there {'is' if len(others) == 1 else 'are'} {more}; {how}")


def _draw(entries: Sequence[Entry], journal: Journal) -> None:
    from medgym_core.metrics.tree import tree
    from medgym_core.report.branches import branches

    leaves = {entry.replica: journal.read(entry.segment, entry.offset) for entry in entries}
    screen().print(branches(entries[0].task, tree(leaves)))


def _open(run: Path, record: Episode, step: int) -> None:
    from medgym_core.rollout.reopening import reopen

    console = messages()
    with console.status("taking the steps again"):
        env, divergences = reopen(run, record, step)
    with env:
        for found in divergences:
            console.print(
                f"step {found.step} came to something else this time", highlight=False, markup=False
            )
        if env.verdict is not None:
            raise ConfigError("the episode was over by then, and its box is closed; give an earlier --at")
        console.print(
            f"the box of {record.key.task} before step {step}; `exit` leaves", highlight=False, markup=False
        )
        _talk(env)


def _talk(env: Env) -> None:
    """Run each line of standard input in the box."""
    from medgym_core.report import escape
    from medgym_sandbox.spec import Execution

    assert env.box is not None
    while line := _next(sys.stdin):
        if line.strip() == "exit":
            return
        execution = Execution(
            language="shell",
            source=line,
            timeout_s=env.limits.action_s,
            output_bytes=env.limits.output_bytes,
        )
        outcome = env.box.run(execution)
        click.echo(escape(outcome.stdout), nl=False)
        click.echo(escape(outcome.stderr), nl=False, err=True)
        if not outcome.ok:
            click.echo(f"[{outcome.reason}, exit code {outcome.exit_code}]", err=True)
        if outcome.reason == "box_died":
            return


def _next(lines: TextIO) -> str:
    if lines.isatty():
        click.echo("box> ", nl=False, err=True)
    return lines.readline()
