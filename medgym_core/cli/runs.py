"""``medgym runs``."""

from __future__ import annotations

from pathlib import Path

import click

from medgym_core.cli.output import json_option, print_json, screen, tell
from medgym_core.cli.paths import FOLDER
from medgym_core.cli.run import RUN, pairs


@click.group("runs")
def command() -> None:
    """Find, tag and delete runs."""


@command.command("list")
@click.argument("folder", type=FOLDER, default=Path("runs"))
@click.option("--task", metavar="NAME[,NAME]", default="", help="Runs of one of these families.")
@click.option("--agent", metavar="NAME", default="", help="Runs of this agent or model.")
@click.option(
    "--tag", "--tags", "tags", multiple=True, callback=pairs, metavar="NAME=VALUE", help="Runs so tagged."
)
@json_option
def list_(folder: Path, task: str, agent: str, tags: dict[str, str] | None, as_json: bool) -> None:
    """List the runs in FOLDER (default `runs`) and below it, the newest first."""
    from medgym_core import plugins
    from medgym_core.report.shelf import matching, runs_below, shelf_table

    names = tuple(plugins.spelled(name.strip()) for name in task.split(",") if name.strip())
    below = runs_below(folder)
    found = matching(below, names, agent, tags or {})
    if as_json:
        print_json({"runs": [run.model_dump(mode="json") for run in found]})
    elif found:
        screen().print(shelf_table(found, folder))
    else:
        click.echo(f"no such run lies in {folder}")
    for run in below:
        if run.error and (run in found or not run.task):  # of what families it is, nobody knows
            tell(run.error)


@command.command("tag")
@click.argument("run", type=RUN)
@click.argument("tags", nargs=-1, required=True, callback=pairs, metavar="NAME=VALUE [NAME=VALUE]...")
@json_option
def tag(run: Path, tags: dict[str, str], as_json: bool) -> None:
    """Record NAME=VALUE with RUN; an empty VALUE takes the tag NAME away."""
    from medgym_core.rollout import folder

    kept = folder.retag(run, tags)
    if as_json:
        print_json({"run": str(run), "tags": kept})
    else:
        click.echo(" ".join(f"{name}={value}" for name, value in kept.items()) or "no tags")


@command.command("delete")
@click.argument("runs", type=RUN, nargs=-1, required=True, metavar="RUN [RUN]...")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
def delete(runs: tuple[Path, ...], yes: bool, as_json: bool) -> None:
    """Delete whole runs with all that they recorded; asks first."""
    from medgym_core.rollout import folder

    for run in runs:
        folder.load(run)  # what is no run is refused before anything is deleted
    if not yes and not click.confirm(f"Delete {', '.join(map(str, runs))}?", err=True):
        raise click.Abort
    for run in runs:
        folder.delete(run)
    if as_json:
        print_json({"deleted": [str(run) for run in runs]})
    else:
        click.echo(f"deleted {', '.join(map(str, runs))}")
