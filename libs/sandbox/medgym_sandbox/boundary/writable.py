"""Text that can be written down: agents may make halves of characters, for which UTF-8 has no bytes."""

from __future__ import annotations


def writable(text: str) -> str:
    """``text`` with every half of a character as the escape that JSON has for it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode()
    return text
