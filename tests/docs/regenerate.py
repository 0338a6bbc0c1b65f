"""Write what docs/ takes from the code anew: ``python -m tests.docs.regenerate``.

Sections in pages that people write, and whole pages on families and public names.
"""

from collections.abc import Iterator
from pathlib import Path

from tests.docs import families, reference
from tests.docs.generated import SECTIONS
from tests.docs.pages import GENERATED, PAGES
from tests.docs.samples import FOLDER


def regenerated(text: str) -> str:
    """A page with its generated sections made anew."""
    return GENERATED.sub(lambda match: match[1] + SECTIONS[match[2]]() + match[4], text)


def made() -> Iterator[tuple[Path, str]]:
    """The pages that are made whole, each with its text."""
    yield FOLDER / "index.md", families.index()
    for name in families.names():
        yield FOLDER / f"{name}.md", families.page(name)
    for theme in reference.THEMES:
        yield reference.FOLDER / f"{theme}.md", reference.page(theme)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(regenerated(page.read_text()))
    for path, text in made():
        path.write_text(text)
