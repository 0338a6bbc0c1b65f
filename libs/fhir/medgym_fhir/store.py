"""Resources in memory: an immutable snapshot that episodes share, and what one episode added to it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import Any

from medgym_core import DataError
from medgym_fhir.resource import TYPES, Entry, Resource

MAX_CREATED = 2**20
"""The most that one episode may create, bytes of JSON."""


class Snapshot:
    """Resources that never change; opening a store over it copies nothing."""

    def __init__(self, resources: Iterable[Resource]) -> None:
        """Takes JSON objects with ``resourceType`` and ``id``; who made them leaves them alone from now on.

        Raises:
            DataError: if one has an unknown type or no id, or two of a type have the same.
        """
        self.entries: dict[str, dict[str, Entry]] = {type_: {} for type_ in TYPES}
        for number, resource in enumerate(resources, start=1):
            self._add(resource, f"resource {number}")

    def _add(self, resource: Any, where: str) -> None:
        if not isinstance(resource, Mapping) or resource.get("resourceType") not in self.entries:
            raise DataError(f"{where}: resourceType is none of {', '.join(TYPES)}")
        entries = self.entries[resource["resourceType"]]
        name = resource.get("id")
        if not isinstance(name, str) or not name or name in entries:
            raise DataError(
                f"{where}: id {name!r} is missing or was there before; each is unique in its type"
            )
        meta = {"versionId": "1"} | resource.get("meta", {})
        entries[name] = Entry({**resource, "meta": meta})

    @classmethod
    def read(cls, path: Path) -> Snapshot:
        """Read one JSON object a line (NDJSON).

        Raises:
            DataError: naming file and line.
        """
        snapshot = cls(())
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            where = f"{path}, line {number}"
            try:
                snapshot._add(json.loads(line), where)
            except ValueError as error:
                raise DataError(f"{where}: no JSON ({error}); write one resource a line") from None
        return snapshot

    @classmethod
    @lru_cache(maxsize=4)
    def shared(cls, path: Path) -> Snapshot:
        """Read a file that no longer changes, once for all episodes of this process."""
        return cls.read(path)

    def write(self, path: Path) -> None:
        """Write one JSON object a line, in order of type and then as they came."""
        lines = (json.dumps(entry.resource, separators=(",", ":")) + "\n" for entry in self)
        path.write_text("".join(lines), encoding="utf-8")

    def __iter__(self) -> Iterator[Entry]:
        """All entries, by type and then as they came."""
        for entries in self.entries.values():
            yield from entries.values()

    def __len__(self) -> int:
        """How many resources there are."""
        return sum(map(len, self.entries.values()))


class Store:
    """One episode's resources: the snapshot's and the created ones."""

    def __init__(self, snapshot: Snapshot, now: str) -> None:
        """``now`` is the instant that created resources were last updated."""
        self._snapshot = snapshot
        self._now = now
        self._created: list[Entry] = []
        self._received: set[str] = set()
        self._bytes = 0
        self._number = len(snapshot)

    def fork(self) -> Store:
        """Another with the same resources; entries never change, so they are shared."""
        other = copy(self)
        other._created, other._received = list(self._created), set(self._received)
        return other

    @property
    def created(self) -> tuple[Entry, ...]:
        """What was created, in order."""
        return tuple(entry for entry in self._created if entry.reference not in self._received)

    @property
    def added(self) -> int:
        """How many resources were created or received since the start."""
        return len(self._created)

    def get(self, type_: str, name: str) -> Entry | None:
        """The resource of that type and id."""
        found = self._snapshot.entries.get(type_, {}).get(name)
        if found is not None:
            return found
        return next((e for e in self._created if (e.type, e.id) == (type_, name)), None)

    def entries(self, type_: str, among: int) -> Iterator[Entry]:
        """Those of a type in order: the snapshot's, then of the first ``among`` added ones."""
        yield from self._snapshot.entries[type_].values()
        yield from (entry for entry in self._created[:among] if entry.type == type_)

    def room(self, size: int) -> bool:
        """Whether so many bytes more may be created."""
        return self._bytes + size <= MAX_CREATED

    def receive(self, resource: Resource) -> None:
        """Add a resource that comes from elsewhere, under its own id.

        Raises:
            ValueError: if there is one of its type and id.
        """
        type_, name = str(resource["resourceType"]), str(resource["id"])
        if self.get(type_, name) is not None:
            raise ValueError(f"there is a {type_}/{name} already")
        meta = {**resource.get("meta", {}), "versionId": "1", "lastUpdated": self._now}
        entry = Entry({**resource, "meta": meta})
        self._received.add(entry.reference)
        self._created.append(entry)

    def create(self, resource: Resource, size: int, name: str | None = None) -> Entry:
        """Add a resource under ``name``, or else the next free number, whatever id it says it has."""
        if name is None:
            self._number += 1
            while self.get(str(resource["resourceType"]), str(self._number)) is not None:
                self._number += 1
        meta = {**resource.get("meta", {}), "versionId": "1", "lastUpdated": self._now}
        head = {"resourceType": resource["resourceType"], "id": name or str(self._number), "meta": meta}
        entry = Entry({**head, **{name: item for name, item in resource.items() if name not in head}})
        self._created.append(entry)
        self._bytes += size
        return entry
