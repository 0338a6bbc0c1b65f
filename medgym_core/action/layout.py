"""How observations are laid out: capped texts, sections, text tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_CELL = 200


def clip(text: str, max_bytes: int) -> str:
    """``text`` in at most ``max_bytes`` bytes of UTF-8: head and tail kept, the dropped middle marked."""
    data = text.encode(errors="replace")
    if len(data) <= max_bytes:
        return text
    mark = f"\n[... {len(data):,} bytes, middle dropped ...]\n"
    room = max(max_bytes - len(mark), 0)
    head, tail = room - room // 2, room // 2
    return data[:head].decode(errors="ignore") + mark + data[len(data) - tail :].decode(errors="ignore")


def one_line(value: object, max_characters: int = _CELL) -> str:
    """``value`` as one line of at most ``max_characters``, cut at the end."""
    text = " ".join(str(value).split())
    return text if len(text) <= max_characters else text[: max_characters - 3] + "..."


def section(title: str, body: str) -> str:
    """A titled part of an observation; empty if ``body`` is blank."""
    return f"{title}:\n{body.rstrip()}" if body.strip() else ""


def joined(parts: Iterable[str]) -> str:
    """The parts that are not empty, one below the other."""
    return "\n".join(part for part in parts if part)


def table(columns: Sequence[str], rows: Sequence[Sequence[object]], max_bytes: int) -> str:
    """A text table with as many whole rows as fit, and a last line that counts them all.

    Null is shown as ``NULL``; a cell longer than 200 characters is cut.
    """
    lines = [" | ".join(one_line(name) for name in columns)]
    used = len(lines[0].encode())
    for row in rows:
        line = " | ".join("NULL" if cell is None else one_line(cell) for cell in row)
        used += len(line.encode(errors="replace")) + 1
        if used > max_bytes:
            break
        lines.append(line)
    shown = len(lines) - 1
    count = f"({len(rows):,} {'row' if len(rows) == 1 else 'rows'}"
    return "\n".join([*lines, count + (")" if shown == len(rows) else f", the first {shown:,} shown)")])
