"""Reading the pages of docs/: fenced blocks, links, and the sections that are made from the code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").glob("*.md"))
GENERATED = re.compile(r"(<!-- generated: ([\w-]+) -->\n)(.*?)(<!-- /generated -->)", re.DOTALL)
_FENCE = re.compile(r"^```(\w*)(?: ([\w./-]+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    page: str
    """File name of the page."""
    language: str
    """First word after the fence."""
    name: str
    """Second word after the fence, by which tests find the block; mostly empty."""
    text: str
    """What stands between the fences."""


def blocks(language: str, name: str | None = None) -> list[Block]:
    """The blocks of all pages in a language, or those of one name."""
    found = [
        Block(page.name, *match.groups(default=""))
        for page in PAGES
        for match in _FENCE.finditer(page.read_text())
    ]
    return [block for block in found if block.language == language and name in (None, block.name)]


def links(page: Path) -> Iterator[str]:
    """Targets of the links of a page that lead elsewhere in the project."""
    prose = _FENCE.sub("", page.read_text())
    return (target for target in _LINK.findall(prose) if "://" not in target)


def anchors(page: Path) -> set[str]:
    """The anchors that headings of a page have where it is shown."""
    titles = re.findall(r"^#+ (.+)$", _FENCE.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
