"""Reading published files in pieces: typed, bounded in memory, and with errors that name the line."""

from __future__ import annotations

import lzma
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
from pyarrow import csv

from medgym_core import Progress
from medgym_ehr.raw.fault import parse_fault, value_fault
from medgym_ehr.raw.folder import find_files, match_header
from medgym_ehr.raw.layout import ColumnType, Layout, RawFile, raw_file
from medgym_raw import packing

_TYPES = {
    "integer": pa.int64(),
    "real": pa.float64(),
    "text": pa.string(),
    "time": pa.timestamp("s"),
    "clock": pa.time32("s"),
}
_READ_AS = _TYPES | {"integer": pa.float64()}
"""Tools that know no absent integer write ``7.0``; each is exact to 2^53, and no published one is larger."""
_ABSENT = ["", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "None", "none", "\\N", "<NA>"]
"""What stands for an absent number or time; a text may be any of these but the first."""
_TIMES = [csv.ISO8601, "%Y-%m-%d %H:%M:%S UTC", "%Y-%m-%dT%H:%M:%SZ"]
PIECE = 2 << 20
"""Bytes of unpacked CSV in a batch; pyarrow reads up to 32 of them ahead."""


def selection(layout: Layout, wanted: Mapping[str, str]) -> Layout:
    """The part of a layout that is to be read.

    Args:
        layout: the published one.
        wanted: for each file its columns, separated by spaces; ``NAME:type`` reads a column as another
            type than published.
    """
    files = {}
    for name, columns in wanted.items():
        asked, published = raw_file(name, columns).columns, layout.files[name].columns
        typed = {pair.partition(":")[0] for pair in columns.split() if ":" in pair}
        types = {column: kind if column in typed else published[column] for column, kind in asked.items()}
        files[name] = RawFile(name, types)
    return Layout(layout.title, files)


