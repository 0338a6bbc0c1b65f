"""A long answer and the place reached in it."""

from __future__ import annotations

from dataclasses import dataclass

from medgym_core.action.layout import one_line

_LINE = 500
_HEADING = 120


@dataclass(frozen=True)
class Listing:
    """An answer as lines, shown a page at a time."""

    heading: str
    """Shown above every page."""
    lines: tuple[str, ...]
    """The lines, each at most 500 characters."""
    at: int = 0
    """Index of the first line not yet shown."""

    @classmethod
    def of(cls, heading: str, lines: list[str]) -> Listing:
        """A listing of ``lines``, each made one line and cut if it is too long."""
        return cls(one_line(heading, _HEADING), tuple(one_line(line, _LINE) for line in lines))

    @classmethod
    def of_text(cls, heading: str, text: str) -> Listing:
        """A listing of a document: its own lines, long ones folded, nothing cut."""
        folded = (
            line[start : start + _LINE]
            for line in text.splitlines()
            for start in range(0, max(len(line), 1), _LINE)
        )
        return cls(one_line(heading, _HEADING), tuple(folded))

    @property
    def done(self) -> bool:
        """Whether every line was shown."""
        return self.at >= len(self.lines)

    def page(self, limit: int, max_bytes: int) -> tuple[str, Listing]:
        """At most ``limit`` further lines in at most ``max_bytes`` bytes, and the listing after them.

        At least one line is given, so that paging always ends.
        """
        used, end = 0, self.at
        while end < min(len(self.lines), self.at + limit):
            used += len(self.lines[end].encode(errors="replace")) + 1
            if used > max_bytes and end > self.at:
                break
            end += 1
        return "\n".join(self.lines[self.at : end]), Listing(self.heading, self.lines, end)
