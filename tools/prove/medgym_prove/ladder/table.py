"""What was earned on each template of a family, as it is shipped in its package."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from medgym_core.files import replace_file
from medgym_core.registry.certificate import read_kept
from medgym_core.registry.difficulty import DIFFICULTY, Difficulty, Row, read_difficulty

TEMPLATES = "difficulty-templates.json"
"""Name of the file in the plugin's package."""


class TemplateRow(Row):
    """What was earned on the tasks of one template in one split."""

    template: str
    """The template."""
    marks: tuple[str, ...] = ()
    """Why it may be trivial, as :mod:`medgym_prove.ladder.mark` says."""


class Templates(Difficulty):
    """What ``medgym difficulty --templates`` measured of a family.

    ``tasks`` is the most of a template that each agent played.
    """

    rows: tuple[TemplateRow, ...]
    """By split, category and template."""

    @property
    def titles(self) -> list[str]:
        """What stands above the cells."""
        return ["template", "category", "split", *self.shown, "marks"]

    def cells(self) -> Iterator[list[str]]:
        """A row of cells for each template."""
        for row, (split, category, *earned) in zip(self.rows, super().cells(), strict=True):
            yield [row.template, category, split, *earned, "; ".join(row.marks)]

    @property
    def marked(self) -> list[TemplateRow]:
        """The templates that have a mark."""
        return [row for row in self.rows if row.marks]


def read_templates(package: Path) -> Templates | None:
    """What was measured by template of the plugin whose package lies in a folder; None if nothing was.

    Raises:
        DataError: if it is malformed.
    """
    again = "make it anew with `medgym difficulty --templates --write`"
    return read_kept(package / TEMPLATES, Templates, again)


def kept(package: Path, by_template: bool) -> Difficulty | None:
    """The table that a package keeps by category, or by template."""
    return read_templates(package) if by_template else read_difficulty(package)


def keep(package: Path, found: Difficulty) -> None:
    """Write a table to where it is kept; a template a line, since there are many."""
    if isinstance(found, Templates):
        head = found.model_dump_json(exclude={"rows"}).removesuffix("}")
        rows = ",\n".join(row.model_dump_json() for row in found.rows)
        replace_file(package / TEMPLATES, f'{head},"rows":[\n{rows}\n]}}\n'.encode())
    else:
        replace_file(package / DIFFICULTY, f"{found.model_dump_json(indent=1)}\n".encode())
