"""What pages and benchmarks do with trainers and trackers, tested in an environment of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_testing import trainers
from medgym_testing.trainers import batches

__all__ = ["batches"]

trainers.alone()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    learning = [item for item in items if item.path.name != "test_trackers.py"]
    trainers.mark(learning, Path(__file__).parent)
