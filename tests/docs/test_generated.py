"""Sections made from the code equal what the code gives now."""

from pathlib import Path

import pytest

import medgym_core
from medgym_core import plugins, registry
from medgym_core.report import generation

from . import families, gallery, reference, samples
from .generated import SECTIONS
from .interface import HOOKS
from .pages import GENERATED, PAGES, ROOT, anchors
from .pages import name as name_of
from .regenerate import made, regenerated


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_pages_are_up_to_date(page: Path) -> None:
    text = page.read_text()
    assert regenerated(text) == text, "run `python -m tests.docs.regenerate`"


def test_every_section_is_shown() -> None:
    shown = {match[2] for page in PAGES for match in GENERATED.finditer(page.read_text())}
    assert shown == set(SECTIONS)


def test_drift_is_noticed() -> None:
    page = "<!-- generated: limits -->\n| old |\n<!-- /generated -->"
    assert "workspace_mb" in regenerated(page)


def test_every_hook_has_a_heading_with_its_signature() -> None:
    text = next(page for page in PAGES if page.name == "hooks.md").read_text()
    assert len(HOOKS) == 10
    for hook in HOOKS:
        assert f"### {hook}\n\n```python signature\ndef {hook}() -> Mapping[str, " in text


@pytest.mark.parametrize("page", made(), ids=lambda page: f"{page.parent.name}-{page.name}")
def test_pages_that_are_made_whole_are_up_to_date(page: Path) -> None:
    assert page.read_text() == made()[page](), "run `python -m tests.docs.regenerate`"


def test_every_public_name_has_its_place() -> None:
    named = [name for theme in reference.THEMES for name in reference.names(theme)]
    assert sorted(named) == sorted(medgym_core.__all__)


def test_what_is_raised_is_shown_as_a_list() -> None:
    text = reference.page("data")
    first = "- `ConfigError`: if nothing can be made in `home`.\n"
    assert f"Raises:\n\n{first}- `DataError`: if the raw data is missing" in text
    assert "Raises:\n    " not in text


@pytest.mark.parametrize("name", families.names())
def test_a_sample_is_of_the_version_that_is_here(name: str) -> None:
    sample, family = samples.kept(name), plugins.family(name)
    assert sample.version == family.version, "run `python -m tests.docs.renew`"
    declared = {split: family.splits[split].size for split in sample.tasks if family.splits[split].counted}
    assert {split: sum(sample.tasks[split].values()) for split in declared} == declared
    assert {c for counts in sample.tasks.values() for c in counts} <= {c.name for c in family.categories}


@pytest.mark.parametrize("name", families.names())
def test_the_gallery_shows_an_episode_of_the_version_that_is_here(name: str) -> None:
    episode = gallery.kept(name)
    assert episode.version == plugins.family(name).version, "run `python -m tests.docs.renew`"
    assert (episode.status, episode.reward) == ("success", 1.0)
    assert f"## {name}\n" in gallery.page()


def test_of_a_long_episode_the_gallery_shows_the_beginning_and_the_end() -> None:
    move = gallery.Move(action="code_execution", language="text", asked="", heard="")
    moves = [move.model_copy(update={"heard": f"heard {number}"}) for number in range(1, 40)]
    text = "\n".join(gallery.shortened(moves))
    assert "*33 more.*" in text
    assert [number for number in range(1, 40) if f"\nheard {number}\n" in text] == [1, 2, 3, 4, 5, 39]
    assert "more." not in "\n".join(gallery.shortened(moves[:6]))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["medagentbench", "npowerai"])
def test_a_sample_is_what_the_default_build_holds(name: str, tmp_path: Path) -> None:
    found = samples.taken(plugins.family(name), tmp_path)
    assert found == samples.kept(name), "run `python -m tests.docs.renew`"


def test_links_of_a_readme_hold_in_the_page() -> None:
    text = (
        "[a](../mimic/README.md) [b](DETAILS.md#gold) [c](../../docs/data.md) [d](https://example.org/x.md)"
    )
    moved = families._relinked(text, ROOT / "plugins" / "eicu")
    assert moved == "[a](mimic.md) [b](eicu.md#gold) [c](../data.md) [d](https://example.org/x.md)"


def test_details_are_a_section_of_the_page() -> None:
    assert families._deeper("## A\n\n```sh\n## no\n```\n\n### B\n#no\n") == (
        "### A\n\n```sh\n## no\n```\n\n#### B\n#no\n"
    )
    assert "\n## In detail\n\n" in families.page("treqs")
    assert "in detail" not in families.page("npowerai").lower()


@pytest.mark.parametrize("name", families.names())
def test_no_heading_stands_twice_on_a_page(name: str) -> None:
    found = anchors(samples.FOLDER / f"{name}.md")
    assert sorted(set(found)) == sorted(found)


@pytest.mark.parametrize("name", families.names())
def test_no_counted_split_asks_a_category_that_does_not_count(name: str) -> None:
    sample, family = samples.kept(name), plugins.family(name)
    asked = {
        category
        for split, tasks in sample.tasks.items()
        if family.splits[split].counted
        for category, size in tasks.items()
        if size
    }
    assert asked
    assert asked <= {category.name for category in family.categories if category.counts}


def test_what_the_suite_declares_is_what_its_paper_counts() -> None:
    """Xu et al. 2025, arXiv 2506.04405, table 1."""
    entries = [generation.entry_of(item, plugins.family(item.name)) for item in plugins.installed()]
    counted = registry.total(entry for entry in entries if "medagentgym" in entry.suites)
    assert (counted.families, counted.categories, counted.instances) == (12, 129, 72_413)
