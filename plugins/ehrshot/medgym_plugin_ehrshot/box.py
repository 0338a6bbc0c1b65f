"""What the box of a task holds, what ``request_info`` shows of it, and the file to submit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from medgym_core import FileSpec, InfoSource
from medgym_plugin_ehrshot.shots import labelled, shown
from medgym_plugin_ehrshot.target import ALL, ASKED, COURSE, LABELLED, LEARNT, Kind, Target

FILE, EVENTS = "predictions.csv", "events.parquet"
"""What is submitted, and the name of a file of events."""
ANY = "TARGET"
"""Stands for the folder of a target where boxes hold several, and the question's words alone say which."""


def folders(target: str, kind: Kind, shots: int) -> list[str]:
    """Folders of rows in that of a target: those that may have labels, at last the one to predict."""
    return [*(path.removeprefix(f"{target}/") for path in shown(target, kind, shots)), ASKED[kind]]


def prediction_file(folder: str, kind: Kind, columns: Sequence[str]) -> FileSpec:
    """The file to submit, with its columns: one line for each asked row of a target's folder."""
    return FileSpec(
        path=FILE,
        format="csv",
        description=f"columns row_id, {', '.join(columns)}; each row of "
        f"data/{folder}/{ASKED[kind]}/rows.parquet exactly once",
        columns=("row_id", *columns),
    )


def mounts(targets: Sequence[Target], kind: Kind, shots: int) -> tuple[str, ...]:
    """What the box of a task holds of ``targets``: never the labels that are asked for."""
    return ("codes.csv", *(path for target in targets for path in _mounts(target, kind, shots)))


def _mounts(target: Target, kind: Kind, shots: int) -> Iterator[str]:
    if target.is_held_out:
        yield from (f"{COURSE}/{part}" for part in LEARNT)
    yield from (f"{target.name}/{folder}" for folder in folders(target.name, kind, shots))
    yield from labelled(target.name, kind, shots)


def info(target: Target, kind: Kind, shots: int) -> tuple[InfoSource, ...]:
    """The files that ``request_info`` shows of a box: codes, labels, and events of held-out targets."""
    tables = (
        InfoSource(name=f"{role}_labels", kind="parquet", path=path, description=f"labels of {role} patients")
        for role, path in zip(LABELLED[kind], labelled(target.name, kind, shots), strict=True)
    )
    events = (
        InfoSource(name=f"{part}_events", kind="parquet", path=f"{path}/{EVENTS}", description=text)
        for part, (path, text) in {
            "learnt": (f"{COURSE}/{LEARNT[0]}", "whole records of training patients"),
            "asked": (f"{target.name}/{ASKED[kind]}", "what is known of the patients to predict"),
        }.items()
        if target.is_held_out
    )
    return (_CODES, *tables, *events)


def info_of_all(targets: Sequence[Target], kind: Kind) -> tuple[InfoSource, ...]:
    """The same of a box that holds all of ``targets``: codes and the labels of each."""
    tables = (
        InfoSource(
            name=f"{target.name}_labels",
            kind="parquet",
            path=path,
            description=f"labels of {target.name}, of {role} patients",
        )
        for target in targets
        for role, path in zip(LABELLED[kind], labelled(target.name, kind, ALL), strict=True)
    )
    return (_CODES, *tables)


_CODES = InfoSource(name="codes", kind="csv", path="codes.csv", description="column, code and name")
