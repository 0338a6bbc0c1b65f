"""Changes of what was done to a service: those that a verifier of states must refuse."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import JsonValue

from medgym_core.verifier.contract import StateChange


def spoilt(change: StateChange) -> Iterator[tuple[str, StateChange]]:
    """States as they are after slips; none where nothing was done."""
    if change.before == change.after:
        yield from _with_an_entry_too_many(change)
        return
    yield "nothing done", StateChange(before=change.before, after=change.before)
    yield from _with_an_entry_too_many(change)
    before, after = change.before, change.after
    if not isinstance(before, dict) or not isinstance(after, dict):
        return
    for key in [key for key in after if key not in before or before[key] != after[key]]:
        without = {name: value for name, value in after.items() if name != key}
        yield "entry removed", StateChange(before=before, after=without)
        for mutant in _edited(after[key]):
            yield "entry edited", StateChange(before=before, after={**after, key: mutant})
    for key in [key for key in after if key not in before][:1]:
        yield "done twice", StateChange(before=before, after={**after, f"{key}-again": after[key]})
    for key in [key for key in before if key in after][:1]:
        without = {name: value for name, value in after.items() if name != key}
        yield "bystander removed", StateChange(before=before, after=without)


def _with_an_entry_too_many(change: StateChange) -> Iterator[tuple[str, StateChange]]:
    if isinstance(change.after, dict):
        after: dict[str, JsonValue] = {**change.after, "entry-too-many": {"made": "up"}}
        yield "entry too many", StateChange(before=change.before, after=after)
    elif isinstance(change.after, list):
        yield "entry too many", StateChange(before=change.before, after=[*change.after, {"made": "up"}])


def _edited(entry: JsonValue) -> Iterator[JsonValue]:
    """An entry with its first plain field changed."""
    if not isinstance(entry, dict):
        return
    for name, value in entry.items():
        if isinstance(value, bool):
            yield {**entry, name: not value}
            return
        if isinstance(value, int | float):
            yield {**entry, name: value + 1}
            return
        if isinstance(value, str):
            yield {**entry, name: f"{value} x"}
            return
