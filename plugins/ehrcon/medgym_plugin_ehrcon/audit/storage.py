"""How inventories are kept: places and lengths, since the words themselves stand in the public half."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from medgym_plugin_ehrcon import files
from medgym_plugin_ehrcon.audit.inventory import Inventory
from medgym_plugin_ehrcon.claim import Mention
from medgym_plugin_ehrcon.mention import PRESSURES, tidy

_WORDS: Any = {"text": True, "entity": True, "claims": {"__all__": {"names"}}}
"""What of a mention is read in the public half."""


def dumped(stated: Inventory) -> str:
    """An inventory as a line of JSON without words of the note."""
    kept = stated.model_dump(mode="json", exclude={"mentions"})
    kept["mentions"] = [
        {
            **one.model_dump(mode="json", exclude=_WORDS),
            "lengths": [len(one.text), len(one.entity)],
        }
        for one in stated.mentions
    ]
    return json.dumps(kept)


def loaded(line: str, public: Path) -> Inventory:
    """The inventory that :func:`dumped` wrote, with the words of the notes in ``public``."""
    kept = json.loads(line)
    lines, names = _notes(public / files.AUDIT_NOTES)[kept["row_id"]], _names(public / files.AUDIT_SYNONYMS)
    mentions = tuple(_worded(one, lines[one["line"] - 1], names) for one in kept["mentions"])
    return Inventory.model_validate({**kept, "mentions": mentions})


def _worded(kept: dict[str, Any], line: str, names: Mapping[str, Sequence[str]]) -> Mention:
    (length, first), rest = kept["lengths"], line[kept["character"] - 1 :]
    entity, claims = rest[:first], kept["claims"]
    term = tidy(entity)
    terms = [term] if len(claims) == 1 else [f"{part} {term}" for part in PRESSURES]
    named = [{**claim, "names": names[of]} for claim, of in zip(claims, terms, strict=True)]
    fields = {key: value for key, value in kept.items() if key != "lengths"}
    return Mention.model_validate({**fields, "text": rest[:length], "entity": entity, "claims": named})


@cache
def _notes(path: Path) -> Mapping[int, Sequence[str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return {int(row["ROW_ID"]): row["TEXT"].split("\n") for row in csv.DictReader(stream)}


@cache
def _names(path: Path) -> Mapping[str, Sequence[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    with path.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            found[row["term"]].append(row["name"])
    return found
