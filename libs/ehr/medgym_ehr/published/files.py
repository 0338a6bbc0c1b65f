"""Question files: where they are in the user's folder, and reading them as records.

Two layouts are known. EHRSQL has one file a split, a list of rows. EHRSQL-2024 has ``data.json`` (questions),
``label.json`` (id to SQL or ``null``) and sometimes ``answer.json`` (id to rows) for each split.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, JsonValue, TypeAdapter, ValidationError

from medgym_core import DataError
from medgym_ehr.published.content import FIX, read_json
from medgym_ehr.published.place import find
from medgym_ehr.published.record import Asked, Labelled, Record, Row, Sql
from medgym_ehr.published.release import Release

Model = TypeVar("Model", bound=BaseModel)

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
    found = find(release, folder)
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


def _read_rows(release: Release, split: str, path: Path, files: Files) -> None:
    rows = list(_models(Row, read_json(path), path))
    for number, row in enumerate(rows, start=1):
        if row.db_id and row.db_id not in {release.database, *release.aliases}:
            raise DataError(
                f"{path}, record {number} (id {row.id}) is asked of the database {row.db_id!r}, not "
                f"{release.database!r}; give the files of {release.title}"
            )
        files.records.append(row.record(split))
    files.strays += sum(row.split not in ("", split) for row in rows)


def _read_pairs(split: str, paths: Mapping[str, Path], files: Files) -> None:
    content = read_json(paths["data"])
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
    content = read_json(path)
    if isinstance(content, list):
        listed = list(_models(Labelled, content, path))
        _refuse_repeats(listed, path)
        return {label.id: label.label for label in listed}
    if not isinstance(content, dict):
        raise DataError(f"{path} is neither a mapping of id to SQL nor a list of labels; {FIX}")
    return {key: _valid(_SQL, value, f"{path}, id {key}") for key, value in content.items()}


def _answers(path: Path) -> dict[str, list[list[JsonValue]] | None]:
    content = read_json(path)
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
