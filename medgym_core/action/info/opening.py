"""Opening a source of information, whatever its format."""

from __future__ import annotations

from medgym_core.action.info.catalogue import Catalogue
from medgym_core.action.info.documents import Documents
from medgym_core.action.info.tables import Tables
from medgym_core.source import Build
from medgym_core.task import InfoSource


def catalogue_of(build: Build, source: InfoSource, seconds: float) -> Catalogue:
    """The catalogue of one source; each of its answers must be ready within ``seconds``.

    Raises:
        DataError: if the source's file is missing or is not what it says it is.
    """
    return Documents(build, source) if source.kind == "documents" else Tables(build, source, seconds)
