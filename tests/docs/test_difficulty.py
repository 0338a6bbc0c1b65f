"""Tables of difficulty are of the tasks that a family asks now."""

from pathlib import Path

import pytest

from medgym_core import ensure_build, plugins
from medgym_core.rollout.ladder import difficulty
from medgym_prove.ladder.mark import MARKS
from medgym_prove.ladder.measure import holds
from medgym_prove.ladder.rung import RUNGS
from medgym_prove.subject import subject_of

from . import difficulty as section
from . import families

MEASURED = [name for name in families.names() if difficulty(name)]
BY_TEMPLATE = [name for name in families.names() if section.measured_templates(name)]


@pytest.mark.parametrize("name", MEASURED)
def test_a_table_has_every_rung_and_declared_categories(name: str) -> None:
    found, family = difficulty(name), plugins.family(name)
    assert found is not None
    assert found.family == name
    assert list(found.rungs) == [rung.name for rung in RUNGS]
    assert {row.category for row in found.rows} <= {category.name for category in family.categories}
    assert {row.split for row in found.rows} <= {
        name for name, split in family.splits.items() if split.evaluation
    }
    assert all(row.earned["full"].reward == 1 for row in found.rows)


@pytest.mark.parametrize("name", BY_TEMPLATE)
def test_a_table_by_template_has_known_marks_and_what_is_solved(name: str) -> None:
    found = section.measured_templates(name)
    assert found is not None
    assert list(found.rungs) == [rung.name for rung in RUNGS]
    assert {mark for row in found.rows for mark in row.marks} <= MARKS.keys()
    assert all(row.earned["full"].reward == 1 for row in found.rows)
    keys = [(row.split, row.category, row.template) for row in found.rows]
    assert len(keys) == len(set(keys))
    shown = section.section(name).partition("the marked ones first</summary>")[2].partition("</details>")[0]
    assert shown.strip().count("\n") == len(keys) + 1


@pytest.mark.parametrize("name", MEASURED)
def test_a_table_is_of_the_version_that_it_stands_with(name: str) -> None:
    now, tables = plugins.family(name).version, (difficulty(name), section.measured_templates(name))
    for found, option in zip(tables, ("", " --templates"), strict=True):
        again = f"renew it with `medgym difficulty {name}{option} --write`"
        assert found is None or found.version == now, again


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("name", MEASURED)
def test_a_table_is_of_the_tasks_that_are_asked(name: str, shared_home: Path) -> None:
    family = plugins.family(name)
    build = ensure_build(family, family.default_source(), shared_home)
    for found in filter(None, (difficulty(name), section.measured_templates(name))):
        assert holds(subject_of(name, shared_home), build, found), "run `medgym difficulty --write`"


def test_a_page_says_where_nothing_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Not measured." not in families.page(MEASURED[0])
    monkeypatch.setattr(section, "difficulty", lambda name: None)
    monkeypatch.setattr(section, "measured_templates", lambda name: None)
    assert "## Difficulty\n\nNot measured.\n\n## " in families.page(MEASURED[0])
