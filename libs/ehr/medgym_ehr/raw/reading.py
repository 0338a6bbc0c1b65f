"""Reading published files in pieces: typed, bounded in memory, and with errors that name the line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
from pyarrow import csv

from medgym_core import Progress
from medgym_ehr.raw.fault import parse_fault, value_fault
from medgym_ehr.raw.folder import find_files, match_header
from medgym_ehr.raw.layout import Layout, RawFile, raw_file

_TYPES = {
    "integer": pa.int64(),
    "real": pa.float64(),
    "text": pa.string(),
    "time": pa.timestamp("s"),
    "clock": pa.time32("s"),
}
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
        piece: int = PIECE,
    ) -> None:
        """Find the files of ``layout`` and check their headers.

        Args:
            layout: what to read, as made by :func:`selection`.
            folder: holds ``NAME.csv`` or ``NAME.csv.gz``, in any case.
            progress: told the fraction of each file as it is read.
            lower: whether texts are lower-cased.
            required: columns that may be null in no file.
            piece: bytes of unpacked CSV in a batch; a longer row is an error.

        Raises:
            DataError: if a file is missing, doubled or empty, or its header is another's.
        """
        self.layout = layout
        self.paths = find_files(layout, folder)
        self._spellings = {
            name: match_header(layout, layout.files[name], path) for name, path in self.paths.items()
        }
        self._progress = progress
        self._lower = lower
        self._required = frozenset(required)
        self._piece = piece

    def batches(self, name: str) -> Iterator[pa.RecordBatch]:
        """The rows of a file in file order: columns as named in the layout, texts trimmed, "" null.

        Times are ``timestamp[s]``, times of day ``time32[s]``. One batch is held at a time; of a file without
        rows comes an empty one.

        Raises:
            DataError: with file and line, if the file is damaged or a value does not parse.
        """
        path, rows = self.paths[name], 1
        for batch in self._parsed(name):
            tidy = self._tidy(self.layout.files[name], batch)
            self._check(path, tidy, rows)
            rows += tidy.num_rows
            yield tidy
        if rows == 1:
            yield _empty(self.layout.files[name])

    def table(self, name: str) -> pa.Table:
        """All rows of a small file at once; otherwise as :meth:`batches`."""
        return pa.Table.from_batches(self.batches(name))

    def _parsed(self, name: str) -> Iterator[pa.RecordBatch]:
        path, spelling = self.paths[name], self._spellings[name]
        types = {spelling[c]: _TYPES[kind] for c, kind in self.layout.files[name].columns.items()}
        try:
            with pa.OSFile(str(path)) as file, _unpacked(file, path) as stream:
                for batch in _reader(stream, types, self._piece):
                    self._progress(f"reading {path.name}", file.tell() / file.size())
                    yield batch
        except (pa.ArrowException, OSError) as error:
            raise parse_fault(path, error) from error

    def _tidy(self, file: RawFile, batch: pa.RecordBatch) -> pa.RecordBatch:
        arrays = [
            _text(array, self._lower) if kind == "text" else array
            for array, kind in zip(batch.columns, file.columns.values(), strict=True)
        ]
        return pa.RecordBatch.from_arrays(arrays, names=list(file.columns))

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
    return pa.CompressedInputStream(file, "gzip") if path.suffix.lower() == ".gz" else file


def _reader(stream: pa.NativeFile, types: Mapping[str, pa.DataType], piece: int) -> csv.CSVStreamingReader:
    # A single thread: pyarrow numbers the rows of its complaints only then.
    return csv.open_csv(
        stream,
        csv.ReadOptions(use_threads=False, block_size=piece),
        csv.ParseOptions(newlines_in_values=True),
        csv.ConvertOptions(
            column_types=types,
            include_columns=list(types),
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=True,
        ),
    )


def _text(array: pa.Array, lower: bool) -> pa.Array:
    trimmed = pc.utf8_trim_whitespace(array)
    cased = pc.utf8_lower(trimmed) if lower else trimmed
    return pc.if_else(pc.equal(cased, ""), pa.scalar(None, pa.string()), cased)
