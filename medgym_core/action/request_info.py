"""The action that looks things up in a task's data without running code."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, Field, model_validator

from medgym_core.action.contract import ActionContext, Observation
from medgym_core.action.info import (
    Catalogue,
    Listing,
    Match,
    TooSlowError,
    UnanswerableError,
    catalogue_of,
    ranked,
    resolve,
)
from medgym_core.action.layout import clip, joined
from medgym_core.action.schema import StrictArguments, lowered

_SECONDS = 10.0
_FOOTER_BYTES = 120
_QUERY_CHARACTERS = 500
"""So much of a query is searched for: comparing takes time in proportion to it."""


class RequestInfo:
    """Lists, describes, samples and searches the sources in ``Task.info``, a page at a time."""

    name = "request_info"
    description = (
        "Look up the task's data without code. list: sources and tables; describe: columns of a table, or "
        "the text of a document; values: distinct values of a column with counts; search: the nearest "
        "matches of a term among names and text values; next: the next page of the latest answer."
    )

    class Arguments(StrictArguments):
        """What to look up."""

        operation: Annotated[
            Literal["list", "describe", "values", "search", "next"], BeforeValidator(lowered)
        ]
        """What to do."""
        source: str | None = None
        """Name of a source; not needed where names are unambiguous."""
        table: str | None = None
        """Name of a table or document; needed for values, and for describe where there are several."""
        column: str | None = None
        """Name of a column; needed for values, narrows search."""
        query: str | None = Field(default=None, min_length=1)
        """Term to search for; needed for search."""
        limit: int = Field(default=50, ge=1, le=500)
        """Lines per page, 1 to 500; 50 unless given."""

        @model_validator(mode="after")
        def _has_what_it_needs(self) -> Self:
            needed = {"values": "column", "search": "query"}.get(self.operation)
            if needed and getattr(self, needed) is None:
                raise ValueError(f"operation {self.operation!r} needs the argument {needed!r}")
            return self

    def perform(self, arguments: BaseModel, context: ActionContext) -> Observation:
        """Answer from the build's public half; the place reached in a long answer is kept for ``next``."""
        assert isinstance(arguments, RequestInfo.Arguments)
        try:
            listing = _listing(arguments, context)
        except UnanswerableError as problem:
            return Observation(text=problem.args[0], ok=False, error="not_found")
        except TooSlowError:
            text = "The answer took too long; name a source, table or column to narrow it."
            return Observation(text=text, ok=False, error="timeout")
        return Observation(text=_page(listing, arguments.limit, context))


def _page(listing: Listing, limit: int, context: ActionContext) -> str:
    output_bytes = context.task.limits.output_bytes
    text, after = listing.page(limit, output_bytes - len(listing.heading.encode()) - _FOOTER_BYTES)
    context.memory[RequestInfo.name] = after
    place = f"(lines {listing.at + 1:,} to {after.at:,} of {len(listing.lines):,}"
    footer = (
        "" if after.done and not listing.at else f"{place})" if after.done else f"{place}; next shows more)"
    )
    return clip(joined([listing.heading, text, footer]), output_bytes)


def _listing(arguments: RequestInfo.Arguments, context: ActionContext) -> Listing:
    if arguments.operation == "next":
        kept = context.memory.get(RequestInfo.name)
        if not isinstance(kept, Listing) or kept.done:
            raise UnanswerableError("There is no further page; the latest answer was shown to its end.")
        return kept
    catalogues = _catalogues(arguments.source, context)
    if arguments.operation == "list":
        return _list(catalogues)
    if arguments.operation == "search":
        return _search(arguments, catalogues)
    catalogue, entry = _locate(arguments.table, catalogues)
    if arguments.operation == "describe":
        return catalogue.describe(entry)
    column = resolve(f"column of {entry}", str(arguments.column), catalogue.columns(entry))
    return catalogue.values(entry, column)


def _catalogues(name: str | None, context: ActionContext) -> list[Catalogue]:
    sources = {source.name: source for source in context.task.info}
    if not sources:
        raise UnanswerableError("This task has no sources of information; all you need is in the question.")
    chosen = sources.values() if name is None else [sources[resolve("source", name, list(sources))]]
    seconds = min(_SECONDS, context.task.limits.action_s)
    return [catalogue_of(context.build, source, seconds) for source in chosen]


def _list(catalogues: list[Catalogue]) -> Listing:
    lines = []
    for catalogue in catalogues:
        source = catalogue.source
        lines.append(
            f"source {source.name} ({source.kind})" + (f": {source.description}" * bool(source.description))
        )
        lines += [f"- {entry.name}: {entry.summary}" for entry in catalogue.entries()]
    return Listing.of("sources and what they hold", lines)


def _search(arguments: RequestInfo.Arguments, catalogues: list[Catalogue]) -> Listing:
    query, entry, column = str(arguments.query)[:_QUERY_CHARACTERS], None, None
    if arguments.table is not None:
        chosen, entry = _locate(arguments.table, catalogues)
        catalogues = [chosen]
        if arguments.column is not None:
            column = resolve(f"column of {entry}", arguments.column, chosen.columns(entry))
    elif arguments.column is not None:
        raise UnanswerableError("A column alone is ambiguous; name its table too.")
    found: list[Match] = []
    for catalogue in catalogues:
        prefix = f"{catalogue.source.name}: " if len(catalogues) > 1 else ""
        found += [Match(m.text, prefix + m.label) for m in catalogue.search(query, entry, column)]
    lines = [match.label for match in ranked(query, found)]
    return Listing.of(f"search {query!r}: {len(lines):,} matches, nearest first", lines)


def _locate(table: str | None, catalogues: list[Catalogue]) -> tuple[Catalogue, str]:
    """The catalogue that holds ``table``, and its name there; without a name, the only entry there is."""
    held = [(catalogue, entry.name) for catalogue in catalogues for entry in catalogue.entries()]
    if table is None:
        if len(held) == 1:
            return held[0]
        names = ", ".join(name for _, name in held[:20])
        raise UnanswerableError(f"Name the table; there is: {names}" + (" ..." if len(held) > 20 else "."))
    name = resolve("table or document", table, [name for _, name in held])
    holders = [(catalogue, entry) for catalogue, entry in held if entry == name]
    if len(holders) > 1:
        sources = ", ".join(catalogue.source.name for catalogue, _ in holders)
        raise UnanswerableError(f"{name!r} is in several sources; name one: {sources}.")
    return holders[0]
