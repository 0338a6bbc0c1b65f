"""Records: what the question files say of each question, whichever release they are of."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    model_validator,
)

from medgym_ehr.published.frozen import Frozen

NO_SQL = frozenset({"", "null", "nan", "none"})
"""What stands for SQL where there is none, beside null and NaN."""


class Record(Frozen):
    """One published question."""

    id: str
    """As published, unique over all splits."""
    split: str
    """Train, valid or test: that of its file."""
    question: str
    """The question's text."""
    template: str = ""
    """Machine wording with values; of unanswerable questions a topic. Empty where not published."""
    pattern: str = ""
    """Machine wording with slots."""
    time_tags: tuple[str, ...] = ()
    """Sampled time expressions."""
    operation_tags: tuple[str, ...] = ()
    """Sampled operations."""
    slots: dict[str, JsonValue] = Field(default_factory=dict)
    """Slot to value."""
    paraphrase: str = ""
    """Who worded it: machine or human."""
    importance: str = ""
    """As rated by hospital staff: high, medium, low or n/a."""
    impossible: bool = False
    """Whether it is marked as unanswerable."""
    sql: str | None = None
    """SQL as published."""
    answer: list[list[JsonValue]] | None = None
    """Published rows, where there are any; compared with, never used."""


def _blank(value: object) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _sql(value: object) -> object:
    text = value.strip().lower() if isinstance(value, str) else value
    return None if _blank(value) or text in NO_SQL else value


Sql = Annotated[str | None, BeforeValidator(_sql)]
Filled = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class _Raw(BaseModel):
    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    @model_validator(mode="before")
    @classmethod
    def _without_blanks(cls, data: Any) -> Any:
        """NaN and null are how rows say that a field holds nothing."""
        if not isinstance(data, Mapping):
            return data
        return {key: value for key, value in data.items() if key in ("query", "label") or not _blank(value)}


class Row(_Raw):
    """One element of EHRSQL's files. Unanswerable rows lack most fields."""

    id: Filled
    question: Filled
    db_id: str = ""
    template: str = ""
    query: Sql = None
    value: dict[str, JsonValue] = Field(default_factory=dict)
    q_tag: str = ""
    t_tag: tuple[str, ...] = ()
    o_tag: tuple[str, ...] = ()
    para_type: str = ""
    importance: str = ""
    is_impossible: bool | None = None
    split: str = ""

    @model_validator(mode="after")
    def _answerable_or_not(self) -> Row:
        if self.query is None and self.is_impossible is None and not self.model_fields_set & {"query"}:
            raise ValueError("neither query nor is_impossible says whether it has an answer")
        return self

    def record(self, split: str) -> Record:
        """The record, of the split whose file it stands in."""
        return Record(
            id=self.id,
            split=split,
            question=self.question,
            template=self.template,
            pattern=self.q_tag,
            time_tags=self.t_tag,
            operation_tags=self.o_tag,
            slots=self.value,
            paraphrase=self.para_type,
            importance=self.importance,
            impossible=self.query is None if self.is_impossible is None else self.is_impossible,
            sql=self.query,
        )


class Asked(_Raw):
    """One question of EHRSQL-2024's ``data.json``."""

    id: Filled
    question: Filled


class Labelled(_Raw):
    """One label of EHRSQL-2024, where they are a list rather than a mapping."""

    id: Filled
    label: Sql
