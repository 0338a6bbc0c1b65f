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
