"""``python -m release``: check distributions, raise versions, renew constraints, gather what is uploaded."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import click

from release import build, constraints, smoke, tag, version
from release.distribution import CORE, FAMILY, ROOT, ReleaseError, distributions

QUICK = (CORE, f"{FAMILY}npowerai")
"""Distributions that the quick check installs."""


class Told(click.ClickException):
    """What went wrong, without a traceback."""


class Verbs(click.Group):
    """Commands whose `ReleaseError` is a message."""

    def invoke(self, ctx: click.Context) -> object:
        """Run one command."""
        try:
            return super().invoke(ctx)
        except ReleaseError as error:
            raise Told(str(error)) from error


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Check, number and gather the distributions of this repository."""


@main.command("check")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Where to leave what is built (default: nowhere)."
)
@click.option("--quick", is_flag=True, help=f"Install {' and '.join(QUICK)} only.")
@click.option(
    "--only", metavar="NAME", multiple=True, help="Install this distribution only; may be repeated."
)
def check_(out: Path | None, quick: bool, only: tuple[str, ...]) -> None:
    """Build all wheels and source distributions, check them, and install and use each wheel alone."""
    chosen = [one for one in distributions() if one.name in (QUICK if quick else only or (one.name,))]
    if unknown := sorted(set(only) - {one.name for one in chosen}):
        raise ReleaseError(f"there is no distribution {', '.join(unknown)}")
    with tempfile.TemporaryDirectory(prefix="medgym-release-") as scratch:
        built = out or Path(scratch) / "dist"
        build.build(ROOT, built)
        if wrong := build.check(ROOT, built):
            raise ReleaseError("\n".join(wrong))
        click.echo(f"{len(list(built.iterdir()))} files are built and checked")
        for one in chosen:
            folder = Path(scratch) / one.name
            folder.mkdir()
            smoke.smoke(one, ROOT, built, folder)
            shutil.rmtree(folder)
            click.echo(f"{one.name} {one.version} works alone")


@main.command("gather")
@click.argument("tag_")
@click.option(
    "--built", type=click.Path(path_type=Path, exists=True), required=True, help="What `check` left."
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for what is uploaded.")
def gather(tag_: str, built: Path, out: Path) -> None:
    """Copy what the tag TAG_ releases, if the projects and the changelog agree with it."""
    out.mkdir(parents=True)
    for one in tag.released(tag_, ROOT):
        for path in build.files(one, built):
            shutil.copy(path, out)
            click.echo(path.name)


@main.command("version")
@click.argument("number")
def version_(number: str) -> None:
    """Give the core, the libraries and the tools the version NUMBER, and whoever needs them its bounds."""
    for path in version.write(ROOT, number):
        click.echo(path.relative_to(ROOT))


@main.command("constraints")
@click.option("--keep", is_flag=True, help="Leave the versions that are there, and add those of what is new.")
def constraints_(keep: bool) -> None:
    """Renew the exact versions for development and CI."""
    click.echo("renewed" if constraints.renew(ROOT, keep) else "nothing is newer")


if __name__ == "__main__":
    main(prog_name="python -m release")
