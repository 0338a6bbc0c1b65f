"""Pushing and pulling."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from medgym_core import ConfigError, load_run
from medgym_hub.card import card
from medgym_hub.facts import FILE, Contents
from medgym_hub.parcel import Content, pack
from medgym_hub.repository import CARD, Repository


@dataclass(frozen=True)
class Pushed:
    """What a push came to."""

    url: str
    """Page of the repository."""
    commit: str
    """Its commit, hex."""
    names: tuple[str, ...]
    """Runs and exports that were sent."""
    files: int
    """Number of files, those included that stood there already."""
    bytes: int
    """Their size."""


@dataclass(frozen=True)
class Pulled:
    """What a pull came to."""

    url: str
    """Page of the repository."""
    commit: str
    """Its commit, hex."""
    runs: dict[str, int]
    """Folder of each run to its number of episodes."""
    exports: tuple[str, ...]
    """Folders of exports."""
    files: int
    """Number of files."""


def push(name: str, places: Sequence[Path], public: bool = False) -> Pushed:
    """Send runs and exports to the repository ``name``, which is made if it is not there, with a card of all.

    Raises:
        AccessError: if one derives from labelled data; nothing was sent.
        ConfigError: if a folder or the repository does not fit, or the token may not.
        DataError: if the connection was cut.
    """
    repository = Repository(name)
    with tempfile.TemporaryDirectory() as scratch:
        parcels = [pack(place, Path(scratch)) for place in places]
        twice = {parcel.name for parcel in parcels}
        if len(twice) < len(parcels):
            raise ConfigError("two of the folders have the same name; push them to different repositories")
        stored = repository.stored()
        if stored is None:
            repository.create(private=not public)
            stored = repository.stored()
        known = repository.contents(stored) if stored else Contents(items={})
        contents = Contents(items={**known.items, **{parcel.name: parcel.item for parcel in parcels}})
        files: dict[str, Content] = {
            CARD: card(name, contents).encode(),
            FILE: contents.model_dump_json(indent=2).encode(),
        }
        for parcel in parcels:
            files |= parcel.files
        size = sum(len(c) if isinstance(c, bytes) else c.stat().st_size for c in files.values())
        names = tuple(parcel.name for parcel in parcels)
        commit = repository.commit(files, f"medgym: {', '.join(names)}")
    return Pushed(repository.url, commit, names, len(files), size)


def pull(name: str, out: Path, revision: str | None = None) -> Pulled:
    """Fetch all that the repository ``name`` holds of this form into ``out``; each run is opened to check it.

    Raises:
        ConfigError: if there is no such repository, it is of another form, or ``out`` holds something else.
        DataError: if the connection was cut, or a run cannot be read.
    """
    repository = Repository(name)
    begun = (out / ".cache" / "huggingface").is_dir()
    if out.exists() and not begun and (not out.is_dir() or any(out.iterdir())):
        raise ConfigError(f"{out} exists already; choose another folder")
    stored = repository.stored(revision)
    if stored is None:
        raise ConfigError(f"there is no {repository.url} for this account; check the name, or log in")
    contents = repository.contents(stored)
    if not contents.items:
        raise ConfigError(f"{repository.url} holds nothing that medgym pushed")
    files = repository.fetch(stored, out)
    runs = [name for name, item in contents.items.items() if item.kind == "run"]
    return Pulled(
        url=repository.url,
        commit=stored.commit,
        runs={str(out / "runs" / run): len(load_run(out / "runs" / run)) for run in runs},
        exports=tuple(str(out / "exports" / n) for n, i in contents.items.items() if i.kind == "export"),
        files=len(files),
    )
