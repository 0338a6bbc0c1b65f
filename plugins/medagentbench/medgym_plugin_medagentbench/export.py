"""What lies in a copy: resources of an export, published tasks, and files of neither.

An export is NDJSON or JSON Lines, by custom one file for each type (http://hl7.org/fhir/uv/bulkdata), a
bundle or a resource as JSON, or recorded answers of a server, each a line with its ``url`` and ``data``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from medgym_core import DataError, Progress
from medgym_plugin_medagentbench import external
from medgym_plugin_medagentbench.inbox.session import FOLDER
from medgym_raw import base_name, files, records, told

SUFFIXES = (".ndjson", ".jsonl", ".json")
"""How names of files of JSON end, beside what compression adds."""
TASK = {"id", "instruction"}
"""What every published task has."""


class Copy(NamedTuple):
    """Files of a copy."""

    exported: list[Path]
    """Those that hold resources."""
    published: list[Path]
    """Those that hold the benchmark's tasks."""
    remarks: list[str]
    """One line for each file of neither: which it is, and why it is not read."""


def copy_of(raw: Path) -> Copy:
    """What lies at or below ``raw``, told by the first object of each file."""
    found = Copy([], [], [])
    for path in files(raw):
        ours = path.name == external.FILE or FOLDER in path.relative_to(raw).parts
        if ours or not base_name(path).endswith(SUFFIXES):
            continue
        try:
            first = next(records(path), None)
        except DataError as error:
            if base_name(path).endswith(".ndjson"):
                found.exported.append(path)  # reading it says what is wrong
                continue
            found.remarks.append(f"{told(path, raw)} is not read: {error}")
            continue
        if first and first.fields.keys() >= TASK:
            found.published.append(path)
        elif base_name(path).endswith(".ndjson") or (first and any(_resources(first.fields))):
            found.exported.append(path)
        else:
            found.remarks.append(f"{told(path, raw)} is not read: it holds no FHIR resource and no task")
    return found


def resources(copy: Copy, raw: Path, progress: Progress) -> Iterator[dict[str, Any]]:
    """The resources of an export; one that several pages of answers hold comes once.

    Raises:
        DataError: if there is no export, or a line is none of it.
    """
    if not copy.exported:
        seen = f" ({'; '.join(copy.remarks[:3])})" if copy.remarks else ""
        raise DataError(
            f"{raw} holds no *.ndjson, *.jsonl or bundle of FHIR resources{seen}; give a folder with "
            f"a bulk export, or with {external.FILE}"
        )
    seen_before: set[tuple[str, str]] = set()
    for place, path in enumerate(copy.exported):
        progress(f"reading {path.name}", place / len(copy.exported))
        for one in records(path):
            some = list(_resources(one.fields))
            if not some and "data" not in one.fields and one.fields.get("resourceType") != "Bundle":
                raise DataError(f"{one.where}: an object with resourceType is expected, one a line")
            for resource in some:
                key = (str(resource["resourceType"]), str(resource.get("id") or ""))
                if "entry" not in one.fields and "data" not in one.fields:
                    yield resource
                elif not key[1] or key not in seen_before:
                    seen_before.add(key)
                    yield resource


def _resources(found: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A resource, those of a bundle, or those of a recorded answer."""
    if found.get("resourceType") == "Bundle":
        for entry in found.get("entry") or ():
            yield from _resources(entry.get("resource") or {})
    elif "resourceType" in found:
        yield dict(found)
    elif isinstance(found.get("data"), dict):
        yield from _resources(found["data"])
