"""``medgym bundle``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from medgym_core.cli.output import home_option, json_option, messages, print_json
from medgym_core.cli.paths import FILE, FOLDER

if TYPE_CHECKING:
    from medgym_bundle.manifest import Manifest


@click.group("bundle")
def command() -> None:
    """Put medgym into one file, for machines without a network, and install it there."""


@command.command("create")
@click.argument("file", type=FILE)
@click.option("--family", default="", metavar="NAME,...", help="Families (default: all installed).")
@click.option(
    "--extra", default="llm", metavar="NAME,...", help="Extras of medgym and its tools (default llm)."
)
@click.option("--image/--no-image", default=False, help="Add the images of their boxes, for Docker.")
@click.option("--data", is_flag=True, help="Add their synthetic builds, made now unless they stand.")
@home_option
@json_option
def create(file: Path, family: str, extra: str, image: bool, data: bool, home: Path, as_json: bool) -> None:
    """Create the bundle FILE: wheels, registry, documentation, and what the options add.

    It is for the operating system, processor and Python version that this runs on.
    """
    from medgym_bundle.creation import Contents
    from medgym_bundle.creation import create as make

    contents = Contents(_names(extra), image, data)
    with messages().status(f"creating {file}") as status:
        made = make(file, _names(family), contents, home, lambda what, _: status.update(what))
    if as_json:
        print_json({"file": str(file), "bytes": made.size, "sha256": made.sha256, **_listed(made.manifest)})
    else:
        click.echo(f"{file} holds {', '.join(made.manifest.families)}: {made.size:,} bytes")
        click.echo(f"sha256 {made.sha256}")
        click.echo(f"on the other machine: python3 {file.name} install --into FOLDER")


@command.command("install")
@click.argument("file", type=FILE)
@click.option("--into", required=True, type=FOLDER, help="New folder for it.")
@home_option
@json_option
def install(file: Path, into: Path, home: Path, as_json: bool) -> None:
    """Install the bundle FILE, as `python3 FILE install` does where there is no medgym yet."""
    from medgym_bundle.installation import install as put

    with messages().status(f"installing {file}") as status:
        stands = put(file, into, home, lambda what, _: status.update(what))
    if as_json:
        print_json(
            {
                "folder": str(stands.root),
                "builds": [str(build) for build in stands.builds],
                "images": stands.images,
                **_listed(stands.manifest),
            }
        )
    else:
        click.echo(stands.reported())


def _names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (name.strip() for name in text.split(","))))


def _listed(manifest: Manifest) -> dict[str, Any]:
    return {**asdict(manifest), "files": len(manifest.files)}
