"""Write every generated section of docs/ anew: ``python -m tests.docs.regenerate``."""

from tests.docs.generated import SECTIONS
from tests.docs.pages import GENERATED, PAGES


def regenerated(text: str) -> str:
    """A page with its generated sections made anew."""
    return GENERATED.sub(lambda match: match[1] + SECTIONS[match[2]]() + match[4], text)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(regenerated(page.read_text()))
