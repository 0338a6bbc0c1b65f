"""The one base of every model that crosses a boundary: frozen, and closed to unknown fields."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """An immutable record that refuses fields it does not know and round-trips through JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
