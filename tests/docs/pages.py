"""Reading the pages: fenced blocks, their commands, links, and the sections that are made from the code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("plugins/*/DETAILS.md")])
READMES = sorted(path for part in ("plugins", "libs") for path in ROOT.glob(f"{part}/*/README.md"))
ALL = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES, *READMES)
GENERATED = re.compile(r"(<!-- generated: ([\w-]+) -->\n)(.*?)(<!-- /generated -->)", re.DOTALL)
_FENCE = re.compile(r"^```(\w*)(?: ([\w./-]+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_LONGER = re.compile(r"^````\w*\n.*?^````$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    page: str
    """Path of the page from the repository's root."""
    language: str
    """First word after the fence."""
    name: str
    """Second word after the fence, by which tests find the block; mostly empty."""
    text: str
    """What stands between the fences."""


def said(page: Path) -> str:
    """What a page says, line by line, without the blocks of four backticks that show others' fences."""
    return _LONGER.sub(lambda match: "\n" * match[0].count("\n"), page.read_text())


def name(page: Path) -> str:
    """Path of a page from the repository's root, or of a file elsewhere."""
    return page.relative_to(ROOT).as_posix() if page.is_relative_to(ROOT) else str(page)


def fenced(page: Path) -> list[Block]:
    """The blocks of a page, in its order."""
    return [Block(name(page), *match.groups(default="")) for match in _FENCE.finditer(said(page))]


def blocks(language: str, name: str | None = None) -> list[Block]:
    """The blocks of all pages in a language, or those of one name."""
    found = [block for page in PAGES for block in fenced(page)]
    return [block for block in found if block.language == language and name in (None, block.name)]


@dataclass(frozen=True)
class Command:
    """One line of a block of commands, with what a backslash continues."""

    page: Path
    """Where it stands."""
    line: int
    """Line of its first word."""
    kind: str
    """Second word after the fence: empty for what is typed as it is."""
    text: str
    """What to type."""


def commands(page: Path) -> Iterator[Command]:
    """The commands of a page, in its order."""
    text = said(page)
    for block in _FENCE.finditer(text):
        line = text.count("\n", 0, block.start(3)) + 1
        for typed in re.findall(r"(?:[^\n]*\\\n)*[^\n]*\n", block[3]):
            if block[1] == "sh" and typed.strip() and not typed.startswith("#"):
                yield Command(page, line, block[2] or "", typed.strip())
            line += typed.count("\n")


def links(page: Path) -> Iterator[str]:
    """Targets of the links of a page that lead elsewhere in the project."""
    prose = _FENCE.sub("", said(page))
    return (target for target in _LINK.findall(prose) if "://" not in target)


def anchors(page: Path) -> list[str]:
    """The anchors that headings of a page have where it is shown, in its order."""
    titles = re.findall(r"^#+ (.+)$", _FENCE.sub("", said(page)), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]
