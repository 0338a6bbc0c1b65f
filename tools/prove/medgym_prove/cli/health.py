"""``medgym health``."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from medgym_core.cli.output import home_option, json_option, messages, print_json, screen
from medgym_core.cli.paths import FILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from medgym_prove.health import BrokenTasks, Checkup


@click.command("health")
@click.argument("families", nargs=-1, metavar="[FAMILY]...")
@click.option(
    "-n", "--limit", type=click.IntRange(1), default=20, show_default=True, help="Tasks of each family."
)
@click.option("--broken", "book", type=FILE, help="Tasks known to be broken; read and written anew.")
@click.option("--badge", "sign", type=FILE, help="Write a badge for shields.io to a file.")
@click.option(
    "--scale", type=click.IntRange(min=1), help="Size of the synthetic builds, in the dataset's own unit."
)
@click.option("--sandbox", default="auto", show_default=True, help="Where code runs, as in `medgym run`.")
@click.option("-j", "--jobs", type=int, default=2, show_default=True, help="Episodes at once.")
@home_option
@json_option
def command(
    families: tuple[str, ...],
    limit: int,
    book: Path | None,
    sign: Path | None,
    scale: int | None,
    sandbox: str,
    jobs: int,
    home: Path,
    as_json: bool,
) -> None:
    """Play reference solutions of installed families, and tell which tasks have broken.

    Exit code 1 says that a task is broken that was not known, that a family cannot be played, or
    that doing nothing is rewarded. Tasks that recovered leave the file.
    """
    from medgym_core import plugins
    from medgym_prove.health import BrokenTasks, Clinic, read_broken, renewed
    from medgym_prove.report.health import health_table

    names = tuple(map(plugins.spelled, families)) or tuple(item.name for item in plugins.installed())
    before = read_broken(book) if book else BrokenTasks()
    with messages().status(f"looking at {', '.join(names)}") as status:
        clinic = Clinic(
            home=home,
            backend=plugins.sandbox(_chosen(sandbox, names, home)),
            limit=limit,
            scale=scale,
            jobs=jobs,
            progress=lambda what, _: status.update(what),
        )
        checkups = [clinic.checkup(name, before, date.today()) for name in names]
    _write(book, sign, renewed(before, checkups), checkups)
    if as_json:
        print_json({"families": [checkup.model_dump(mode="json") for checkup in checkups]})
    else:
        screen().print(health_table(checkups))
    if not all(checkup.well for checkup in checkups):
        raise SystemExit(1)


def _chosen(sandbox: str, names: Sequence[str], home: Path) -> str:
    from medgym_core import plugins
    from medgym_core.env.choose import choose
    from medgym_core.errors import PluginError

    environments = []
    for name in names:
        try:
            environments.append(plugins.family(name).environment)
        except PluginError:  # reported by its checkup
            continue
    return choose(sandbox, environments, home, isolated=False).name


def _write(book: Path | None, sign: Path | None, after: BrokenTasks, checkups: Sequence[Checkup]) -> None:
    from medgym_core.files import replace_file
    from medgym_prove.health import badge

    if book:
        replace_file(book, f"{after.model_dump_json(indent=2)}\n".encode())
    if sign:
        replace_file(sign, f"{json.dumps(badge(checkups), indent=2)}\n".encode())
