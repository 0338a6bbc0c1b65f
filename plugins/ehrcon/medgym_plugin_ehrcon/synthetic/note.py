"""The three note types: sections, lines, and the mentions in them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from medgym_plugin_ehrcon.synthetic import moment as times
from medgym_plugin_ehrcon.synthetic.event import Event
from medgym_plugin_ehrcon.synthetic.item import items
from medgym_plugin_ehrcon.synthetic.moment import Frame, Moment
from medgym_plugin_ehrcon.synthetic.statement import Plan, Speaker, Statement, plans, written

WRONG = {"discharge": 0.36, "physician": 0.2, "nursing": 0.2}
"""Share of mentions that are made inconsistent, by note type."""
EXISTENCE = ("diagnosis", "procedure", "specimen", "organism")
"""Groups that have no value."""
_SENTENCES = {
    "lab": ("{0} {t}.", "{t} {0}.", "Noted {0} and {1} {t}.", "{0} {t}, followed."),
    "vital": ("{0} {t}.", "Found with {0} {t}."),
    "pressure": ("{0} {t}.", "Hemodynamics: {0} {t}."),
    "drug": ("Given {0} {t}.", "{0} {t}, tolerated.", "Received {0} and {1} {t}."),
    "fluid": ("{0} {t}.", "Received {0} {t}."),
    "output": ("{0} {t}.", "Output: {0} {t}."),
    "specimen": ("{0} sent {t}.", "{0} {t}, pending."),
    "organism": ("{0} grew {t}.", "Cultures {t}: {0}."),
    "diagnosis": ("{0}.", "Known {0}, stable.", "{0} and {1}."),
}
"""Sentences by group; {t} is the time."""


@dataclass
class Text:
    """A note in the making."""

    lines: list[tuple[str, bool]] = field(default_factory=list)
    """Each line, and whether the processed note has it."""
    statements: list[tuple[int, Statement]] = field(default_factory=list)
    """Statements with the place of their line in ``lines``."""

    def add(self, line: str, *said: Statement, processed: bool = True) -> None:
        """Append a line and what it says."""
        self.statements += [(len(self.lines), statement) for statement in said]
        self.lines.append((line, processed))

    def version(self, processed: bool) -> tuple[str, list[tuple[int, Statement]]]:
        """The text of the original or processed note, and its statements with their lines, from 1."""
        number, kept = 0, {}
        for place, (_, stays) in enumerate(self.lines):
            if stays or not processed:
                kept[place] = number = number + 1
        text = "\n".join(line for place, (line, _) in enumerate(self.lines) if place in kept)
        return text, [(kept[place], statement) for place, statement in self.statements]


class Writer:
    """Writes one note."""

    def __init__(self, rng: random.Random, frame: Frame, speaker: Speaker, events: list[Event]) -> None:
        """Takes the note's frame, and the events that it is about."""
        self._rng, self._frame, self._speaker = rng, frame, speaker
        self._draws = sorted({event.start for event in events if event.item.pace == "daily"})
        self._text = Text()

    def write(self) -> Text:
        """The note."""
        {"discharge": self._discharge, "physician": self._physician, "nursing": self._nursing}[
            self._frame.category
        ]()
        return self._text

    def _discharge(self) -> None:
        stay = self._frame.stay
        self._text.add(
            f"Admission Date: {stay.admitted:%Y-%m-%d}  Discharge Date: {stay.discharged:%Y-%m-%d}"
        )
        self._text.add("Service: SYNTHETIC MEDICINE")
        self._aside(
            "History of Present Illness", "Invented person, seen at an outside clinic some weeks ago."
        )
        self._list("Discharge Diagnosis", "diagnosis", 5)
        self._list("Major Surgical or Invasive Procedure", "procedure", 3)
        self._panel("Labs on Admission", times.on_admission(self._frame), 5)
        self._text.add("Pertinent Results:")
        for when in self._sampled(self._draws, 2):
            self._lab_line(times.exact(self._rng, when, minute=True), 5)
        self._single_labs(9)
        self._course("Microbiology", ("specimen", "specimen", "organism"), self._explicit_or_none)
        groups = ("lab", "drug", "pressure", "lab", "fluid", "vital", "drug", "output", "lab", "vital")
        self._course("Hospital Course", groups, self._any)
        given = times.hospital_day(self._rng, self._frame)
        self._panel(f"Medications {given.shown}", given, 8, "drug")
        self._panel("Labs at Discharge", times.at_discharge(self._frame), 3)
        self._leaving()
        self._aside("Followup Instructions", "Return if unwell. Appointments are made by the ward.")

    def _physician(self) -> None:
        self._text.add("TITLE: Invented physician progress note")
        self._aside("HPI", "Invented person with an unremarkable history before this stay.")
        self._vitals()
        self._text.add("Labs:")
        earlier = [when for when in self._draws if when <= self._frame.charted]
        for when in self._sampled(earlier, 2):
            self._lab_line(times.exact(self._rng, when, minute=True), 5)
        self._single_labs(9)
        self._panel("Current medications", times.unsaid(self._frame), 7, "drug")
        self._course("Fluids", ("fluid", "output", "output"), self._explicit_or_none)
        groups = ("lab", "drug", "diagnosis", "diagnosis", "lab", "specimen", "fluid", "lab", "organism")
        self._course("Assessment", groups, self._recent)
        self._aside("Plan", "Continue as above, discuss with the family.")

    def _nursing(self) -> None:
        self._text.add("Invented nursing progress note")
        self._course("Assessment", ("vital", "pressure", "vital", "diagnosis", "lab"), self._recent)
        self._course("Action", ("drug", "drug", "fluid", "specimen", "drug"), self._recent)
        self._course("Response", ("lab", "output", "vital", "lab", "pressure", "lab"), self._recent)
        self._aside("Plan", "Keep comfortable, call the team with changes.")

    def _aside(self, heading: str, line: str) -> None:
        """A section that the database cannot hold."""
        self._text.add(f"{heading}:", processed=False)
        self._text.add(line, processed=False)

    def _leaving(self) -> None:
        """What is to be taken after the stay: nothing that the database could agree with."""
        self._text.add("Discharge Medications:")
        for number, item in enumerate(self._rng.sample(items()["drug"], 5), 1):
            self._text.add(f"{number}. {item.name.title()} {written(item.value(self._rng))} {item.unit}")

    def _list(self, heading: str, group: str, count: int) -> None:
        self._text.add(f"{heading}:")
        taken: set[str] = set()
        for number in range(1, count + 1):
            if said := self._say(group, times.unsaid(self._frame), taken):
                self._text.add(f"{number}. {said.text}", said)

    def _panel(self, heading: str, moment: Moment, count: int, group: str = "lab") -> None:
        """Mentions under a heading that tells the time; drugs a line each, labs on one line."""
        self._text.add(f"{heading}:")
        taken: set[str] = set()
        said = [
            one
            for _ in range(count)
            if (one := self._say(group, moment, taken, existence=0.5 * (group == "drug")))
        ]
        if group == "lab":
            self._text.add(" ".join(one.text for one in said), *said)
        else:
            for number, one in enumerate(said, 1):
                self._text.add(f"{number}. {one.text}", one)

    def _single_labs(self, count: int) -> None:
        """Labs with a line and a time each."""
        for _ in range(count):
            if one := self._say("lab", None, set(), units=0.25):
                self._text.add(f"{one.moment.shown} BLOOD {one.text}", one)

    def _lab_line(self, moment: Moment, count: int) -> None:
        """Labs of one draw."""
        taken: set[str] = set()
        said = [one for _ in range(count) if (one := self._say("lab", moment, taken, units=0.25))]
        self._text.add(f"{moment.shown} BLOOD {' '.join(one.text for one in said)}", *said)

    def _vitals(self) -> None:
        charted = self._frame.charted.replace(minute=0)
        hour = (charted - self._frame.stay.admitted.replace(minute=0)).seconds // 3600
        moment = times.exact(self._rng, charted - times.SECOND * 3600 * ((hour - 1) % 4), minute=True)
        self._text.add(f"Vitals {moment.shown}:")
        taken: set[str] = set()
        said = [one for _ in range(3) if (one := self._say("vital", moment, taken, units=0.6))]
        said += [one for one in (self._say("pressure", moment, taken),) if one]
        self._text.add(" ".join(one.text for one in said), *said)

    def _course(self, heading: str, groups: tuple[str, ...], moment: Callable[[str], Moment | None]) -> None:
        """Sentences, each with its time."""
        self._text.add(f"{heading}:")
        for group in groups:
            sentence = self._rng.choice(_SENTENCES[group])
            when, taken = moment(group), set[str]()
            first = self._say(group, when, taken, existence=0.45 * (group == "drug"))
            if first is None:
                continue
            said = [first]
            if "{1}" in sentence:
                second = self._say(group, first.moment, taken)
                if second is None:
                    sentence = _SENTENCES[group][0]
                else:
                    said.append(second)
            shown = [one.text for one in said]
            self._text.add(_spaced(sentence.format(*shown, t=first.moment.shown)), *said)

    def _say(
        self, group: str, moment: Moment | None, taken: set[str], existence: float = 0.0, units: float = 0.5
    ) -> Statement | None:
        """One statement, wrong with the probability of the note type if anything can be wrong with it."""
        numeric = group not in EXISTENCE and self._rng.random() >= existence
        for plan in self._plans(numeric, timed=group not in ("diagnosis", "procedure")):
            if group == "pressure":
                said = self._speaker.pressure(moment, plan, units)
            else:
                said = self._speaker.state(group, moment, plan, numeric, units, taken)
            if said:
                return said
        return None

    def _plans(self, numeric: bool, timed: bool) -> Iterator[Plan]:
        if self._rng.random() < WRONG[self._frame.category]:
            yield from plans(self._rng, numeric, timed)
        yield frozenset()

    def _any(self, group: str) -> Moment | None:
        """Any style, for the course of a stay."""
        choices = (
            None,
            None,
            times.hospital_day(self._rng, self._frame),
            times.on_admission(self._frame),
            times.unsaid(self._frame),
        )
        return self._rng.choice(choices)

    def _recent(self, group: str) -> Moment | None:
        """Any style, for a day's note."""
        choices = (
            None,
            times.yesterday(self._frame),
            times.hospital_day(self._rng, self._frame),
            times.unsaid(self._frame),
            times.unsaid(self._frame),
        )
        return self._rng.choice(choices)

    def _explicit_or_none(self, group: str) -> Moment | None:
        return self._rng.choice((None, times.unsaid(self._frame)))

    def _sampled(self, moments: list[datetime], count: int) -> list[datetime]:
        return sorted(self._rng.sample(moments, min(count, len(moments))))


def _spaced(sentence: str) -> str:
    """A sentence without the gaps that a missing time leaves, and with a capital letter."""
    tidy = re.sub(r" +(?=[.,:]($| ))", "", " ".join(sentence.split()))
    return tidy[:1].upper() + tidy[1:]
