"""What is left to finish in a plugin: of each of its checks a defect."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..plugins import Defect, package


def place_to_edit(plugin: Path) -> None:
    """F01: a place of the template is as it was made."""
    oracle = package(plugin) / "oracle.py"
    oracle.write_text(f"{oracle.read_text()}\n# EDIT: what the question says.\n", encoding="utf-8")


def failing_test(plugin: Path) -> None:
    """F02: what its author expected does not hold."""
    test = plugin / "tests" / "test_family.py"
    test.write_text(f"{test.read_text()}\n\ndef test_sums_are_small():\n    assert 3 > 4\n", encoding="utf-8")


DEFECTS: Mapping[str, Defect] = {
    "F01": place_to_edit,
    "F02": failing_test,
}
"""Check to its defect."""
