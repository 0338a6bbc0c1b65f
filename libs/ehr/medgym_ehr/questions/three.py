"""Threes: what is asked about by number, something that happened and two others."""

from __future__ import annotations

from dataclasses import dataclass

from medgym_ehr.questions.facts import Fact, Facts, keyed


@dataclass(frozen=True)
class Three:
    """Three values of one column of the facts, which fill the places ``drug``, ``drug2`` and ``drug3``."""

    column: str
    """The column, such as ``drug``."""
    sharing: str = ""
    """A column, such as ``patient``, whose value the second shares with the first, so that only the time may
    tell the two apart; empty if there is none."""

    def around(self, rows: Facts, place: int, pick: int) -> Fact | None:
        """The fact at a place with two others, drawn by ``pick``; None if they are not three.

        They stand in an order that their names alone decide, so that the same three are asked about once.
        """
        draw = keyed(f"three/{pick}")
        own = rows[place]
        near = rows.sharing(self.sharing)[own[self.sharing]] if self.sharing else range(len(rows))
        others = (rows[near[draw % len(near)]], rows[(draw >> 24) % len(rows)])
        values = {row[self.column]: keyed(f"three/{row[self.column]}") for row in (own, *others)}
        if len({str(value).casefold() for value in values}) < 3:
            return None
        places = (self.column, f"{self.column}2", f"{self.column}3")
        return own | dict(zip(places, sorted(values, key=values.__getitem__), strict=True))
