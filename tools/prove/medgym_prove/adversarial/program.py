"""Changes of a submitted program: those that hidden cases must find, and those that change nothing."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import JsonValue

Change = tuple[str, str]
"""Name of the change, and the source."""

_OFF = """
def {entry}(*args, _right={entry}, **kwargs):
    result = _right(*args, **kwargs)
    return result + 1 if isinstance(result, (int, float)) else [result]
"""
_AFTER = """
def {entry}(*args, _right={entry}, _calls=[], **kwargs):
    _calls.append(args)
    return _right(*args, **kwargs) if len(_calls) > 1 else None
"""
_FIRST = """
def {entry}(*args, **kwargs):
    return args[0] if args else next(iter(kwargs.values()), None)
"""


def spoilt(source: str, entry: str, first: JsonValue) -> Iterator[Change]:
    """Programs that are wrong; ``first`` is what ``entry`` must return on the first hidden case."""
    yield "empty body", ""
    for name, value in (("constant", 0), ("constant", ""), ("nothing", None), ("the first case's", first)):
        yield f"returns {name}", f"{source}\n\ndef {entry}(*args, **kwargs):\n    return {value!r}\n"
    yield "returns its argument", source + "\n" + _FIRST.format(entry=entry)
    yield "off by one", source + "\n" + _OFF.format(entry=entry)
    yield "nothing on the first call", source + "\n" + _AFTER.format(entry=entry)


def restated(source: str) -> Iterator[Change]:
    """The same program in another form."""
    yield "comment at the end", source + "\n# the end\n"
    yield "text at the start", f'"""A solution."""\n{source}' if "__future__" not in source else source
    yield "lines that end in CR LF", source.replace("\r\n", "\n").replace("\n", "\r\n")


_STYLED = """
def {entry}(*args, _right={entry}, **kwargs):
    import collections, decimal, fractions, math
    {imports}

    def flat(x):
        return isinstance(x, list) and not any(isinstance(i, (list, dict)) for i in x)

    def styled(x):
        if isinstance(x, dict):
            x = {{key: styled(item) for key, item in x.items()}}
        elif isinstance(x, list):
            x = [styled(item) for item in x]
        return {style}

    return styled(_right(*args, **kwargs))
"""
_STYLES = {
    "tuples": "tuple(x) if isinstance(x, list) else x",
    "generators": "(item for item in x) if isinstance(x, list) else x",
    "deques": "collections.deque(x) if isinstance(x, list) else x",
    "dict values": "dict(enumerate(x)).values() if isinstance(x, list) else x",
    "maps": "map(lambda item: item, x) if isinstance(x, list) else x",
    "ordered dicts": "collections.OrderedDict(x) if isinstance(x, dict) else x",
    "chain maps": "collections.ChainMap(x) if isinstance(x, dict) else x",
    "subclasses of text": "type('Name', (str,), {})(x) if isinstance(x, str) else x",
}
_OF_A_KIND = {
    "rounded": "round(x, max(2, 2 - math.floor(math.log10(abs(x))))) if type(x) is float and x else x",
    "Fraction": "fractions.Fraction(x) if isinstance(x, float) else x",
    "Decimal": "decimal.Decimal(repr(x)) if isinstance(x, float) else x",
}
_NUMPY = {
    "numpy scalars": "np.asarray(x)[()] if isinstance(x, (bool, int, float, str)) else x",
    "arrays of no dimension": "np.asarray(x) if isinstance(x, (bool, int, float)) else x",
    "arrays": "np.array(x, dtype=object) if flat(x) and x else x",
    "Series": "pd.Series(x, dtype=object) if flat(x) and x else x",
    "Index": "pd.Index(x, dtype=object) if flat(x) and x else x",
}


def restyled(source: str, entry: str, of_a_kind: bool, pandas: bool) -> Iterator[Change]:
    """The same program with results in another style; ``of_a_kind`` where a kind says what is the same."""
    chosen = {**_STYLES, **(_OF_A_KIND if of_a_kind else {}), **(_NUMPY if pandas else {})}
    for name, style in chosen.items():
        imports = "import numpy as np, pandas as pd" if name in _NUMPY else ""
        yield name, source + "\n" + _STYLED.format(entry=entry, style=style, imports=imports)
