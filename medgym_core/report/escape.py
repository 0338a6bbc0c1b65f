"""Text of agents and boxes made safe for a terminal: what could steer it is shown, not obeyed."""

from __future__ import annotations

import unicodedata

_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unicode categories that control rather than show: ESC and C0/C1, bidi and zero-width, surrogates..."""


def escape(text: str) -> str:
    r"""``text`` with every control character but ``\n`` and ``\t`` written as a Python escape."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_show, text))


def _show(character: str) -> str:
    if character in "\n\t" or unicodedata.category(character) not in _UNSAFE:
        return character
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
