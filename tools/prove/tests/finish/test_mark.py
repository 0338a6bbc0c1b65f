from pathlib import Path

from ..plugins import examine, package


def test_what_is_edited_passes(plugin: Path) -> None:
    assert examine("F01", plugin).status == "pass"


def test_every_place_is_named(plugin: Path) -> None:
    readme, loader = plugin / "README.md", package(plugin) / "loader.py"
    readme.write_text(f"<!-- EDIT: one paragraph -->\n{readme.read_text()}", encoding="utf-8")
    lines = loader.read_text(encoding="utf-8").splitlines()
    loader.write_text("\n".join([*lines, "# EDIT: draw what is hard"]), encoding="utf-8")
    assert examine("F01", plugin).problems == (
        "README.md, line 1: <!-- EDIT: one paragraph -->",
        f"{package(plugin).name}/loader.py, line {len(lines) + 1}: # EDIT: draw what is hard",
    )


def test_many_places_are_counted(plugin: Path) -> None:
    (plugin / "notes.md").write_text("EDIT: a line\n" * 33, encoding="utf-8")
    assert examine("F01", plugin).problems[20:] == ("13 more places are marked",)


def test_a_verb_is_no_mark(plugin: Path) -> None:
    (plugin / "notes.md").write_text("EDITORS edit; EDIT is a word\n", encoding="utf-8")
    assert examine("F01", plugin).status == "pass"
