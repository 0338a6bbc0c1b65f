"""Where question files and their database lie in a user's folder."""

from __future__ import annotations

from pathlib import Path

from medgym_core import DataError
from medgym_ehr.published.content import read_json
from medgym_ehr.published.release import SPLITS, Release
from medgym_raw import base_name
from medgym_raw import files as files_of

ROLES = ("data", "label", "answer")
"""The files of a split of the second layout."""


def holds(release: Release, folder: Path) -> bool:
    """Whether question files of a release lie below ``folder``."""
    try:
        return bool(find(release, folder))
    except DataError:
        return False


def find_database(release: Release, folder: Path) -> Path | None:
    """The prebuilt database that lies with the question files, at any depth, if one does."""
    names = (f"{release.database}.sqlite", f"{release.database}.db")
    return next((path for path in files_of(folder) if path.name.lower() in names), None)


def require_data(title: str, database: str, folder: Path) -> None:
    """Refuse a folder of question files that has nothing to ask: no raw file lies beside them.

    ``database`` is the name of the authors' database; empty where there is none.

    Raises:
        DataError: with what else is needed.
    """
    if not any(base_name(path).endswith(".csv") for path in files_of(folder)):
        needed = (
            f"the authors' database into it as {database}.sqlite, which answers all of them"
            if database
            else "the raw files of MIMIC-III v1.4 beside them"
        )
        raise DataError(
            f"{folder} holds the question files of {title} and nothing that they can be asked of; "
            f"put {needed}"
        )


def find(release: Release, folder: Path) -> dict[str, dict[str, Path]]:
    """Split to role to file, of the question files below a folder.

    Raises:
        DataError: if there is none.
    """
    return _find_rows(release, folder) if release.layout == "rows" else _find_pairs(release, folder)


def _bases(release: Release, folder: Path) -> list[Path]:
    """Folders in which question files may lie: those that bear the database's name first, then the upper."""
    found = {folder, *(path.parent for path in files_of(folder))}
    own = release.database
    return sorted(found, key=lambda base: (own not in base.relative_to(folder).parts, len(base.parts), base))


def _find_rows(release: Release, folder: Path) -> dict[str, dict[str, Path]]:
    """The files of the first folder that has any, of this database if any are, else of another."""
    other: dict[str, dict[str, Path]] = {}
    for base in _bases(release, folder):
        named = {name: path for path in sorted(base.iterdir()) if (name := _split_of(path))}
        asked = {split: _asked_of(path) for split, path in named.items()}
        found = {split: {"data": path} for split, path in named.items() if asked[split] is not None}
        if any(asked[split] in ("", release.database, *release.aliases) for split in found):
            return {split: found[split] for split in SPLITS if split in found}
        other = other or found
    if other:
        return other
    raise DataError(
        f"none of {', '.join(f'{split}.json' for split in SPLITS)} is in or below {folder}; give the folder "
        f"that holds the files of {release.title}"
    )


def _split_of(path: Path) -> str:
    """The split that a file is named for, as in ``train.json`` and ``train_tasks.jsonl``; else empty."""
    stem, _, suffix = base_name(path).partition(".")
    split = stem.removesuffix("_tasks")
    return split if split in SPLITS and suffix in ("json", "jsonl") and path.is_file() else ""


def _asked_of(path: Path) -> str | None:
    """The database that a file's first question names, empty without one; None if it holds no questions."""
    try:
        content = read_json(path)
    except DataError:
        return ""  # reading it says what is wrong
    first = content[0] if isinstance(content, list) and content else content
    if isinstance(first, dict) and "question" in first and {"query", "is_impossible"} & first.keys():
        return str(first.get("db_id", ""))
    return None if first else ""


def _find_pairs(release: Release, folder: Path) -> dict[str, dict[str, Path]]:
    for base in _bases(release, folder):
        above = base.parent if base.name in SPLITS and base != folder else base
        found = {split: _pair(above / split) or _pair(above, f"{split}_") for split in SPLITS}
        if base.name in SPLITS:
            found[base.name] = found[base.name] or _pair(base)
        if any(found.values()):
            return {split: paths for split, paths in found.items() if paths}
    raise DataError(
        f"there is no data.json in {', '.join(f'{split}/' for split in SPLITS)} in or below {folder}; give "
        f"the folder that holds the files of {release.title}"
    )


def _pair(folder: Path, prefix: str = "") -> dict[str, Path]:
    """Role to file, if there are questions."""
    paths = {role: folder / f"{prefix}{role}.json" for role in ROLES}
    present = {role: path for role, path in paths.items() if path.is_file()}
    return present if "data" in present else {}
