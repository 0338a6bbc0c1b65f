"""A small chart written by hand, and a server on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_fhir import FhirService, Snapshot

from .client import NOW

CHART = Path(__file__).with_name("chart.ndjson")


@pytest.fixture(scope="session")
def chart() -> Snapshot:
    return Snapshot.read(CHART)


@pytest.fixture
def service(chart: Snapshot) -> FhirService:
    return FhirService(chart, NOW)
