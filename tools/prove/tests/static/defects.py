"""What is wrong with a plugin as it lies there, or with its splits: of each static check a defect."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..plugins import COPIED, Defect, package, spoil


def misspelt_key(plugin: Path) -> None:
    """S01: a key of the project is not one."""
    spoil(plugin / "pyproject.toml", "requires-python =", 'requires-pyton = ">=3"\nrequires-python =')


def undeclared_dependency(plugin: Path) -> None:
    """S02: what it imports is installed here by chance."""
    spoil(package(plugin) / "oracle.py", "from medgym_core", "import duckdb as duckdb\nfrom medgym_core")


def unpinned_package(plugin: Path) -> None:
    """S03: the box gets whatever version is the newest."""
    (package(plugin) / "image" / "requirements.txt").write_text("numpy>=2\n")


def notes_in_public(plugin: Path) -> None:
    """S04: private notes lie in the public half, in base64."""
    note = "__import__('base64').b64encode(question.note.encode()).decode()"
    lines = f"    notes = [{note} for found in _questions(source).values() for question in found]\n"
    lines += "    (out.public / 'notes.txt').write_text(chr(10).join(notes))\n"
    spoil(package(plugin) / "loader.py", COPIED, COPIED + lines)


def image_of_root(plugin: Path) -> None:
    """S06: agents' code runs as root."""
    recipe = package(plugin) / "image" / "Dockerfile"
    recipe.write_text(f"{recipe.read_text()}USER root\n")


def data_for_nobody(plugin: Path) -> None:
    """S07: nothing says who may have the data."""
    spoil(plugin / "README.md", ", under the licence Apache-2.0", "")


def subjects_of_both_splits(plugin: Path) -> None:
    """S10: what is trained on is evaluated on."""
    category = 'f"toy/category/{question.category}"'
    spoil(package(plugin) / "family.py", 'f"toy/patient/{question.patient}"', category)


def private_import(plugin: Path) -> None:
    """S11: it leans on what the core may change at any time."""
    oracle = package(plugin) / "oracle.py"
    oracle.write_text(f"{oracle.read_text()}\n\ndef late() -> None:\n    import medgym_core.source\n")


DEFECTS: Mapping[str, Defect] = {
    "S01": misspelt_key,
    "S02": undeclared_dependency,
    "S03": unpinned_package,
    "S04": notes_in_public,
    "S06": image_of_root,
    "S07": data_for_nobody,
    "S10": subjects_of_both_splits,
    "S11": private_import,
}
"""Check to its defect."""
