"""``python -m release``: check distributions, raise versions, renew constraints."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import click

from release import build, constraints, smoke, suite, tag, version
from release.distribution import CORE, FAMILY, ROOT, Distribution, ReleaseError, distributions

QUICK = (CORE, f"{FAMILY}npowerai")
"""Distributions that the quick check installs."""


class Reported(click.ClickException):
    """What went wrong, without a traceback."""


class Verbs(click.Group):
    """Commands whose `ReleaseError` is a message."""

    def invoke(self, ctx: click.Context) -> object:
        """Run one command."""
        try:
            return super().invoke(ctx)
        except ReleaseError as error:
            raise Reported(str(error)) from error


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Check and number the distributions of this repository."""


@main.command("check")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Where to leave what is built (default: nowhere)."
)
@click.option("--quick", is_flag=True, help=f"Install {' and '.join(QUICK)} only.")
@click.option(
    "--only", metavar="NAME", multiple=True, help="Install this distribution only; may be repeated."
)
@click.option(
    "--tag", "tagged", help="Leave what this tag releases, if projects and changelog agree with it."
)
def check_(out: Path | None, quick: bool, only: tuple[str, ...], tagged: str | None) -> None:
    """Build all wheels and source distributions, check them, and install and use each wheel alone."""
    all_ = distributions()
    kept = tag.released(tagged, ROOT) if tagged else all_
    names = QUICK if quick else only or tuple(one.name for one in kept)
    if unknown := sorted(set(names) - {one.name for one in all_}):
        raise ReleaseError(f"there is no distribution {', '.join(unknown)}")
    with tempfile.TemporaryDirectory(prefix="medgym-release-") as scratch:
        built = (out or Path(scratch) / "dist").absolute()
        build.build(ROOT, built)
        if wrong := build.check(ROOT, built):
            raise ReleaseError("\n".join(wrong))
        click.echo(f"{len(list(built.iterdir()))} files are built and checked")
        for one in (one for one in all_ if one.name in names):
            _use(one, built, Path(scratch) / one.name)
        build.keep(kept, built)


@main.command("suites")
@click.option("--only", metavar="NAME", multiple=True, help="Run this family's only; may be repeated.")
def suites_(only: tuple[str, ...]) -> None:
    """Run the fast tests of every family from its source distribution, away from the repository."""
    families = {one.name: one for one in distributions() if one.family}
    if unknown := sorted(set(only) - families.keys()):
        raise ReleaseError(f"there is no family {', '.join(unknown)}")
    with tempfile.TemporaryDirectory(prefix="medgym-suites-") as scratch:
        built = Path(scratch) / "dist"
        build.build(ROOT, built)
        for name in only or families:
            place = Path(scratch) / name
            place.mkdir()
            click.echo(f"{name}: {suite.suite(families[name], built, place)}")
            shutil.rmtree(place)


def _use(one: Distribution, built: Path, scratch: Path) -> None:
    scratch.mkdir()
    smoke.smoke(one, ROOT, built, scratch)
    shutil.rmtree(scratch)
    click.echo(f"{one.name} {one.version} works alone")


@main.command("notes")
@click.argument("tagged", metavar="TAG")
def notes_(tagged: str) -> None:
    """Print what is said of the release TAG."""
    click.echo(tag.announcement(tagged, ROOT))


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
