"""``medgym difficulty``."""

from __future__ import annotations

from pathlib import Path

import click

from medgym_core.cli.output import home_option, json_option, messages, print_json, screen


@click.command("difficulty")
@click.argument("family")
@click.option(
    "--tasks", type=click.IntRange(1), default=6, show_default=True, help="Tasks of each category in a split."
)
@click.option("--sandbox", default="process", show_default=True, help="Where code runs, as in `medgym run`.")
@click.option("--jobs", type=int, default=2, show_default=True, help="Episodes at once.")
@click.option("--write", is_flag=True, help="Keep the table in the plugin's package, for `medgym info`.")
@home_option
@json_option
def command(family: str, tasks: int, sandbox: str, jobs: int, write: bool, home: Path, as_json: bool) -> None:
    """Measure how hard FAMILY is: what agents earn that solve as the reference does but for one thing.

    They look at nothing, act once, or leave out joins, times, distinct counts, units, time zones, pages or
    statuses. FAMILY is a name or a folder, as for `medgym validate`.
    """
    from medgym_core import ensure_build, plugins
    from medgym_core.files import replace_file
    from medgym_core.registry.difficulty import DIFFICULTY
    from medgym_core.report.listing import difficulty_table
    from medgym_prove.ladder.measure import Ladder
    from medgym_prove.subject import subject_of

    with messages().status("looking") as status:
        subject = subject_of(family, home, jobs=jobs, progress=lambda what, _: status.update(what))
        build = ensure_build(subject.family, subject.family.default_source(), home, subject.progress)
        found = Ladder(subject, build, plugins.sandbox(sandbox), tasks).measured()
    if write:
        replace_file(subject.package / DIFFICULTY, f"{found.model_dump_json(indent=1)}\n".encode())
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        screen().print(difficulty_table(found))
