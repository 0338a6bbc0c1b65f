from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from ..plugins import examine, failing, package, spoil


def only(folder: Path, *expected: str) -> None:
    """S07 alone of its level fails, and says so."""
    problems = " | ".join(examine("S07", folder).problems)
    assert [text for text in expected if text not in problems] == [], problems
    assert failing(0, folder) == {"S07"}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("## The data", "## Background", "no section on the data"),
        (", under the licence Apache-2.0", "", "who may have it"),
        ("medgym data build", "medgym data bild", "lacks the command"),
    ],
)
def test_a_readme_that_leaves_something_out(plugin: Path, old: str, new: str, expected: str) -> None:
    spoil(plugin / "README.md", old, new)
    only(plugin, expected)


def test_closed_data_needs_a_link_to_where_it_is_applied_for(plugin: Path) -> None:
    spoil(package(plugin) / "family.py", "Tier.OPEN", "Tier.CREDENTIALED")
    only(plugin, "does not link")


def test_what_is_synthetic_altogether_needs_no_command(plugin: Path) -> None:
    spoil(package(plugin) / "family.py", "Tier.OPEN", "Tier.SYNTHETIC")
    spoil(plugin / "README.md", "medgym data build", "nothing")
    assert examine("S07", plugin).status == "pass"


def test_no_licence(plugin: Path) -> None:
    spoil(package(plugin) / "family.py", '"Apache-2.0"', '""')
    only(plugin, "licence is ''")


@pytest.mark.slow
def test_somebody_is_named_in_a_data_file(plugin: Path) -> None:
    (package(plugin) / "people.csv").write_text("name,mail\nA,a@hospital.net\n")
    only(plugin, "people.csv:2", "e-mail address")


def test_a_compressed_data_file_is_read(plugin: Path) -> None:
    (package(plugin) / "people.csv.gz").write_bytes(gzip.compress(b"212-867-5309"))
    only(plugin, "telephone number")
