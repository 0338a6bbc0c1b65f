"""Question files: where they are in the user's folder, and reading them as records.

Two layouts are known. EHRSQL has one file a split, a list of rows. EHRSQL-2024 has ``data.json`` (questions),
``label.json`` (id to SQL or ``null``) and sometimes ``answer.json`` (id to rows) for each split.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, JsonValue, TypeAdapter, ValidationError

from medgym_core import DataError
from medgym_ehr.published.record import Asked, Labelled, Record, Row, Sql
from medgym_ehr.published.release import SPLITS, Release
from medgym_raw import base_name, open_text
from medgym_raw import files as files_of

Model = TypeVar("Model", bound=BaseModel)
ROLES = ("data", "label", "answer")
"""The files of a split of the second layout."""
FIX = "download the question files again, or fix the record"

_SQL = TypeAdapter[str | None](Sql)
_ROWS = TypeAdapter(list[list[JsonValue]])


@dataclass
class Files:
    """What was read."""

    records: list[Record] = field(default_factory=list)
    """All records, split by split, in the order of their files."""
    hashes: dict[str, str] = field(default_factory=dict)
    """File, relative to the user's folder, to its SHA-256."""
    version: str = ""
    """Version that the files state; mostly empty."""
    strays: int = 0
    """Rows that name another split than that of their file."""
    skipped: list[str] = field(default_factory=list)
    """Files that could not be used, each with why."""


def read(release: Release, folder: Path) -> Files:
    """Read every question file of a release below ``folder``.

    Raises:
        DataError: if there is none, one is malformed, or an id occurs twice.
    """
    found = _find(release, folder)
    files = Files()
    for split, paths in found.items():
        for path in paths.values():
            files.hashes[str(path.relative_to(folder))] = hashlib.sha256(path.read_bytes()).hexdigest()
        if release.layout == "rows":
            _read_rows(release, split, paths["data"], files)
        elif "label" in paths:
            _read_pairs(split, paths, files)
        else:
            files.skipped.append(f"{paths['data'].relative_to(folder)}: there is no label file beside it")
    if not files.records:
        skipped = "".join(f" ({reason})" for reason in files.skipped)
        raise DataError(f"the question files in {folder} hold no question that could be used{skipped}; {FIX}")
    _refuse_repeats(files.records, folder)
    return files


def holds(release: Release, folder: Path) -> bool:
    """Whether question files of a release lie below ``folder``."""
    try:
        return bool(_find(release, folder))
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


def _find(release: Release, folder: Path) -> dict[str, dict[str, Path]]:
    """Split to role to file."""
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
        content = _json(path)
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


def _read_rows(release: Release, split: str, path: Path, files: Files) -> None:
    rows = list(_models(Row, _json(path), path))
    for number, row in enumerate(rows, start=1):
        if row.db_id and row.db_id not in {release.database, *release.aliases}:
            raise DataError(
                f"{path}, record {number} (id {row.id}) is asked of the database {row.db_id!r}, not "
                f"{release.database!r}; give the files of {release.title}"
            )
        files.records.append(row.record(split))
    files.strays += sum(row.split not in ("", split) for row in rows)


def _read_pairs(split: str, paths: Mapping[str, Path], files: Files) -> None:
    content = _json(paths["data"])
    if isinstance(content, dict) and isinstance(content.get("data"), list):
        files.version = files.version or str(content.get("version", ""))
        content = content["data"]
    questions = list(_models(Asked, content, paths["data"]))
    labels = _labels(paths["label"])
    answers = _answers(paths["answer"]) if "answer" in paths else {}
    _refuse_unmatched({question.id for question in questions}, set(labels), paths)
    for question in questions:
        sql = labels[question.id]
        files.records.append(
            Record(
                id=question.id,
                split=split,
                question=question.question,
                impossible=sql is None,
                sql=sql,
                answer=answers.get(question.id),
            )
        )


def _labels(path: Path) -> dict[str, str | None]:
    content = _json(path)
    if isinstance(content, list):
        listed = list(_models(Labelled, content, path))
        _refuse_repeats(listed, path)
        return {label.id: label.label for label in listed}
    if not isinstance(content, dict):
        raise DataError(f"{path} is neither a mapping of id to SQL nor a list of labels; {FIX}")
    return {key: _valid(_SQL, value, f"{path}, id {key}") for key, value in content.items()}


def _answers(path: Path) -> dict[str, list[list[JsonValue]] | None]:
    content = _json(path)
    if not isinstance(content, dict):
        raise DataError(f"{path} is not a mapping of id to rows; {FIX}")
    return {key: _answer(value, f"{path}, id {key}") for key, value in content.items()}


def _answer(value: object, where: str) -> list[list[JsonValue]] | None:
    """Rows, or the text of rows as Python writes them; None for ``null``."""
    if value is None or value == "null":
        return None
    return _valid(_ROWS, _literal(value, where) if isinstance(value, str) else value, where)


def _literal(text: str, where: str) -> object:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise DataError(f"{where}: {text[:40]!r} is no list of rows; {FIX}") from None


def _json(path: Path) -> object:
    """The file's JSON, or the list of its JSON lines; NaN is taken, as the writers of these files do."""
    try:
        with open_text(path) as stream:
            text = stream.read()
        if (lines := text.strip().splitlines()) and len(lines) > 1 and _is_object(lines[0]):
            return [_parsed(line) for line in lines if line.strip()]
        return _parsed(text)
    except json.JSONDecodeError as error:
        raise DataError(f"{path}, line {error.lineno}: not JSON ({error.msg}); {FIX}") from None
    except (UnicodeError, RecursionError, _RepeatedKeyError, EOFError, OSError) as error:
        raise DataError(f"{path}: {error}; {FIX}") from None


def _parsed(text: str) -> object:
    return json.loads(text, object_pairs_hook=_object)


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


class _RepeatedKeyError(ValueError):
    """A key occurs twice in one object."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        key = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise _RepeatedKeyError(f"the key {key!r} occurs twice in one object")
    return mapping


def _models(model: type[Model], content: object, path: Path) -> Iterator[Model]:
    if not isinstance(content, list):
        raise DataError(f"{path} is not a list of records; give the files as published")
    for number, item in enumerate(content, start=1):
        name = f" (id {item['id']})" if isinstance(item, dict) and item.get("id") else ""
        yield _valid(TypeAdapter(model), item, f"{path}, record {number}{name}")


Value = TypeVar("Value")


def _valid(adapter: TypeAdapter[Value], value: object, where: str) -> Value:
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        field = ".".join(map(str, first["loc"])) or "value"
        raise DataError(f"{where}: {field}: {first['msg']}; {FIX}") from None


def _refuse_unmatched(asked: set[str], labelled: set[str], paths: Mapping[str, Path]) -> None:
    for kind, ids in (
        ("question without label", asked - labelled),
        ("label without question", labelled - asked),
    ):
        if ids:
            raise DataError(
                f"{paths['data']} and {paths['label'].name} do not belong together: {len(ids)} ids have a "
                f"{kind}, such as {min(ids)}; {FIX}"
            )


def _refuse_repeats(records: Sequence[Record | Labelled], where: Path) -> None:
    times = Counter(record.id for record in records)
    repeated = sorted(key for key, count in times.items() if count > 1)
    if repeated:
        raise DataError(
            f"{len(repeated)} ids occur more than once in {where}, such as {repeated[0]}; give each file "
            f"once, as published"
        )
