"""Writes a program's results into outputs.json, as data.

    from export import export
    export(globals(), {"ages": [], "test": ["p_value"]})

The second argument names the results; of an object that has no form as data, such as a fitted model, the
named attributes are written.
"""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any


def export(
    scope: Mapping[str, Any], outputs: Mapping[str, Sequence[str]], path: str = "outputs.json"
) -> None:
    """Write the results of ``scope`` that ``outputs`` names.

    Raises:
        NameError: if one is not defined.
        TypeError: if one has no form as data.
    """
    absent = [name for name in outputs if name not in scope]
    if absent:
        raise NameError(f"not defined: {', '.join(absent)}")
    data = {name: encoded(scope[name], name, attributes) for name, attributes in outputs.items()}
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(data, stream, allow_nan=False)


def encoded(value: Any, name: str, attributes: Sequence[str] = ()) -> Any:
    """JSON of ``value``: plain scalars, and ``{kind: content}`` for everything else."""
    module = type(value).__module__.partition(".")[0]
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else {"float": str(float(value))}
    if hasattr(value, "isoformat"):
        return None if type(value).__name__ == "NaTType" else {"time": value.isoformat()}
    if module == "numpy":
        return _numpy(value, name)
    if module == "pandas":
        return _pandas(value, name)
    if type(value).__name__ == "KaplanMeierFitter":
        return {"kaplan_meier": _kaplan_meier(value, name)}
    return _container(value, name, attributes)


def _container(value: Any, name: str, attributes: Sequence[str]) -> Any:
    if isinstance(value, Mapping):
        return {
            "dict": [[encoded(key, name), encoded(item, name, attributes)] for key, item in value.items()]
        }
    if isinstance(value, set | frozenset):
        return {"set": sorted((encoded(item, name) for item in value), key=json.dumps)}
    if isinstance(value, tuple):
        return {"tuple": [encoded(item, name, attributes) for item in value]}
    if isinstance(value, list) or type(value).__name__ in ("dict_keys", "dict_values", "dict_items"):
        return {"list": [encoded(item, name, attributes) for item in value]}
    if attributes:
        return {"object": {key: encoded(getattr(value, key), f"{name}.{key}") for key in attributes}}
    raise TypeError(f"{name} is of type {type(value).__name__}, which has no form as data")


def _numpy(value: Any, name: str) -> Any:
    if not hasattr(value, "shape"):
        raise TypeError(f"{name} is of type numpy.{type(value).__name__}, which has no form as data")
    if value.shape == ():
        return encoded(value.item(), name)
    return {"array": [encoded(item, name) for item in value]}


def _pandas(value: Any, name: str) -> Any:
    kind = type(value).__name__
    if kind == "NAType":
        return None
    if kind == "DataFrame":
        rows = [[_cell(cell, name) for cell in row] for row in value.itertuples(index=False, name=None)]
        return {
            "frame": {
                "columns": _labels(value.columns, name),
                "index": _labels(value.index, name),
                "rows": rows,
            }
        }
    if kind == "Series":
        values = [_cell(cell, name) for cell in value.tolist()]
        return {
            "series": {
                "name": encoded(value.name, name),
                "index": _labels(value.index, name),
                "values": values,
            }
        }
    if kind == "Interval":
        return {"interval": [encoded(value.left, name), encoded(value.right, name), value.closed]}
    if hasattr(value, "tolist"):
        return {"index": [_cell(cell, name) for cell in value.tolist()]}
    raise TypeError(f"{name} is of type pandas.{kind}, which has no form as data")


def _labels(index: Any, name: str) -> Any:
    return {
        "names": [encoded(label, name) for label in index.names],
        "labels": [_cell(x, name) for x in index.tolist()],
    }


def _cell(value: Any, name: str) -> Any:
    """As :func:`encoded`, with every form of a missing cell as null."""
    written = encoded(value, name)
    return None if written == {"float": "nan"} else written


def _kaplan_meier(fitter: Any, name: str) -> Any:
    """What a Kaplan-Meier estimate is fitted on; enough to fit it again."""
    return {
        "durations": [encoded(value, name) for value in fitter.durations],
        "events": [encoded(value, name) for value in fitter.event_observed],
        "weights": [encoded(value, name) for value in fitter.weights],
    }
