"""What a mention in a note claims, as data."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from medgym_plugin_ehrcon.period import Style

Role = Literal["item", "value", "unit", "time"]
"""What of a record a claim is about."""
ROLES: tuple[Role, ...] = ("item", "value", "unit", "time")
COLUMNS: dict[str, Role] = {
    **dict.fromkeys(("label", "drug", "short_title", "long_title", "org_name", "spec_type_desc"), "item"),
    **dict.fromkeys(("itemid", "icd9_code", "spec_itemid", "org_itemid"), "item"),
    **dict.fromkeys(("valuenum", "value", "dose_val_rx", "amount", "rate"), "value"),
    **dict.fromkeys(("valueuom", "dose_unit_rx", "amountuom", "rateuom"), "unit"),
    **dict.fromkeys(("charttime", "chartdate", "startdate", "enddate", "starttime", "endtime"), "time"),
}
"""Column of the event tables to the role it plays."""


class Frozen(BaseModel):
    """An immutable model without unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Claim(Frozen):
    """One check: that some record of the admission has this item, value, unit and time."""

    names: tuple[str, ...]
    """What the item may be called in the database, in lower case, sorted."""
    value: float | None = None
    """The number, if the claim states one."""
    unit: str | None = None
    """The unit as written; compared only if there is one."""
    start: datetime
    """First second of the window."""
    end: datetime
    """Last second of the window."""


class Look(Frozen):
    """How the time of a mention looks, without a table."""

    given: Literal["minute", "day", "narrative", "none"] = "none"
    """What is stated."""
    since: int = 0
    """Which stretch of the stay it is in, of a day which days."""
    gap: int = 0
    """How far from the nearest other minute that the note states, as one of some classes."""
    hour: int = 0
    """Of a minute, which hours of the day it is in."""


class Mention(Frozen):
    """A mention of an entity in a note, with what it claims; private, for the claims are read from labels."""

    row_id: int
    """The note."""
    subject_id: int
    """Its patient."""
    hadm_id: int
    """Its admission."""
    category: str
    """``discharge``, ``physician`` or ``nursing``."""
    line: int
    """Line of the note's text, from 1."""
    character: int
    """Where the mention begins on its line, from 1."""
    text: str
    """The mention, as it stands there."""
    entity: str
    """The term that it begins with."""
    entity_type: Literal[1, 2]
    """1 with a value, 2 without."""
    style: Style
    """Style of its time."""
    table: str
    """Table that the label names, the first if several."""
    claims: tuple[Claim, ...]
    """All must hold; a blood pressure makes two."""
    columns: tuple[Role, ...]
    """What the label says is inconsistent, in the order of :data:`ROLES`; nothing if all is consistent."""
    near: bool = False
    """Whether it would be consistent if it had no time of its own."""
    company: int = 0
    """How many records of the admission begin at the minute that it gives, as one of some classes."""
    look: Look = Look()
    """How its time looks."""
