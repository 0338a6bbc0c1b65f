"""Evaluates published assertions on results that are data. Its box holds no code of any submission."""

import datetime
import types
from collections.abc import Callable, Mapping
from typing import Any


def verdicts(request: Mapping[str, Any]) -> list[str]:
    """For each set of results why the assertions do not hold, or nothing if they do."""
    program = compile(request["assertions"], "assertions.py", "exec")
    return [_verdict(program, results) for results in request["results"]]


def _verdict(program: types.CodeType, results: Mapping[str, Any]) -> str:
    try:
        exec(program, {"__name__": "__main__", **{name: decoded(value) for name, value in results.items()}})
    except (
        BaseException
    ) as error:  # assertions may end in any way, and all but one mean that they do not hold
        return f"{type(error).__name__}: {error}"[:300]
    return ""


def decoded(value: Any) -> Any:
    """The value that ``export.encoded`` wrote."""
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    return _DECODERS[kind](content)


def _items(content: Any) -> list[Any]:
    return [decoded(item) for item in content]


def _array(content: Any) -> Any:
    import numpy

    return numpy.array(_items(content))


def _index(content: Any) -> Any:
    import pandas

    return pandas.Index(_items(content))


def _labels(content: Any) -> Any:
    import pandas

    labels, names = _items(content["labels"]), _items(content["names"])
    if labels == list(range(len(labels))):
        return pandas.RangeIndex(len(labels), name=names[0])
    if len(names) > 1:
        return pandas.MultiIndex.from_tuples(labels, names=names)
    return pandas.Index(labels, name=names[0])


def _frame(content: Any) -> Any:
    import pandas

    rows = [_items(row) for row in content["rows"]]
    return pandas.DataFrame(rows, columns=_labels(content["columns"]), index=_labels(content["index"]))


def _series(content: Any) -> Any:
    import pandas

    values = _items(content["values"])
    return pandas.Series(values, index=_labels(content["index"]), name=decoded(content["name"]))


def _interval(content: Any) -> Any:
    import pandas

    return pandas.Interval(*content)


def _time(content: Any) -> Any:
    import pandas

    return datetime.date.fromisoformat(content) if len(content) == 10 else pandas.Timestamp(content)


def _kaplan_meier(content: Any) -> Any:
    from lifelines import KaplanMeierFitter

    durations, events, weights = (_items(content[key]) for key in ("durations", "events", "weights"))
    return KaplanMeierFitter().fit(durations, event_observed=events, weights=weights)


_DECODERS: dict[str, Callable[[Any], Any]] = {
    "float": float,
    "list": _items,
    "tuple": lambda content: tuple(_items(content)),
    "set": lambda content: set(_items(content)),
    "dict": lambda content: dict(map(_items, content)),
    "array": _array,
    "index": _index,
    "frame": _frame,
    "series": _series,
    "interval": _interval,
    "time": _time,
    "kaplan_meier": _kaplan_meier,
    "object": lambda content: types.SimpleNamespace(**{key: decoded(item) for key, item in content.items()}),
}
