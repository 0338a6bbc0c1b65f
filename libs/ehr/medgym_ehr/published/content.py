"""Question files as JSON."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from medgym_core import DataError
from medgym_raw import open_text

FIX = "download the question files again, or fix the record"
"""What to do about a file that is damaged."""


def read_json(path: Path) -> object:
    """The file's JSON, or the list of its JSON lines; NaN is taken, as the writers of these files do.

    Raises:
        DataError: if it is neither, or a key occurs twice in one object.
    """
    try:
        with open_text(path) as stream:
            text = stream.read()
        if (lines := text.strip().splitlines()) and len(lines) > 1 and _is_object(lines[0]):
            return [_parsed(line) for line in lines if line.strip()]
        return _parsed(text)
    except json.JSONDecodeError as error:
        raise DataError(f"{path}, line {error.lineno}: not JSON ({error.msg}); {FIX}") from None
    except (UnicodeError, RecursionError, _RepeatedKeyError, EOFError, OSError) as error:
        raise DataError(f"{path}: {error}; {FIX}") from None


def _parsed(text: str) -> object:
    return json.loads(text, object_pairs_hook=_object)


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


class _RepeatedKeyError(ValueError):
    """A key occurs twice in one object."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        key = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise _RepeatedKeyError(f"the key {key!r} occurs twice in one object")
    return mapping
