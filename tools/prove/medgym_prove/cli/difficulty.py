"""``medgym difficulty``."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from medgym_core.cli.output import home_option, json_option, messages, print_json, screen

if TYPE_CHECKING:
    from medgym_core.registry.difficulty import Difficulty
    from medgym_prove.subject import Subject
    from medgym_sandbox.backend import SandboxBackend

TASKS = 8
"""Tasks of a category or template unless the option says otherwise, or a kept table has more."""


@click.command("difficulty")
@click.argument("families", nargs=-1, metavar="[FAMILY]...")
@click.option(
    "--tasks",
    type=click.IntRange(1),
    help=f"Tasks of each category or template in a split (default: as in the kept table, at least {TASKS}).",
)
@click.option(
    "--templates", is_flag=True, help="By template instead of by category; trivial ones are marked."
)
@click.option("--sandbox", default="process", show_default=True, help="Where code runs, as in `medgym run`.")
@click.option("--jobs", type=int, default=2, show_default=True, help="Episodes at once.")
@click.option("--write", is_flag=True, help="Keep each table in its plugin's package, for `medgym info`.")
@home_option
@json_option
def command(
    families: tuple[str, ...],
    tasks: int | None,
    templates: bool,
    sandbox: str,
    jobs: int,
    write: bool,
    home: Path,
    as_json: bool,
) -> None:
    """Measure how hard families are: what agents earn that solve as the reference does but for one thing.

    They look at nothing, act once, or leave out joins, times, distinct counts, units, time zones, pages or
    statuses. FAMILY is a name or a folder, as for `medgym validate`; without any, every installed family.
    With --write, a table that is kept is not made again if it is of this version and of the very tasks. How
    long each family took is said on standard error.
    """
    from medgym_core import plugins
    from medgym_core.report.listing import difficulty_table
    from medgym_prove.subject import subject_of

    names = families or tuple(item.name for item in plugins.installed())
    backend, found = plugins.sandbox(sandbox), []
    with messages().status(f"looking at {', '.join(names)}") as status:
        for name in names:
            subject = subject_of(name, home, jobs=jobs, progress=lambda what, _: status.update(what))
            began = monotonic()
            found.append(_measured(subject, tasks, templates, backend, write))
            messages().print(f"{name}: {monotonic() - began:.0f} s")
    if as_json:
        dumped = [one.model_dump(mode="json") for one in found]
        print_json({"families": dumped}, "templates" if templates else "")
    else:
        screen().print(*map(difficulty_table, found))


def _measured(
    subject: Subject, tasks: int | None, templates: bool, backend: SandboxBackend, write: bool
) -> Difficulty:
    from medgym_core import ensure_build
    from medgym_prove.ladder.measure import holds, measured
    from medgym_prove.ladder.table import keep, kept

    family, before = subject.family, kept(subject.package, templates)
    build = ensure_build(family, family.default_source(), subject.home, subject.progress)
    most = tasks or max(before.tasks if before else 0, TASKS)
    wanted = family.version, most
    if write and before and (before.version, before.tasks) == wanted and holds(subject, build, before):
        return before
    found = measured(subject, build, backend, most, templates)
    if write:
        keep(subject.package, found)
    return found
