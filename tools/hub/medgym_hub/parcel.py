"""What of a run or an export is sent; labelled data is refused here, before anything else happens."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from medgym_core import ConfigError, DataError, Tier
from medgym_core.errors import AccessError
from medgym_core.journal import read_index
from medgym_core.registry import load as load_registry
from medgym_core.report.figures import RunFigures, Standings, figures
from medgym_core.rollout import folder as run_folder
from medgym_hub.facts import Family, Item
from medgym_train.export import Manifest, Options, export
from medgym_train.export.formats import FORMATS
from medgym_view.report import write_report

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}")
"""Names of runs and exports that are good for folders, addresses and tables everywhere."""
OWN = {"home", "sources", "address"}
"""Settings of a run that say where things are on this machine; they stay here."""
Content = Path | bytes


@dataclass(frozen=True)
class Parcel:
    """One run or export, ready to be sent."""

    name: str
    """Name of its folder."""
    item: Item
    """What is said of it."""
    files: dict[str, Content]
    """Path in the repository to a file here, or to what it holds."""


def pack(place: Path, scratch: Path) -> Parcel:
    """The run or export in the folder ``place``; ``scratch`` keeps what is made of it until it is sent.

    Raises:
        AccessError: if it derives from labelled data.
        ConfigError: if it is neither, is still played, or holds no episode.
        DataError: if it is damaged.
    """
    name = place.resolve().name
    if not NAME.fullmatch(name):
        raise ConfigError(
            f"{name!r} is no good name for others' machines; rename the folder: letters, digits, ._-"
        )
    if (place / "config.json").is_file():
        return _run(name, place, scratch)
    if (place / "manifest.json").is_file():
        return _export(name, place)
    raise ConfigError(f"{place} is neither the folder of a run nor of an export; reports go with their runs")


def refuse_labelled(place: Path, tier: Tier) -> None:
    """Refuse what an agreement binds.

    Raises:
        AccessError: if one does.
    """
    if tier.labelled:
        raise AccessError(
            f"{place} derives from {tier} data, which is passed on to nobody, in whatever form; nothing was "
            f"sent. Share a run on synthetic data: the same command without --source"
        )


def _run(name: str, place: Path, scratch: Path) -> Parcel:
    config, manifest = run_folder.load(place)
    index, journal = read_index(place)
    refuse_labelled(place, index.tier)
    if not len(index):
        raise ConfigError(f"{place} holds no episode; play some first")
    if run_folder.driven(place):
        raise ConfigError(f"{place} is being played; wait until it is finished")
    if journal.damage:
        raise DataError(
            f"{place} is damaged in {journal.damage[0]}; `medgym run --resume {place}` repairs it"
        )
    run = figures(place)
    tables = scratch / name
    rows = export([place], tables, Options(format="parquet", evaluation=True))
    report = scratch / f"{name}.html"
    write_report(report, Standings(runs=(run,), differences=()))
    pinned = {
        family: pin.model_copy(update={"root": Path(pin.build)}) for family, pin in manifest.families.items()
    }
    files: dict[str, Content] = {
        f"runs/{name}/config.json": config.model_dump_json(indent=2, exclude=OWN).encode(),
        f"runs/{name}/manifest.json": manifest.model_copy(update={"families": pinned})
        .model_dump_json(indent=2)
        .encode(),
        f"reports/{name}.html": report,
    }
    for part in ("journal", "blobs"):
        for path in sorted((place / part).rglob("*")):
            if path.is_file():
                files[f"runs/{name}/{path.relative_to(place).as_posix()}"] = path
    files |= {f"data/{name}/{shard.path}": tables / shard.path for t in rows.files.values() for shard in t}
    return Parcel(name, _item_of_run(name, run, rows, manifest.core), files)


def _item_of_run(name: str, run: RunFigures, rows: Manifest, core: str) -> Item:
    return Item(
        kind="run",
        title=f"{', '.join(run.agents)} on {', '.join(rows.families)}",
        medgym=core,
        tier=run.tier,
        families=_families(rows.builds.values()),
        splits=tuple(rows.splits),
        evaluation=rows.evaluation,
        agents=run.agents,
        protocol=", ".join(run.protocols),
        episodes=run.episodes or 0,
        statuses=run.statuses,
        success_rate=run.success_rate,
        interval=run.interval,
        tables={table: f"data/{name}/{table}-*" for table in rows.files},
    )


def _export(name: str, place: Path) -> Parcel:
    try:
        manifest = Manifest.model_validate_json((place / "manifest.json").read_bytes())
    except ValidationError as error:
        raise ConfigError(
            f"{place / 'manifest.json'} is none of an export; push what `medgym export` made"
        ) from error
    refuse_labelled(place, manifest.tier)
    for tier in manifest.tiers:
        refuse_labelled(place, Tier(tier))
    if not manifest.rows:  # of nothing no tier is known
        raise ConfigError(f"{place} holds no row; export what does")
    files: dict[str, Content] = {f"exports/{name}/manifest.json": place / "manifest.json"}
    for shards in manifest.files.values():
        for shard in shards:
            path = place / shard.path
            if Path(shard.path).name != shard.path or not path.is_file() or _digest(path) != shard.sha256:
                raise DataError(f"{path} is not what was exported; export again")
            files[f"exports/{name}/{shard.path}"] = path
    form = FORMATS[manifest.options.format]
    item = Item(
        kind="export",
        title=form.title,
        medgym=manifest.medgym,
        tier=manifest.tier,
        families=_families(manifest.builds.values()),
        splits=tuple(manifest.splits),
        evaluation=manifest.evaluation,
        protocol=manifest.protocol,
        episodes=manifest.exported,
        statuses=manifest.statuses,
        tables={table: f"exports/{name}/{table}-*" for table in manifest.files},
        columns={"rows": dict(form.columns)} if form.columns else {},
    )
    return Parcel(name, item, files)


def _families(builds: Iterable[str]) -> dict[str, Family]:
    """Families of ``name version`` texts, with what the registry says of each."""
    known, found = load_registry().families, {}
    for text in sorted(builds):
        name, _, version = text.partition(" ")
        entry = known.get(name)
        found[name] = Family(
            version=version,
            title=entry.title if entry else name,
            licence=entry.licence if entry else "not in the registry",
            citation=entry.citation if entry else "",
        )
    return found


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
