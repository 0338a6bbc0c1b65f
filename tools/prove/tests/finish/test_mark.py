from pathlib import Path

import pytest

from medgym_prove.finish import mark
from medgym_prove.scaffold import KINDS, answers, bake

from ..plugins import examine, package, subject


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
    (plugin / "notes.md").write_text("EDIT: a line\n" * 63, encoding="utf-8")
    assert examine("F01", plugin).problems[50:] == ("13 more places are left",)


def test_a_verb_is_no_mark(plugin: Path) -> None:
    (plugin / "notes.md").write_text("EDITORS edit; EDIT is a word\n", encoding="utf-8")
    assert examine("F01", plugin).status == "pass"


@pytest.mark.parametrize("kind", KINDS)
def test_marks_that_are_deleted_leave_the_example(tmp_path: Path, kind: str) -> None:
    made = bake(answers({"name": "toy-made", "kind": kind}, "the test"), tmp_path)
    for path in (path for path in made.rglob("*") if path.is_file()):
        path.write_text(path.read_text().replace("EDIT:", ""))
    left = examine("F01", made).problems
    assert len(left) == 3
    assert all(problem.endswith("is the template's own") for problem in left)
    assert "'Invented example data'" in left[1]


def test_what_the_author_wrote_instead_passes(tmp_path: Path) -> None:
    made = bake(answers({"name": "toy-own"}, "the test"), tmp_path)
    family = package(made) / "family.py"
    text = family.read_text(encoding="utf-8")
    for begin in ('ClassVar[str] = "', 'description="'):
        text = text.replace(begin, f"{begin}Of toys: ")
    family.write_text(text, encoding="utf-8")
    assert mark.examples(subject(made)) == []
