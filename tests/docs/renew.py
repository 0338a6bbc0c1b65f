"""Make anew what docs keep of families whose version was raised: ``python -m tests.docs.renew [NAME...]``.

Samples, episodes of the gallery and sessions take builds and boxes; ``python -m tests.docs.regenerate`` then
makes pages of them without either. Those of the families named are made anew in any case. What the page of
ehrcon quotes of an audit is made by ``python -m tests.docs.audits``.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from medgym_core import TaskFamily, plugins
from medgym_sandbox.boundary.frozen import Frozen

from . import gallery, samples, sessions


class Kept(NamedTuple):
    """A file that is kept beside a page."""

    path: Path
    family: TaskFamily
    make: Callable[[Path], Frozen]
    """Makes its content, on a build below a folder."""


def everything() -> Iterator[Kept]:
    """Every file that is kept of the installed families."""
    families = {item.name: family for item, family in plugins.families()}
    for name, family in families.items():
        yield Kept(samples.FOLDER / f"{name}.json", family, lambda home, of=family: samples.taken(of, home))
        yield Kept(
            gallery.FOLDER / f"{name}.json",
            family,
            lambda home, of=family, name=name: gallery.played(of, name, home),
        )
    for name in sessions.PLACES:
        path, family = sessions.FOLDER / f"{name}.json", sessions.family_of(name)
        yield Kept(path, family, lambda home, name=name: sessions.played(name, home))


def outdated(kept: Kept) -> bool:
    """Whether it is not there, or of another version of its family."""
    written = f'"version": "{kept.family.version}"'
    return not kept.path.is_file() or written not in kept.path.read_text()


def main(names: list[str]) -> None:
    """Write what is outdated, and what is kept of the families named."""
    with tempfile.TemporaryDirectory() as home:
        for kept in everything():
            if kept.family.name in names or outdated(kept):
                print(kept.path.relative_to(samples.FOLDER.parent))
                kept.path.write_text(kept.make(Path(home)).model_dump_json(indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
