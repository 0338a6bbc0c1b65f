"""How mentions are kept: places and lengths, since the words themselves stand in the public half."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from medgym_plugin_ehrcon.claim import Mention
from medgym_plugin_ehrcon.mention import PRESSURES, tidy

_WORDS: Any = {"text": True, "entity": True, "claims": {"__all__": {"names"}}}
"""What of a mention is read in the public half."""


def stored(one: Mention) -> dict[str, Any]:
    """A mention as JSON data without words of its note."""
    return {
        **one.model_dump(mode="json", exclude=_WORDS),
        "lengths": [len(one.text), len(one.entity)],
    }


def restored(kept: Mapping[str, Any], notes: Path, synonyms: Path) -> Mention:
    """The mention of which :func:`stored` tells.

    Args:
        kept: what was stored.
        notes: the build's notes.
        synonyms: the build's terms, each with its names.
    """
    (length, first), claims = kept["lengths"], kept["claims"]
    rest = lines_of(notes)[kept["row_id"]][kept["line"] - 1][kept["character"] - 1 :]
    entity, names = rest[:first], _names(synonyms)
    term = tidy(entity)
    terms = [term] if len(claims) == 1 else [f"{part} {term}" for part in PRESSURES]
    named = [{**claim, "names": names[of]} for claim, of in zip(claims, terms, strict=True)]
    fields = {key: value for key, value in kept.items() if key != "lengths"}
    return Mention.model_validate({**fields, "text": rest[:length], "entity": entity, "claims": named})


@cache
def lines_of(path: Path) -> Mapping[int, Sequence[str]]:
    """Number of each note to its lines."""
    with path.open(encoding="utf-8", newline="") as stream:
        return {int(row["ROW_ID"]): row["TEXT"].split("\n") for row in csv.DictReader(stream)}


@cache
def _names(path: Path) -> Mapping[str, Sequence[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    with path.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            found[row["term"]].append(row["name"])
    return found
