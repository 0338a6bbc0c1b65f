"""A study and an inbox as their references play them, kept beside the pages that show them whole.

``python -m tests.docs.renew`` makes them anew.
"""

import inspect
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from medgym_core import Build, Episode, Source, Task, TaskFamily, open_family, plugins
from medgym_ehr.study.steps import STEPS
from medgym_ehr.study.studies import planned
from medgym_sandbox.boundary.frozen import Frozen

from .pages import ROOT

FOLDER = ROOT / "docs" / "sessions"


class Turn(Frozen):
    """One turn of a session."""

    name: str
    """What it is, in the family's words."""
    question: str
    rule: str = ""
    """What else the agent reads for it."""
    code: str
    """The function that solves it."""
    made: tuple[str, ...] = ()
    """What is on the server after it that was not before."""
    answer: str
    """As submitted, JSON."""


class Session(Frozen):
    """A played session."""

    version: str
    """Version of the family."""
    task: str
    context: str
    """What the prompt states beside the questions."""
    turns: tuple[Turn, ...]
    status: str
    reward: float | None


class Place(NamedTuple):
    """Which session is played, and how its turns are shown."""

    family: str
    scale: int
    split: str
    turns: Callable[[Build, Task, Episode], Iterator[Turn]]


def _study(build: Build, task: Task, episode: Episode) -> Iterator[Turn]:
    names = planned(build)[task.split][task.index]["turns"]
    for name, turn, given in zip(names, task.turns, episode.turns, strict=True):
        code = inspect.getsource(STEPS[name])
        yield Turn(name=name.replace("_", " "), question=turn.question, code=code, answer=given.answer or "")


def _inbox(build: Build, task: Task, episode: Episode) -> Iterator[Turn]:
    from medgym_plugin_medagentbench.inbox import session, solving
    from medgym_plugin_medagentbench.inbox.template import TEMPLATES

    shift = session.read(build.private, task.split, task.index)
    rules = json.loads((build.public / "protocols.json").read_text("utf-8"))
    rights, asked = shift.rights(), zip(task.turns, episode.turns, strict=True)
    for place, (turn, given) in enumerate(asked):
        template = TEMPLATES[shift.messages[place].template]
        yield Turn(
            name=shift.messages[place].template,
            question=turn.question,
            rule=rules[shift.messages[place].template],
            code=inspect.getsource(getattr(solving, template.form)),
            made=tuple(map(_made, shift.created(place, rights[place]))),
            answer=given.answer or "",
        )


def _made(resource: dict[str, Any]) -> str:
    """A resource in one line; what all of them say is left out."""
    concept = resource.get("medicationCodeableConcept") or resource.get("code") or resource["reasonCode"][0]
    parts = [resource["resourceType"], concept["coding"][0]["code"]]
    parts += [resource["status"]] if resource["status"] == "stopped" else []
    for instruction in resource.get("dosageInstruction", ()):
        quantity = instruction["doseAndRate"][0]["doseQuantity"]
        parts += [f"{quantity['value']:g} {quantity['unit']}", instruction["timing"]["code"]["text"]]
    parts += [resource[key] for key in ("priority", "occurrenceDateTime") if key in resource]
    replaced = resource.get("priorPrescription", {}).get("reference")
    return " ".join([*parts, *([f"in place of {replaced}"] if replaced else [])])


PLACES = {
    "study": Place("mimic", 120, "study-test", _study),
    "inbox": Place("medagentbench", 10, "inbox-test", _inbox),
}


def played(name: str, home: Path) -> Session:
    """The reference's session, on a build below ``home`` that is made unless it stands."""
    place = PLACES[name]
    source = Source.synthetic(scale=place.scale)
    opened = open_family(place.family, source=source, sandbox="process", home=home)
    task, episode = opened.family.task(opened.build, place.split, 0), opened.play(place.split, 0)
    return Session(
        version=opened.family.version,
        task=f"{task.id} of --scale {place.scale}",
        context=_definitions(task.context),
        turns=tuple(place.turns(opened.build, task, episode)),
        status=episode.verdict.status.value,
        reward=episode.verdict.reward,
    )


def _definitions(context: str) -> str:
    """Of a study's context its own definitions, without what questions rest on and the tables' columns."""
    return context.rpartition("Definitions of this study\n")[2].partition("\n\nTables\n")[0]


def family_of(name: str) -> TaskFamily:
    """Whose session it is."""
    return plugins.family(PLACES[name].family)


def kept(name: str) -> Session:
    """The session that is kept."""
    return Session.model_validate_json((FOLDER / f"{name}.json").read_bytes())


def section(name: str) -> str:
    """A session as its page shows it; what is long is folded."""
    session = kept(name)
    parts = [f"`{session.task}`.", _folded("What the prompt states for all of it", "text", session.context)]
    for number, turn in enumerate(session.turns, 1):
        quoted = "\n".join(f"> {line}".rstrip() for line in turn.question.strip().splitlines())
        parts += [f"**{number}. {turn.name}**", quoted]
        parts += [_folded("Its rule, as the agent reads it", "text", turn.rule)] if turn.rule else []
        parts.append(_folded("What solves it", "python", turn.code))
        parts += ["Created: " + "; ".join(f"`{made}`" for made in turn.made) + "."] if turn.made else []
        parts.append(f"Submitted: {_shown(turn.answer)}")
    reward = "no reward" if session.reward is None else f"reward {session.reward:g}"
    return "\n" + "\n\n".join([*parts, f"**{session.status}**, {reward}."]) + "\n\n"


def _shown(answer: str) -> str:
    """JSON on one line, numbers to four decimals."""
    value = json.loads(answer, parse_float=lambda text: round(float(text), 4))
    return f"`{json.dumps(value)}`"


def _folded(title: str, language: str, text: str) -> str:
    block = f"````{language}\n{text.strip()}\n````"
    return f"<details>\n<summary>{title} ({len(text):,} characters)</summary>\n\n{block}\n\n</details>"
