"""Answer kinds: the declared type of what an agent submits.

A kind is data. It is stated in the prompt by :meth:`Kind.describe`, and the typed comparison in
``medgym_core.verifier`` reads the same fields, so what the verifier relies on is what the agent was told.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Annotated, Literal

from pydantic import Field, model_validator

from medgym_sandbox.boundary.frozen import Frozen


class Kind(Frozen, ABC):
    """What every answer kind has."""

    nullable: bool = False
    """Whether ``null`` (no such value exists) is a legal answer."""

    def describe(self) -> str:
        """One phrase for the prompt, without a final stop."""
        return self._phrase() + (", or null if there is none" if self.nullable else "")

    def rounds(self) -> bool:
        """Whether an answer may hold a rounded number, which the prompt then says."""
        return False

    @abstractmethod
    def _phrase(self) -> str:
        """The phrase without the null clause."""


class Number(Kind):
    """A real number, equal to gold if ``|a - g| <= max(abs_tol, rel_tol * |g|)``, or if gold rounds to it.

    Unless ``exact``, gold may be rounded to at least two decimals and three significant digits; see
    :mod:`medgym_core.verifier.rounding`.
    """

    kind: Literal["number"] = "number"
    unit: str | None = None
    """Unit as shown to the agent; answers carry the bare number."""
    abs_tol: float = Field(default=0.0, ge=0)
    """Absolute tolerance, in the answer's unit."""
    rel_tol: float = Field(default=0.0, ge=0)
    """Relative tolerance, a fraction of gold's magnitude."""
    minimum: float | None = None
    """Answers below are refused whatever the tolerance."""
    maximum: float | None = None
    """Answers above are refused whatever the tolerance."""
    exact: bool = False
    """Whether gold must be given as it is: a value that is copied, not computed."""

    @model_validator(mode="after")
    def _exact_has_no_tolerance(self) -> Number:
        if self.exact and (self.abs_tol or self.rel_tol):
            raise ValueError("an exact number has no tolerance")
        return self

    def rounds(self) -> bool:
        """Whether a submitted number may be rounded: unless the kind is exact."""
        return not self.exact

    def _phrase(self) -> str:
        text = "a number" + (f" in {self.unit}" if self.unit else "")
        if self.minimum is not None and self.maximum is not None:
            text += f" between {self.minimum:g} and {self.maximum:g}"
        if self.rel_tol:
            text += f", accepted within {self.rel_tol:.4g} relative"
        elif self.abs_tol:
            text += f", accepted within {self.abs_tol:.4g}"
        return text + (", exact" if self.exact else "")


class Integer(Kind):
    """A whole number, compared exactly."""

    kind: Literal["integer"] = "integer"
    unit: str | None = None
    """What is counted, as shown to the agent."""
    integral_float: bool = True
    """Whether ``42.0`` is accepted for ``42``."""

    def _phrase(self) -> str:
        return "a whole number" + (f" of {self.unit}" if self.unit else "") + ", exact"


class Boolean(Kind):
    """True or false; 1 and 0 are the same, since SQLite has no others."""

    kind: Literal["boolean"] = "boolean"

    def _phrase(self) -> str:
        return "true or false"


class Text(Kind):
    """A string, compared after NFKC normalisation, whitespace collapse and (by default) case folding."""

    kind: Literal["text"] = "text"
    casefold: bool = True
    """Whether case is ignored."""

    def _phrase(self) -> str:
        return "a string"


class Choice(Kind):
    """One of a closed list of strings, compared like :class:`Text`."""

    kind: Literal["choice"] = "choice"
    options: tuple[str, ...] = Field(min_length=2)
    """The legal answers."""

    def _phrase(self) -> str:
        return "one of " + ", ".join(repr(option) for option in self.options)


class Date(Kind):
    """A calendar date, written YYYY-MM-DD."""

    kind: Literal["date"] = "date"

    def _phrase(self) -> str:
        return "a date written YYYY-MM-DD"


class DateTime(Kind):
    """A point in time in ISO 8601, with a zone where ``zoned`` and without one where not; gold likewise."""

    kind: Literal["datetime"] = "datetime"
    zoned: bool = False
    """Whether times name their zone; the same instant in another zone is the same time."""
    tolerance_s: float = Field(default=0.0, ge=0)
    """Accepted distance, seconds."""

    def _phrase(self) -> str:
        if self.zoned:
            return "a time with its zone, written YYYY-MM-DDTHH:MM:SS+HH:MM"
        return "a time written YYYY-MM-DD HH:MM:SS"


class ListOf(Kind):
    """A list whose order and length matter."""

    kind: Literal["list"] = "list"
    items: AnswerKind
    """Kind of each element."""

    def rounds(self) -> bool:
        """Whether numbers in it may be rounded: as its elements may."""
        return self.items.rounds()

    def _phrase(self) -> str:
        return f"an ordered list, each element {self.items.describe()}"


class SetOf(Kind):
    """A list whose order does not matter but whose multiplicities do."""

    kind: Literal["set"] = "set"
    items: AnswerKind
    """Kind of each element."""

    def rounds(self) -> bool:
        """Whether numbers in it may be rounded: as its elements may."""
        return self.items.rounds()

    def _phrase(self) -> str:
        return f"a list in any order, each element {self.items.describe()}"


class Record(Kind):
    """An object with exactly the given keys; components are graded and reported per key."""

    kind: Literal["record"] = "record"
    fields: dict[str, AnswerKind] = Field(min_length=1)
    """Key to kind."""

    def rounds(self) -> bool:
        """As any of its fields."""
        return any(field.rounds() for field in self.fields.values())

    def _phrase(self) -> str:
        inner = "; ".join(f"{name!r}: {kind.describe()}" for name, kind in self.fields.items())
        return f"an object with exactly these keys: {inner}"


class Column(Frozen):
    """One column of a :class:`Table`."""

    name: str
    """Name as shown to the agent; matching is by position unless the answer names its columns."""
    kind: AnswerKind
    """Kind of each cell."""


class Table(Kind):
    """A result table: a list of rows, compared as a multiset of rows unless ``ordered``."""

    kind: Literal["table"] = "table"
    columns: tuple[Column, ...] = Field(min_length=1)
    """The columns, in order."""
    ordered: bool = False
    """Whether the order of rows matters."""

    @model_validator(mode="after")
    def _names_are_unique(self) -> Table:
        names = [column.name for column in self.columns]
        if len(set(names)) != len(names):
            raise ValueError(f"column names repeat: {names}")
        return self

    def rounds(self) -> bool:
        """As any of its columns."""
        return any(column.kind.rounds() for column in self.columns)

    def _phrase(self) -> str:
        inner = "; ".join(f"{column.name}: {column.kind.describe()}" for column in self.columns)
        order = "in the order the question asks" if self.ordered else "in any order"
        return f"a table, {order}, as a list of rows with these columns: {inner}"


AnswerKind = Annotated[
    Number | Integer | Boolean | Text | Choice | Date | DateTime | ListOf | SetOf | Record | Table,
    Field(discriminator="kind"),
]
"""Any answer kind; the ``kind`` field tells which."""

for _model in (ListOf, SetOf, Record, Column, Table):
    _model.model_rebuild()
