"""What the prompt says of each result: its name, its kind, and how it is compared."""

from __future__ import annotations

from medgym_plugin_biodsbench.published.value import Value, numbered

_KINDS = {
    "float": "a number",
    "time": "a date or time",
    "list": "a list",
    "tuple": "a tuple",
    "set": "a set",
    "array": "a numpy array",
    "index": "a pandas Index",
    "interval": "a pandas Interval",
    "dict": "a dictionary",
    "series": "a pandas Series",
    "frame": "a pandas DataFrame",
    "kaplan_meier": "a fitted lifelines KaplanMeierFitter",
}
_COMPARED = {
    "kept": "in order",
    "any": "in any order",
    "none": "as a set",
}


def described(value: Value, quoted: frozenset[str], data: frozenset[str]) -> str:
    """The kind of a result; of a table the columns too, but for those that are named after the data.

    Args:
        value: the reference's.
        quoted: texts of the assertions and of the question.
        data: texts that stand in cells of the study's tables, which a question may be about.
    """
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if not isinstance(value, dict):
        return "a string" if isinstance(value, str) else "a value, which may be missing"
    ((kind, content),) = value.items()
    if kind == "object":
        parts = (f"{name} ({described(item, quoted, data)})" for name, item in content.items())
        return f"an object with {', '.join(parts)}"
    if kind != "frame":
        return _KINDS[kind]
    names = [label for label in content["columns"]["labels"] if isinstance(label, str)]
    shown = [name for name in names if name in quoted or name not in data]
    columns = f" with columns {', '.join(shown)}" if shown else ""
    more = " and others" if shown and len(shown) < len(names) else ""
    index = "" if numbered(content["index"]) else ", and an index that counts"
    return f"{_KINDS[kind]}{columns}{more}{index}"


def compared(order: str | None) -> str:
    """How a result is graded beyond the assertions."""
    return f"; compared as a whole, {_COMPARED[order]}" if order else ""
