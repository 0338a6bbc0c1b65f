"""Reading pickles that hold nothing but plain data, without being able to run anything.

A pickle is a program. Two walls stand in front of it, each enough by itself: a stream with any opcode outside
a list that builds dicts, lists, tuples, sets, strings, numbers, booleans and None is refused before it runs;
and the unpickler that then runs it cannot look up any name.
"""

from __future__ import annotations

import io
import pickle
import pickletools
from collections.abc import Collection
from pathlib import Path
from typing import NoReturn

from medgym_core import DataError

LARGEST = 64 << 20
"""Most bytes of a pickle."""
_PLAIN = frozenset(
    {
        *("PROTO", "FRAME", "STOP", "MARK", "POP", "POP_MARK", "DUP"),
        *("MEMOIZE", "PUT", "BINPUT", "LONG_BINPUT", "GET", "BINGET", "LONG_BINGET"),
        *("NONE", "NEWTRUE", "NEWFALSE", "INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4"),
        *("FLOAT", "BINFLOAT", "UNICODE", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8"),
        *("EMPTY_LIST", "LIST", "APPEND", "APPENDS", "EMPTY_DICT", "DICT", "SETITEM", "SETITEMS"),
        *("EMPTY_TUPLE", "TUPLE", "TUPLE1", "TUPLE2", "TUPLE3", "EMPTY_SET", "ADDITEMS"),
    }
)
"""Opcodes that need no name and call nothing."""
_STORES = frozenset({"PUT", "BINPUT", "LONG_BINPUT"})
_AGAIN = "get the file again from where it was published"


def read_plain(path: Path) -> object:
    """The plain data in a pickle.

    Raises:
        DataError: if the file is too large, damaged, or holds anything but plain data; nothing was run then.
    """
    if path.stat().st_size > LARGEST:
        raise DataError(f"{path} has more than {LARGEST >> 20} MiB, labels of notes have less; {_AGAIN}")
    data = path.read_bytes()
    _check(path, data)
    try:
        value = Unpickler(io.BytesIO(data)).load()
    except (pickle.UnpicklingError, AttributeError, EOFError, LookupError, TypeError, ValueError) as error:
        raise DataError(f"{path} is not a whole pickle; {_AGAIN}") from error
    if not _is_tree(value, len(data)):
        raise DataError(f"{path} unfolds to more than it holds; {_AGAIN}")
    return value


def _check(path: Path, data: bytes) -> None:
    """Refuse what is not plain, by reading the opcodes without running them."""
    try:
        for opcode, argument, position in pickletools.genops(data):
            if opcode.name not in _PLAIN:
                raise DataError(
                    f"{path}, byte {position}: the pickle holds more than plain data ({opcode.name}) and "
                    "could run code; store dicts, lists, texts and numbers only"
                )
            # The number of a memo entry is how many entries memory is taken for.
            if opcode.name in _STORES and isinstance(argument, int) and argument > len(data):
                raise DataError(f"{path}, byte {position}: memo entry {argument} of a smaller file; {_AGAIN}")
    except (ValueError, IndexError) as error:
        raise DataError(f"{path} is not a whole pickle; {_AGAIN}") from error


class Unpickler(pickle.Unpickler):
    """An unpickler that knows no class and no function."""

    def find_class(self, module: str, name: str, /) -> NoReturn:
        """Refuse every name, builtins too."""
        raise pickle.UnpicklingError(f"{module}.{name} is not plain data")


def _is_tree(value: object, most: int) -> bool:
    """Whether data has at most ``most`` parts, each counted as often as it is reached; a cycle has more."""
    waiting, parts = [value], 1
    while waiting:
        inside = _inside(waiting.pop())
        parts += len(inside)
        if parts > most:
            return False
        waiting.extend(inside)
    return True


def _inside(value: object) -> Collection[object]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list | tuple | set) else ()
