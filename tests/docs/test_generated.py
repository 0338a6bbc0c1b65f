"""Sections made from the code equal what the code gives now."""

from pathlib import Path

import pytest

from tests.docs.generated import HOOKS, SECTIONS
from tests.docs.pages import GENERATED, PAGES
from tests.docs.regenerate import regenerated


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
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
    assert len(HOOKS) == 5
    for hook in HOOKS:
        assert f"### {hook}\n\n```python signature\ndef {hook}() -> Mapping[str, " in text
