"""What the pages of ehrcon and biocoder quote of an episode is what its reference sees there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from medgym_core import Episode, Source, open_family, plugins

from . import audits
from .pages import ROOT

BLOCK = re.compile(r"^( *)```text\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)


class Quoted(NamedTuple):
    """An episode, and the section that quotes it."""

    family: str
    split: str
    index: int
    scale: int | None
    section: str


QUOTED = (
    Quoted("ehrcon", "audit-test", 0, 45, "## An audit, played"),
    Quoted("biocoder", "repair-test", 2, None, "## Packages to repair"),
)
ALL = pytest.mark.parametrize("quoted", QUOTED, ids=lambda quoted: quoted.family)


def blocks(quoted: Quoted) -> list[str]:
    """What the section quotes of observations, without its indentation."""
    page = (ROOT / "plugins" / quoted.family / "DETAILS.md").read_text(encoding="utf-8")
    section = page.partition(f"{quoted.section}\n")[2].partition("\n## ")[0]
    return [re.sub(rf"^{indent}", "", text, flags=re.M).rstrip() for indent, text in BLOCK.findall(section)]


def seen(episode: Episode) -> str:
    """All observations of an episode; lines without what stands behind them."""
    lines = "\n".join(step.observation for step in episode.steps).splitlines()
    return "\n".join(line.rstrip() for line in lines)


@ALL
def test_a_page_quotes_something(quoted: Quoted) -> None:
    assert blocks(quoted)


def test_the_audit_that_is_quoted_is_of_the_present_version() -> None:
    section = audits.PAGE.read_text(encoding="utf-8").partition(audits.HEADING)[2]
    version = plugins.family("ehrcon").version
    assert f"version {version}," in section, "run `python -m tests.docs.audits`"


@pytest.mark.slow
@ALL
def test_what_a_page_quotes_is_seen(quoted: Quoted, shared_home: Path) -> None:
    source = Source.synthetic(scale=quoted.scale)
    opened = open_family(quoted.family, source=source, sandbox="process", home=shared_home)
    episode = opened.play(quoted.split, quoted.index)
    assert episode.verdict.reward == 1.0
    said = seen(episode)
    for text in blocks(quoted):
        missing = [line for line in text.splitlines() if line.rstrip() not in said]
        assert not missing
