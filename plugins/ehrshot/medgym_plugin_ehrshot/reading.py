"""A copy of the data, read once: its events in buckets, its ontology, and the histories of its patients."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

from medgym_core import Progress
from medgym_plugin_ehrshot.event import KEY, Buckets, part
from medgym_plugin_ehrshot.history import Historian, History
from medgym_plugin_ehrshot.labelling import labels_of
from medgym_plugin_ehrshot.ontology import Ontology, read_ontology
from medgym_plugin_ehrshot.published import REPORT_FILE, read_reports
from medgym_plugin_ehrshot.record import Label
from medgym_plugin_ehrshot.target import TARGETS


@dataclass(frozen=True)
class Reading:
    """What was read; the buckets lie in a folder of whoever read it."""

    raw: Path
    """The copy."""
    buckets: Buckets
    """Its events."""
    ontology: Ontology
    """Ancestors of its codes."""
    computable: tuple[str, ...]
    """Targets whose labels can be computed: all but the radiographs, of which some copies have no reports."""

    def histories(self) -> Iterator[list[History]]:
        """The patients, a bucket at a time.

        Raises:
            DataError: if events cannot be what they say.
        """
        historian = Historian(self.buckets.codes, self.ontology, read_reports(self.raw))
        for table in self.buckets.tables():
            yield list(historian.histories(table))

    def labelled(self, but: Container[str] = ()) -> Iterator[tuple[History, dict[str, list[Label]]]]:
        """Each patient with the labels of each computable target, ``but`` some."""
        wanted = [target for target in self.computable if target not in but]
        for bucket in self.histories():
            for history in bucket:
                yield history, {target: labels_of(target, history.record) for target in wanted}


def read(raw: Path, scratch: Path, progress: Progress, key: int = KEY) -> Reading:
    """Read a copy; buckets are written to ``scratch``, and ``key`` decides who is in which.

    Raises:
        DataError: if a file is missing or damaged.
    """
    buckets = part(raw, scratch, progress, key)
    progress("reading the ontology", None)
    has_reports = (raw / REPORT_FILE).is_file()
    computable = tuple(name for name in TARGETS if name != "chexpert" or has_reports)
    return Reading(raw, buckets, read_ontology(raw, buckets.codes), computable)
