"""``medgym data fetch``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from medgym_core.cli.output import Family, home_option, json_option, messages, print_json, screen
from medgym_core.errors import ConfigError

if TYPE_CHECKING:
    from medgym_core.cli.waiting import Wait
    from medgym_core.download.contract import Download, Remote
    from medgym_core.source import Progress


@click.command("fetch")
@click.argument("name", type=Family(), required=False)
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@click.option(
    "--accept-licence", is_flag=True, help="Accept the licences shown; asked for once each otherwise."
)
@home_option
@json_option
def command(
    name: str | None, sources: tuple[str, ...], accept_licence: bool, home: Path, as_json: bool
) -> None:
    """Fetch published data of the family NAME from where its publishers keep it, and check every file.

    Without SOURCE the family's first; without NAME it lists what can be fetched. A transfer that was cut
    goes on where it stopped. Then `--source NAME=SOURCE` of `medgym run` means what was fetched.
    """
    if name is None:
        _list(home, as_json)
        return
    from medgym_fetch.source import fetch as fetched

    chosen = _chosen(name, sources)
    for download in chosen.values():
        for remote in download.parts.values():
            _accepted(remote, home, accept_licence)
    made = []
    for source, download in chosen.items():
        with messages().status(f"fetching {name} {source}") as status:
            folder = fetched(name, source, download, home, _shown(status))
        made.append(_row(name, source, download, folder))
    if as_json:
        print_json({"fetched": made})
        return
    for line in made:
        click.echo(
            f"{name} {line['source']} is in {line['folder']}: {line['files']} files, {line['bytes']:,} bytes"
        )
        use = f"medgym run --task {name} --source {name}={line['source']}"
        click.echo(f"needed besides: {line['needs']}" if line["needs"] else f"play it with: {use}")


def _shown(status: Wait) -> Progress:
    return lambda what, _: status.update(f"fetching {what}")


def _chosen(name: str, sources: tuple[str, ...]) -> dict[str, Download]:
    from medgym_core import plugins

    plugins.family(name)
    known = plugins.downloads(name)
    if not known:
        raise ConfigError(
            f"nothing of {name} can be fetched; `medgym data fetch` lists what can, and the page of {name} "
            f"in docs/families says where its data is"
        )
    names = sources or tuple(known)[:1]
    if unknown := [source for source in names if source not in known]:
        raise ConfigError(f"{name} has no source {unknown[0]!r} to fetch; it has: {', '.join(known)}")
    return {source: known[source] for source in names}


def _accepted(remote: Remote, home: Path, at_once: bool) -> None:
    """Show the licence of ``remote`` and have it accepted, unless it was before.

    Raises:
        ConfigError: if it is not.
    """
    from medgym_fetch.licence import accept, is_accepted

    if is_accepted(remote, home):
        return
    console = messages()
    console.print(f"{remote.title}, {remote.page}")
    console.print(f"licence: {remote.licence}, {remote.licence_page}")
    if remote.tier.labelled:
        console.print(f"{remote.tier}: given by name to who has signed its agreement, at {remote.page}")
    if not at_once:
        if not at_a_terminal():
            raise ConfigError(
                f"read the licence at {remote.licence_page}, and add --accept-licence if you accept it"
            )
        if not click.confirm("Do you accept it?", default=False, err=True):
            raise ConfigError(f"without its licence {remote.title} is not fetched")
    accept(remote, home)


def at_a_terminal() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin.isatty()


def _row(name: str, source: str, download: Download, folder: Path) -> dict[str, Any]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {
        "family": name,
        "source": source,
        "folder": str(folder),
        "tier": download.tier.value,
        "files": len(files),
        "bytes": sum(path.stat().st_size for path in files),
        "needs": download.needs,
    }


def _list(home: Path, as_json: bool) -> None:
    """What can be fetched for the installed families, and what is here already."""
    from medgym_core import plugins
    from medgym_core.download.named import folder_of, record_of
    from medgym_fetch.table import downloads_table

    rows = [
        {
            "family": item.name,
            "source": source,
            "title": download.title,
            "tier": download.tier.value,
            "licences": sorted({part.licence for part in download.parts.values()}),
            "checked_by": sorted({part.checked_by for part in download.parts.values()}),
            "fetched": record_of(folder_of(item.name, source, home)) is not None,
        }
        for item in plugins.installed()
        for source, download in plugins.downloads(item.name).items()
    ]
    if as_json:
        print_json({"downloads": rows}, "list")
    else:
        screen().print(downloads_table(rows))
