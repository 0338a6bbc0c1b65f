"""Lists of names in HDF5 attributes, which PyTables writes as pickles: read as data, never run.

A pickle is a program. Here its opcodes are only listed, and nothing of it is executed: a stream that holds
anything but a list of texts is refused.
"""

from __future__ import annotations

import pickletools

from medgym_core import DataError

_TEXTS = frozenset({"UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "STRING", "BINSTRING", "SHORT_BINSTRING"})
_SILENT = frozenset(
    {
        *("PROTO", "FRAME", "STOP", "MARK", "PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE"),
        *("EMPTY_LIST", "LIST", "APPEND", "APPENDS"),
    }
)
"""Opcodes of a list that carry no value."""


def plain_list(pickled: bytes, where: str) -> tuple[str, ...]:
    """The texts of a pickled list of texts, in order.

    Raises:
        DataError: if it is damaged or holds anything else; ``where`` names the attribute.
    """
    texts: list[str] = []
    try:
        for opcode, argument, _ in pickletools.genops(pickled):
            if opcode.name in _TEXTS:
                texts.append(str(argument))
            elif opcode.name not in _SILENT:
                raise DataError(
                    f"{where} is a pickle that asks for {opcode.name}, which no list of names does and which "
                    "could run code; get the file from its publisher again"
                )
    except (ValueError, IndexError, UnicodeError) as error:
        raise DataError(f"{where} is no whole list of names ({error}); get the file again") from None
    return tuple(texts)
