"""Write what docs/ takes from the code anew: ``python -m tests.docs.regenerate``.

Sections in pages that people write, and whole pages on families and public names.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from . import families, gallery, outputs, reference
from .generated import SECTIONS
from .pages import GENERATED, PAGES, ROOT
from .samples import FOLDER


def regenerated(text: str) -> str:
    """A page with its generated sections made anew."""
    return GENERATED.sub(lambda match: match[1] + SECTIONS[match[2]]() + match[4], text)


def made() -> dict[Path, Callable[[], str]]:
    """The pages that are made whole, and what makes each."""
    return {
        ROOT / "docs" / "output.schema.json": outputs.schema,
        FOLDER / "index.md": families.index,
        FOLDER.parent / "gallery.md": gallery.page,
        **{FOLDER / f"{name}.md": partial(families.page, name) for name in families.names()},
        **{reference.FOLDER / f"{theme}.md": partial(reference.page, theme) for theme in reference.THEMES},
    }


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(regenerated(page.read_text()))
    for path, text in made().items():
        path.write_text(text())
