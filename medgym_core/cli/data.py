"""``medgym data``."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from medgym_core import plugins
from medgym_core.cli.output import (
    Family,
    exact_option,
    home_option,
    json_option,
    messages,
    print_json,
    refuse_exact,
    screen,
)
from medgym_core.cli.paths import FOLDER, PATH
from medgym_core.cli.verbosity import with_log_level
from medgym_core.errors.advice import PROVIDERS

if TYPE_CHECKING:
    from medgym_core.source import Source


class Parts(click.Group):
    """The core's own verbs below ``medgym data``, and those that come through the hook."""

    prefix = "data."

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All that are installed, sorted."""
        brought = (name for name in plugins.names("medgym_commands") if name.startswith(self.prefix))
        return sorted([*self.commands, *(name.removeprefix(self.prefix) for name in brought)])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command behind a verb; for what other distributions bring errors are as in ``VerbGroup``."""
        name = self.prefix + cmd_name
        if name in PROVIDERS or name in plugins.names("medgym_commands"):
            return with_log_level(plugins.command(name).load())
        return super().get_command(ctx, cmd_name)


@click.group("data", cls=Parts)
def command() -> None:
    """Fetch published data, build a family's data and see what is built."""


@command.command("build")
@click.argument("name", type=Family())
@click.option(
    "--source", type=PATH, help="Your own copy of the data, or a fetched source (default: synthetic)."
)
@click.option("--seed", type=int, help="Seed of synthetic data (default 0).")
@click.option(
    "--scale", type=click.IntRange(min=1), help="Size of synthetic data, in the dataset's own unit."
)
@home_option
@json_option
def build(
    name: str, source: Path | None, seed: int | None, scale: int | None, home: Path, as_json: bool
) -> None:
    """Build the data of the family NAME, unless it is built already."""
    from medgym_core.builds.making import ensure_build
    from medgym_core.source import Source

    if source and (seed is not None or scale is not None):
        raise click.UsageError("--seed and --scale are about synthetic data; leave them or --source out")
    family = plugins.family(name)
    origin = _given(name, source, home) if source else Source.synthetic(seed or 0, scale)
    making = f"building {name}" + (f" at scale {origin.scale}" if origin.scale else "")
    with messages().status(making) as status:
        made = ensure_build(family, origin, home, lambda what, _: status.update(f"{making}: {what}"))
    report = family.report(made)
    if as_json:
        print_json({**made.model_dump(mode="json"), "root": str(made.root), "report": report})
    else:
        click.echo("\n".join(filter(None, (f"{name} {made.version} is built in {made.root}", report))))


def _given(name: str, source: Path, home: Path) -> Source:
    """The user's copy, or the fetched source, that ``source`` means for the family ``name``.

    ``NAME=SOURCE``, as `medgym run` takes it, means the same.

    Raises:
        ConfigError: if nothing is there.
    """
    from medgym_core.download.named import located, user_source
    from medgym_core.errors import ConfigError

    known = plugins.downloads(name)
    if not source.exists():
        source = Path(str(source).removeprefix(f"{name}="))
    path = located(source, name, known, home)
    if not path.exists():
        names = f"; sources that can be fetched: {', '.join(known)}" if known else ""
        other = f"; what stands before = must be {name}" if "=" in str(source) else ""
        raise ConfigError(f"Path {str(source)!r} does not exist{other}{names}")
    return user_source(path, plugins.family(name).tier_of(path), home)


@command.command("check")
@click.argument("name", type=Family())
@click.option(
    "--source", type=PATH, required=True, help="Your own copy of the published data, or a fetched source."
)
@home_option
@exact_option
@json_option
def check(name: str, source: Path, home: Path, exact: bool, as_json: bool) -> None:
    """Recompute a copy of the published data of the family NAME, and say where its answers disagree.

    Of labelled data it withholds counts from 1 to 10 and what would give one away, and hashes identifiers and
    dates.
    """
    from medgym_core.report import escape
    from medgym_core.report.disclosure import disclosed_check
    from medgym_core.report.listing import check_table

    refuse_exact(exact, as_json)
    family = plugins.family(name)
    given = _given(name, source, home)
    raw = given.path or source
    with messages().status(f"checking {name}") as status:
        found = family.check(raw, home, lambda what, _: status.update(f"checking {name}: {what}"))
    found = found if exact else disclosed_check(found, given.tier)
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        screen().print(check_table(found))
        click.echo(escape("\n".join((*found.remarks, found.summary))))


@command.command("synthesise")
@click.argument("name", type=Family())
@click.argument("out", type=FOLDER)
@click.option("--seed", type=int, default=0, help="Seed.")
@click.option("--scale", type=click.IntRange(min=1), help="Size, in the dataset's own unit.")
@json_option
def synthesise(name: str, out: Path, seed: int, scale: int | None, as_json: bool) -> None:
    """Write the synthetic raw files of the family NAME to the new folder OUT.

    They have the published layout: `medgym data build NAME --source OUT` builds from them what it builds
    from the real files.
    """
    from medgym_core.errors import ConfigError

    if out.exists():
        raise ConfigError(f"{out} exists; name a new folder")
    family = plugins.family(name)
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=out.parent, prefix=".growing-") as scratch:
        growing = Path(scratch) / "raw"
        growing.mkdir()
        with messages().status(f"writing {name}") as status:
            family.synthesise(growing, seed, scale, lambda what, _: status.update(f"writing {name}: {what}"))
        growing.rename(out)
    files = sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())
    if as_json:
        print_json({"family": name, "folder": str(out), "files": files})
    else:
        click.echo(f"{len(files)} files are in {out}")


@command.command("status")
@home_option
@json_option
def status(home: Path, as_json: bool) -> None:
    """List what is built: from what, how large, under which licence."""
    from medgym_core.builds import purge
    from medgym_core.report.builds import builds_table, reported

    found = [reported(build, *purge.size(build)) for build in purge.builds(home)]
    if as_json:
        print_json({"builds": found})
    elif found:
        screen().print(builds_table(found))
    else:
        click.echo(f"nothing is built in {home}; `medgym data build NAME` builds a family's data")


@command.command("purge")
@click.argument("name", type=Family())
@click.option("--build", "digest", help="Only the build whose digest begins so (default: all of NAME).")
@click.option("--yes", is_flag=True, help="Do not ask.")
@home_option
@json_option
def remove(name: str, digest: str | None, yes: bool, home: Path, as_json: bool) -> None:
    """Remove what is built for the family NAME, and keep a receipt; your own copy of the data stays."""
    from medgym_core.builds import purge
    from medgym_core.errors import ConfigError

    chosen = [
        build
        for build in purge.builds(home)
        if build.family == name and build.digest.startswith(digest or "")
    ]
    if not chosen:
        raise ConfigError(f"no such build of {name}; `medgym data status` lists what is built")
    if not yes:
        click.confirm(f"remove {len(chosen)} builds of {name} in {home}?", abort=True, err=True)
    receipts = [purge.purge(build, home) for build in chosen]
    if as_json:
        print_json({"receipts": [receipt.model_dump(mode="json") for receipt in receipts]})
        return
    if any(receipt.tier.labelled for receipt in receipts):
        messages().print("records of runs on it hold rows of the data too: delete their folders by hand")
    for receipt in receipts:
        click.echo(
            f"removed {receipt.family} {receipt.digest[:12]} ({receipt.source}): {receipt.files} files, "
            f"{receipt.bytes:,} bytes; receipt in {home / 'access' / 'purged.jsonl'}"
        )
