"""The forms that settings of a run are given in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator


def parts(value: Any) -> Any:
    """One text with commas as the list of what stands between them; anything else as it is."""
    return [name.strip() for name in value.split(",") if name.strip()] if isinstance(value, str) else value


def ordered(bounds: tuple[float, float]) -> tuple[float, float]:
    """The bounds of a pass rate.

    Raises:
        ValueError: if they are none.
    """
    low, high = bounds
    if not 0 <= low <= high <= 1:
        raise ValueError(
            f"bounds of a pass rate are 0 <= LOW <= HIGH <= 1, such as 0.1,0.9, not {low:g},{high:g}"
        )
    return bounds


Names = Annotated[
    tuple[str, ...],
    BeforeValidator(parts, json_schema_input_type=str | list[str]),
    AfterValidator(lambda names: tuple(dict.fromkeys(names))),
]
"""A list of names, or one text with commas between them; repeats are dropped."""

Place = Annotated[Path, AfterValidator(lambda path: path.expanduser().absolute())]
"""A path that means the same wherever the run is resumed."""

Places = Annotated[
    tuple[Place, ...],
    BeforeValidator(parts, json_schema_input_type=str | list[str]),
    AfterValidator(lambda places: tuple(dict.fromkeys(places))),
]
"""A list of paths, likewise."""

Bounds = Annotated[
    tuple[float, float],
    BeforeValidator(parts, json_schema_input_type=str | tuple[float, float]),
    AfterValidator(ordered),
]
"""The lowest and the highest rate, both included; a list, or one text with a comma."""
