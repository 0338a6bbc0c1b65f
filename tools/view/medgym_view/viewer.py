"""The pages of the viewer: runs, episodes, an episode beside the reference or another sample, the report."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, quote

from medgym_core.access.tier import strictest
from medgym_core.errors import ConfigError
from medgym_core.journal import Entry
from medgym_core.report.branches import line
from medgym_core.report.figures import standings
from medgym_core.report.redaction import redacted_episode
from medgym_core.report.shelf import runs_below
from medgym_view.episode import blocks, facts
from medgym_view.reference import beside, compared
from medgym_view.render import RENEWING, render
from medgym_view.report import report_page
from medgym_view.sections import words
from medgym_view.selection import PAGE, SORTS, Selection, Shelf, selection_of

SCRIPT = RENEWING
"""The script of every page of the viewer but the report."""


class Viewer:
    """Makes the pages of one run; ``root`` is the path that all its addresses begin with."""

    def __init__(self, shelf: Shelf, root: str, up: str = "") -> None:
        """Shows the episodes of ``shelf``; ``up`` is the address of the list of runs, if there is one."""
        self.shelf = shelf
        self.root = root
        self.up = up

    def page(self, path: str, query: str) -> str | None:
        """The page at ``path`` below the root, with what stands recorded now; None where there is none."""
        self.shelf.refresh()
        selection, entries = selection_of(parse_qs(query)), self.shelf.entries
        match path.split("/"):
            case [""]:
                return self._list(selection)
            case ["report"]:
                return report_page(standings([self.shelf.run]), self.root)
            case ["episode", id] if id in entries:
                return self._episode(entries[id], selection)
            case ["tree", id] if id in entries:
                return self._tree(entries[id], selection)
            case ["reference", id] if id in entries:
                return self._reference(entries[id], selection)
            case ["samples", id, other] if id in entries and other in entries:
                return self._samples(entries[id], entries[other], selection)
        return None

    def _list(self, selection: Selection) -> str:
        picked = self.shelf.picked(selection)
        pages = max(-(-len(picked) // PAGE), 1)
        page = min(selection.page, pages)
        shown = picked[(page - 1) * PAGE : page * PAGE]
        return self._render(
            "episodes.html",
            title=f"Run {self.shelf.run.name}",
            up=self.up,
            selection=selection,
            sorts=tuple(SORTS),
            choices=self.shelf.choices,
            episodes=[(entry, self.shelf.failure(entry)) for entry in shown],
            found=len(picked),
            total=len(self.shelf.entries),
            page=page,
            pages=pages,
            live=self.shelf.playing,
        )

    def _episode(self, entry: Entry, selection: Selection) -> str:
        episode = redacted_episode(self.shelf.episode(entry), self.shelf.redact)
        return self._render(
            "episode.html",
            title=entry.task,
            entry=entry,
            selection=selection,
            failure=self.shelf.failure(entry),
            samples=self.shelf.samples(entry),
            facts=facts(episode),
            blocks=blocks(episode),
            **self._neighbours(entry, selection),
        )

    def _tree(self, entry: Entry, selection: Selection) -> str:
        return self._render(
            "tree.html",
            title=entry.task,
            entry=entry,
            selection=selection,
            limbs=self.shelf.tree(entry),
            line=line,
        )

    def _reference(self, entry: Entry, selection: Selection) -> str:
        return self._render(
            "comparison.html",
            title=entry.task,
            entry=entry,
            selection=selection,
            heading="The reference (-) and what was submitted (+)",
            comparison=compared(self.shelf.run, self.shelf.episode(entry), self.shelf.redact),
        )

    def _samples(self, entry: Entry, other: Entry, selection: Selection) -> str:
        first, second = map(self.shelf.episode, (entry, other))
        return self._render(
            "comparison.html",
            title=entry.task,
            entry=entry,
            selection=selection,
            heading=f"Sample {entry.replica}, {words(entry.status.value)} (-), and sample {other.replica}, "
            f"{words(other.status.value)} (+)",
            comparison=beside(first, second, self.shelf.redact),
        )

    def _neighbours(self, entry: Entry, selection: Selection) -> dict[str, str]:
        """Ids of the episodes before and after it in the selection; empty at its ends."""
        ids = [one.id for one in self.shelf.picked(selection)]
        place = ids.index(entry.id) if entry.id in ids else -1
        if place < 0:
            return {"before": "", "after": ""}
        return {"before": ids[place - 1] if place else "", "after": "".join(ids[place + 1 : place + 2])}

    def _render(self, template: str, **context: object) -> str:
        return render(template, SCRIPT, root=self.root, notice=self._notice(), words=words, **context)

    def _notice(self) -> str:
        shown = "shown as they are" if self.shelf.redact is str else "hashed"
        notice = self.shelf.tier.notice
        return notice and f"{notice} Identifiers and dates are {shown}."


class Library:
    """The viewer of a folder of runs: their list, and below it the pages of each."""

    def __init__(self, top: Path, root: str, identifiers: bool = False) -> None:
        """Shows the runs in ``top`` and below it; ``identifiers`` as of :class:`Shelf`.

        Raises:
            ConfigError: if there is no run.
        """
        if not runs_below(top):
            raise ConfigError(f"{top} is not the folder of a run, and none lies below it; play one first")
        self.top, self.root, self._identifiers = top, root, identifiers
        self._viewers: dict[str, Viewer] = {}

    def page(self, path: str, query: str) -> str | None:
        """The page at ``path`` below the root; None where there is none."""
        if not path:
            return self._list()
        kind, _, rest = path.partition("/")
        name, _, below = rest.partition("/")
        viewer = self._viewer(name) if kind == "run" else None
        return viewer.page(below, query) if viewer else None

    def _viewer(self, name: str) -> Viewer | None:
        """The viewer of a run, made when it is first asked for; None if no such run is there."""
        if name not in self._viewers:
            runs = {self._name(one.run): one.run for one in runs_below(self.top)}
            if name not in runs:
                return None
            shelf = Shelf(runs[name], self._identifiers)
            self._viewers[name] = Viewer(shelf, f"{self.root}run/{name}/", self.root)
        viewer = self._viewers[name]
        return viewer if viewer.shelf.run.is_dir() else None

    def _name(self, run: Path) -> str:
        return quote(run.relative_to(self.top).as_posix(), safe="")

    def _list(self) -> str:
        runs = runs_below(self.top)
        return render(
            "runs.html",
            SCRIPT,
            title=f"Runs in {self.top}",
            root=self.root,
            notice=strictest(one.tier for one in runs).notice,
            runs=[(self._name(one.run), str(one.run.relative_to(self.top)), one) for one in runs],
            live=any(one.playing for one in runs),
        )
