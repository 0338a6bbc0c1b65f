"""The pages of the viewer: the list of episodes, an episode, its comparison with the reference."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs

from medgym_core.failure import FailureMode
from medgym_core.journal import Entry
from medgym_core.page.episode import blocks, facts
from medgym_core.page.reference import compared
from medgym_core.page.render import render
from medgym_core.page.sections import words
from medgym_core.page.selection import PAGE, Selection, Shelf, selection_of
from medgym_core.report.redaction import redacted_episode

SCRIPT = "step.js"
"""The script of every page of the viewer."""


class Viewer:
    """Makes the pages of one run; ``root`` is the path that all its addresses begin with."""

    def __init__(self, shelf: Shelf, root: str) -> None:
        """Shows the episodes of ``shelf``."""
        self.shelf = shelf
        self.root = root

    def page(self, path: str, query: str) -> str | None:
        """The page at ``path`` below the root; None where there is none."""
        selection = selection_of(parse_qs(query))
        match path.split("/"):
            case [""]:
                return self._list(selection)
            case ["episode", id] if id in self.shelf.entries:
                return self._episode(self.shelf.entries[id], selection)
            case ["reference", id] if id in self.shelf.entries:
                return self._reference(self.shelf.entries[id], selection)
        return None

    def _list(self, selection: Selection) -> str:
        picked = self.shelf.picked(selection)
        pages = max(-(-len(picked) // PAGE), 1)
        page = min(selection.page, pages)
        shown = picked[(page - 1) * PAGE : page * PAGE]
        return self._render(
            "episodes.html",
            title=f"Run {self.shelf.run.name}",
            selection=selection,
            choices={
                "family": self.shelf.families,
                "status": self.shelf.statuses,
                "failure": [mode.value for mode in FailureMode],
            },
            episodes=[(entry, self.shelf.failure(entry)) for entry in shown],
            found=len(picked),
            total=len(self.shelf.entries),
            page=page,
            pages=pages,
        )

    def _episode(self, entry: Entry, selection: Selection) -> str:
        episode = redacted_episode(self.shelf.episode(entry), self.shelf.redact)
        return self._render(
            "episode.html",
            title=entry.task,
            entry=entry,
            selection=selection,
            failure=self.shelf.failure(entry),
            facts=facts(episode),
            blocks=blocks(episode),
            **self._neighbours(entry, selection),
        )

    def _reference(self, entry: Entry, selection: Selection) -> str:
        comparison = compared(self.shelf.run, self.shelf.episode(entry), self.shelf.redact)
        return self._render(
            "reference.html", title=entry.task, entry=entry, selection=selection, comparison=comparison
        )

    def _neighbours(self, entry: Entry, selection: Selection) -> dict[str, str]:
        """Ids of the episodes before and after it in the selection; empty at its ends."""
        ids = [one.id for one in self.shelf.picked(selection)]
        place = ids.index(entry.id) if entry.id in ids else -1
        if place < 0:
            return {"before": "", "after": ""}
        return {"before": ids[place - 1] if place else "", "after": "".join(ids[place + 1 : place + 2])}

    def _render(self, template: str, **context: object) -> str:
        helpers: dict[str, Callable[[str], str]] = {"words": words}
        return render(template, SCRIPT, root=self.root, notice=self._notice(), **helpers, **context)

    def _notice(self) -> str:
        shown = "shown as they are" if self.shelf.redact is str else "hashed"
        notice = self.shelf.tier.notice
        return notice and f"{notice} Identifiers and dates are {shown}."
