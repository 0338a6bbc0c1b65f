"""Sessions of a build: their charts, their messages, and what is right on each message after those before."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from medgym_core import DataError
from medgym_fhir import Snapshot
from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.inbox import order
from medgym_plugin_medagentbench.inbox.chart import Chart
from medgym_plugin_medagentbench.inbox.rule import Right
from medgym_plugin_medagentbench.inbox.template import TEMPLATES

FOLDER, SOURCE = "inbox", "sessions.ndjson"
"""Where a build keeps sessions, and the file of a raw folder's ``inbox`` that they come from."""
SPLITS = ("inbox-train", "inbox-test", "inbox-ood")


class Message(NamedTuple):
    """One message."""

    template: str
    patient: str
    facts: dict[str, Any]
    """What it says besides its template's parameters."""
    text: str
    reply: str
    """Id that the server gives to the reply."""
    arrivals: list[dict[str, Any]]
    """Resources that come to the server with it."""


class Session(NamedTuple):
    """A shift."""

    split: str
    resources: list[dict[str, Any]]
    """What the server holds at first."""
    messages: list[Message]

    @property
    def snapshot(self) -> Snapshot:
        """What the server holds when the session begins."""
        return Snapshot([*self.resources, *self.arriving(0)])

    def arriving(self, place: int) -> list[dict[str, Any]]:
        """What comes with a message: its resources, and the message, whose text is told elsewhere."""
        if place >= len(self.messages):
            return []
        one = self.messages[place]
        told = {
            "resourceType": "Communication",
            "id": name(place),
            "status": "in-progress",
            "sent": clock.written(clock.NOW),
            "subject": {"reference": f"Patient/{one.patient}"},
        }
        return [*one.arrivals, told]

    def rights(self) -> list[Right]:
        """What is right on each message, if the ones before were dealt with rightly.

        Raises:
            UnclearError: if a chart leaves it open.
        """
        held: list[dict[str, Any]] = [*self.resources]
        found = []
        for place, message in enumerate(self.messages):
            held += message.arrivals
            right = TEMPLATES[message.template].right(Chart(held, message.patient), message.facts)
            held += [{**each, "id": label(place, each)} for each in right.orders]
            found.append(right)
        return found

    def created(self, place: int, right: Right) -> list[dict[str, Any]]:
        """What is to be created on a message, the reply last."""
        message = self.messages[place]
        return [*right.orders, dict(order.reply(message.patient, name(place), right.reason))]


def name(place: int) -> str:
    """The id of a message."""
    return f"message-{place + 1}"


def label(place: int, resource: dict[str, Any]) -> str:
    """How what was created on a message is named where another resource refers to it."""
    concept = resource.get("medicationCodeableConcept") or resource.get("code") or {}
    codings = concept.get("coding") if isinstance(concept, dict) else None
    first = codings[0] if isinstance(codings, list) and codings else {}
    return f"{name(place)}.{first.get('code') if isinstance(first, dict) else ''}"


def write(folder: Path, sessions: Iterable[Session]) -> None:
    """Keep each session in a file of its own."""
    counts = dict.fromkeys(SPLITS, 0)
    (folder / FOLDER).mkdir()
    for session in sessions:
        path = folder / FOLDER / f"{session.split}-{counts[session.split]}.json"
        path.write_text(line(session), encoding="utf-8")
        counts[session.split] += 1
    (folder / FOLDER / "counts.json").write_text(json.dumps(counts), encoding="utf-8")


@lru_cache(maxsize=64)
def read(folder: Path, split: str, index: int) -> Session:
    """One session of a build that no longer changes.

    Raises:
        DataError: if there is none.
    """
    if not 0 <= index < count(folder, split):
        raise DataError(f"there is no task {index} in {split}, which has {count(folder, split)}")
    return parse((folder / FOLDER / f"{split}-{index}.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=16)
def count(folder: Path, split: str) -> int:
    """How many sessions of a split a build has."""
    counts: dict[str, int] = json.loads((folder / FOLDER / "counts.json").read_text(encoding="utf-8"))
    return counts[split]


def line(session: Session) -> str:
    """A session as JSON."""
    messages = [message._asdict() for message in session.messages]
    return json.dumps({**session._asdict(), "messages": messages}, ensure_ascii=False)


def parse(text: str) -> Session:
    """A session from JSON."""
    held = json.loads(text)
    return Session(held["split"], held["resources"], [Message(**each) for each in held["messages"]])


def source(raw: Path) -> Sequence[Session]:
    """The sessions of a raw folder; none in a user's own.

    Raises:
        DataError: naming the line that is no session.
    """
    path = raw / FOLDER / SOURCE
    found: list[Session] = []
    lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n") if path.is_file() else []
    for number, text in enumerate(lines, start=1):
        try:
            found.append(parse(text))
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(f"{path}, line {number}: no session ({error})") from None
    return found
