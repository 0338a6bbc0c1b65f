"""A session as a task: its questions, gold and reference."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pydantic import JsonValue

from medgym_core import (
    ActionCall,
    EntryChange,
    Gold,
    InfoSource,
    Limits,
    ServiceSpec,
    StateGold,
    Task,
    Turn,
    excerpt,
)
from medgym_plugin_medagentbench.inbox import protocol
from medgym_plugin_medagentbench.inbox.session import Session, name
from medgym_plugin_medagentbench.inbox.template import TEMPLATES
from medgym_plugin_medagentbench.order import settled

CATEGORY = "inbox"
SOLUTION = ("solution.py", "solving.py")
"""The reference's functions, of the second file those after its imports; in the box they are one program."""
SERVER = ServiceSpec(
    name="fhir",
    port=8080,
    path="/fhir",
    description="a FHIR R4 server (JSON): search, read, and create of MedicationRequest, ServiceRequest and "
    "Communication; what each message leaves there is graded with the answers",
)
PROTOCOLS = InfoSource(
    name="protocols", kind="documents", path=protocol.FILE, description="the rule of each kind of message"
)


def task(session: Session, index: int, guide: InfoSource) -> Task:
    """The questions, one a message."""
    return Task(
        family="medagentbench",
        split=session.split,
        index=index,
        category=CATEGORY,
        turns=tuple(
            Turn(question=f"message-{place + 1}: {each.text}", answer=TEMPLATES[each.template].answer)
            for place, each in enumerate(session.messages)
        ),
        context=protocol.context(),
        verifier="states",
        services=(SERVER,),
        info=(guide, PROTOCOLS),
        limits=Limits(steps=12, action_s=60, memory_mb=512),
        metadata={
            "messages": len(session.messages),
            "templates": [each.template for each in session.messages],
        },
    )


def gold(session: Session) -> Gold:
    """Each answer, and at the end all that was to be created, each under its message."""
    rights = session.rights()
    added: tuple[JsonValue, ...] = tuple(
        {"message": place + 1, "resource": settled(each)}
        for place, right in enumerate(rights)
        for each in session.created(place, right)
    )
    answers: list[JsonValue] = [
        {"reply": message.reply, "value": right.value}
        for message, right in zip(session.messages, rights, strict=True)
    ]
    turns = [StateGold(answer=answer).model_dump(mode="json") for answer in answers[:-1]]
    last = StateGold(services={SERVER.name: EntryChange(added=added)}, answer=answers[-1])
    return Gold(*turns, last.model_dump(mode="json"))


def reference(session: Session) -> Sequence[ActionCall]:
    """A program for each message, with what it and its rule say."""
    source = _source()
    calls = []
    for place, message in enumerate(session.messages):
        template = TEMPLATES[message.template]
        given = {"message": name(place), "mrn": message.patient, **template.given(message.facts)}
        code = f"{excerpt(source, template.form)}\n\nGIVEN = {given!r}\nanswer = {template.form}(GIVEN)\n"
        calls.append(ActionCall(name="code_execution", arguments={"code": code, "submit": True}))
    return calls


@cache
def _source() -> str:
    acts, forms = (Path(__file__).with_name(name).read_text(encoding="utf-8") for name in SOLUTION)
    return f"{acts}\n\n{forms.partition(_APART)[2]}"


_APART = "\n\n\n"
"""Between a module's imports and its first function."""
