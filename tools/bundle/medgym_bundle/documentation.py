"""The documentation that a bundle carries: the built site, or else the pages as they are written."""

from __future__ import annotations

from pathlib import Path

from medgym_core.registry.document import checkout

_PAGES = (
    "*.md",
    "LICENSE",
    "docs/**/*.md",
    "docs/**/*.png",
    "docs/**/*.svg",
    "*/*/README.md",
    "plugins/*/DETAILS.md",
)


def documentation() -> dict[str, Path]:
    """Files by their place in the documentation; none where medgym does not run from a checkout."""
    registry = checkout()
    if registry is None:
        return {}
    root, site = registry.parent, registry.parent / "docs" / "_site"
    if (site / "index.html").is_file():
        root, found = site, list(site.rglob("*"))
    else:
        found = [path for pattern in _PAGES for path in root.glob(pattern)]
    return {path.relative_to(root).as_posix(): path for path in found if path.is_file()}
