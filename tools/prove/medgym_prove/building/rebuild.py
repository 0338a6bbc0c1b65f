"""Builds a plugin's synthetic data once more, as a script of its own.

Run by B01 as ``python -m medgym_prove.building.rebuild FOLDER HOME [SCALE]``; prints where the
build is.
"""

from __future__ import annotations

import sys
from pathlib import Path

from medgym_core.builds.making import ensure_build
from medgym_core.source import Source
from medgym_prove.subject import Subject


def main(folder: str, home: str, scale: str | None = None) -> None:
    """Build seed 0 of the plugin in ``folder`` below ``home``."""
    subject = Subject(folder=Path(folder), home=Path(home), scale=int(scale) if scale else None)
    print(ensure_build(subject.family, Source.synthetic(0, subject.scale), Path(home)).root)


if __name__ == "__main__":
    main(*sys.argv[1:])