class RawFolder:
    """A dataset's files in a folder, read in pieces.

    Making one reads headers only, so a wrong folder is found out before any work.
    """

    def __init__(
        self,
        layout: Layout,
        folder: Path,
        progress: Progress,
        *,
        lower: bool = True,
        required: Collection[str] = (),
        may_lack: Collection[str] = (),
        piece: int = PIECE,
    ) -> None:
        """Find the files of ``layout`` and check their headers.

        Args:
            layout: what to read, as made by :func:`selection`.
            folder: holds ``NAME.csv``, packed or not, in any case and at any depth.
            progress: told the fraction of each file as it is read.
            lower: whether texts are lower-cased.
            required: columns that may be null in no file.
            may_lack: files that read as empty where they are not there, and columns that read as null.
            piece: bytes of unpacked CSV in a batch; a longer row is an error.

        Raises:
            DataError: if a file is missing, doubled or empty, or its header is another's.
        """
        self.layout = layout
        self.paths = find_files(layout, folder, may_lack)
        self._spellings = {
            name: match_header(layout, layout.files[name], path, may_lack)
            for name, path in self.paths.items()
        }
        self._progress = progress
        self._lower = lower
        self._required = frozenset(required)
        self._piece = piece

    @property
    def remarks(self) -> list[str]:
        """One line for each file or column that is not there and need not be."""
        found = [
            f"{name} is not there; nothing is asked of it"
            for name in self.layout.files
            if name not in self.paths
        ]
        for name, spelling in self._spellings.items():
            lacking = [column for column in self.layout.files[name].columns if column not in spelling]
            found += [f"{name} has no {column}; it is read as empty" for column in lacking]
        return found

    def batches(self, name: str) -> Iterator[pa.RecordBatch]:
        """The rows of a file in file order: columns as named in the layout, texts trimmed, "" null.

        Times are ``timestamp[s]``, times of day ``time32[s]``. One batch is held at a time; of a file without
        rows comes an empty one.

        Raises:
            DataError: with file and line, if the file is damaged or a value does not parse.
        """
        rows = 1
        for batch in self._parsed(name) if name in self.paths else ():
            tidy = self._tidy(name, batch, rows)
            self._check(self.paths[name], tidy, rows)
            rows += tidy.num_rows
            yield tidy
        if rows == 1:
            yield _empty(self.layout.files[name])

    def table(self, name: str) -> pa.Table:
        """All rows of a small file at once; otherwise as :meth:`batches`."""
        return pa.Table.from_batches(self.batches(name))

    def _parsed(self, name: str) -> Iterator[pa.RecordBatch]:
        path, spelling = self.paths[name], self._spellings[name]
        columns = self.layout.files[name].columns
        types = {spelt: columns[column] for column, spelt in spelling.items()}
        try:
            with pa.OSFile(str(path)) as file, _unpacked(file, path) as stream:
                for batch in _reader(stream, types, self._piece):
                    self._progress(f"reading {path.name}", file.tell() / file.size())
                    yield batch
        except (pa.ArrowException, OSError) as error:
            raise parse_fault(path, error, types) from error

    def _tidy(self, name: str, batch: pa.RecordBatch, rows: int) -> pa.RecordBatch:
        columns, spelling = self.layout.files[name].columns, self._spellings[name]
        arrays = []
        for column, kind in columns.items():
            if column not in spelling:
                arrays.append(pa.nulls(batch.num_rows, _TYPES[kind]))
            elif kind == "text":
                arrays.append(_text(batch[spelling[column]], self._lower))
            elif kind == "integer":
                arrays.append(self._whole(name, column, batch[spelling[column]], rows))
            else:
                arrays.append(batch[spelling[column]])
        return pa.RecordBatch.from_arrays(arrays, names=list(columns))

    def _whole(self, name: str, column: str, array: pa.Array, rows: int) -> pa.Array:
        broken = pc.not_equal(array, pc.floor(array))
        if (at := pc.index(broken, True).as_py()) >= 0:
            raise value_fault(self.paths[name], rows + at + 1, f"{column} is not a whole number")
        return array.cast(pa.int64())

    def _check(self, path: Path, batch: pa.RecordBatch, rows: int) -> None:
        for column, array in zip(batch.schema.names, batch.columns, strict=True):
            wrong = None
            if column in self._required and array.null_count:
                wrong, complaint = array.is_null(), f"{column} is empty"
            elif pa.types.is_floating(array.type) and not pc.all(pc.is_finite(array)).as_py():
                wrong, complaint = pc.invert(pc.is_finite(array)), f"{column} is not a finite number"
            if wrong is not None and (at := pc.index(wrong, True).as_py()) >= 0:
                raise value_fault(path, rows + at + 1, complaint)


def _empty(file: RawFile) -> pa.RecordBatch:
    arrays = [pa.array([], _TYPES[kind]) for kind in file.columns.values()]
    return pa.RecordBatch.from_arrays(arrays, names=list(file.columns))


def _unpacked(file: pa.NativeFile, path: Path) -> pa.NativeFile:
    match packing(path):
        case "gzip" | "bz2" as packed:
            return pa.CompressedInputStream(file, packed)
        case "xz":
            return pa.PythonFile(lzma.open(path), mode="r")
    return file


def _reader(stream: pa.NativeFile, types: Mapping[str, ColumnType], piece: int) -> csv.CSVStreamingReader:
    # A single thread: pyarrow numbers the rows of its complaints only then.
    return csv.open_csv(
        stream,
        csv.ReadOptions(use_threads=False, block_size=piece),
        csv.ParseOptions(newlines_in_values=True),
        csv.ConvertOptions(
            column_types={column: _READ_AS[kind] for column, kind in types.items()},
            include_columns=list(types),
            null_values=_ABSENT,
            strings_can_be_null=False,
            quoted_strings_can_be_null=True,
            timestamp_parsers=_TIMES,
        ),
    )


def _text(array: pa.Array, lower: bool) -> pa.Array:
    """Trimmed, with line ends LF, an empty one null."""
    trimmed = pc.replace_substring(pc.utf8_trim_whitespace(array), "\r\n", "\n")
    cased = pc.utf8_lower(trimmed) if lower else trimmed
    return pc.if_else(pc.equal(cased, ""), pa.scalar(None, pa.string()), cased)
