"""Sentences: phrases of the grammar filled with facts, in the words of one writer."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from medgym_patient.note.case import Case
from medgym_patient.note.draft import NOW, Draft, Voice, capitalised
from medgym_patient.note.fact import Fact
from medgym_patient.note.lexicon import names_of
from medgym_patient.note.moment import told
from medgym_patient.note.style import Style, abbreviated

_LINKS = {
    0: (" {v}", " {v}", " {v}", "-{v}", "={v}", " of {v}", " ({v})", ": {v}"),
    1: (" {v}", " {v}", " of {v}", ": {v}", " at {v}", " ({v})"),
    2: (" of {v}", " of {v}", " at {v}", " ({v})"),
}
"""What stands between a name and a value in a phrase, by register."""
_CLAUSES = {
    0: (" {v}", " was {v}", " is {v}"),
    1: (" was {v}", " is {v}", " came back {v}", " noted at {v}", " ran {v}"),
    2: (" was {v}", " came back at {v}", " measured {v}", " was noted to be {v}", " stood at {v}"),
}  # fmt: skip
"""As much where name and value make a sentence."""
_REVERSED = 0.06
"""Share of values that stand before the name."""
_TIGHT = ("%",)
_DOSED = ("order", "intake", "output")


@cache
def phrases() -> dict[str, tuple[str, ...]]:
    """The grammar: symbol to its phrases."""
    text = files(__package__).joinpath("phrases.json").read_text(encoding="utf-8")
    return {symbol: tuple(found) for symbol, found in json.loads(text).items()}


class Teller:
    """One writer at one time."""

    def __init__(
        self, rng: random.Random, case: Case, style: Style, now: float, draft: Draft, together: bool
    ) -> None:
        """Takes the writer's draws and style, when the note is written, and whether sentences share lines."""
        self.rng, self.case, self.style, self.now = rng, case, style, now
        self._draft, self._together = draft, together
        self._used: dict[str, list[str]] = {}

    def phrase(self, symbol: str) -> str:
        """A phrase of a symbol, as this writer would shorten it; none comes twice before all have."""
        left = self._used.get(symbol)
        if not left:
            left = list(phrases()[symbol])
            self.rng.shuffle(left)
            self._used[symbol] = left
        return abbreviated(left.pop(), self.style.abbreviates, self.rng.random)

    def sentence(self, symbol: str, **slots: str) -> str:
        """A sentence from marked words and plain ones; gaps of empty slots are closed."""
        filled = self.phrase(symbol).format(d=self.rng.randrange(10, 9999), **slots)
        tidy = re.sub(r" +(?=[.,;:]($| ))", "", re.sub(r"  +", " ", filled)).strip(" ,")
        return capitalised(tidy)

    def name(self, fact: Fact) -> str:
        """What this writer calls a fact."""
        if fact.names:
            return self.rng.choice(fact.names)
        return self.rng.choice(names_of(fact.kind, fact.concept).of(self.style.register))

    def unit(self, fact: Fact) -> str:
        """The unit of a fact if it is written: always of doses, else as the writer's habit is."""
        always = fact.kind in _DOSED
        return fact.unit if always or self.rng.random() < self.style.units else ""

    def measured(self, symbol: str, fact: Fact) -> str:
        """A sentence on one value and its time, by a phrase or as a clause of its own."""
        clause = self.rng.random() < 0.4
        said = self.mention(fact, clause=clause)
        return self.sentence("clause" if clause else symbol, a=said, t=self.when(fact.minute))

    def mention(self, fact: Fact, voice: Voice = NOW, clause: bool = False) -> str:
        """A fact with its value, if it has one; with a verb between them if it is a ``clause``."""
        name = self.name(fact)
        if fact.value is None:
            return self._draft.state(fact, name, name, voice=voice)
        number, unit = fact.number, self.unit(fact)
        gap = "" if unit in _TIGHT or not unit else " "
        value = f"{number}{gap}{unit}"
        if fact.kind in _DOSED:
            text = f"{name} {value}"
        elif not clause and self.rng.random() < _REVERSED:
            text = f"{value} for the {name}"
        else:
            links = (_CLAUSES if clause else _LINKS)[self.style.register]
            text = name + self.rng.choice(links).format(v=value)
        return self._draft.state(fact, text, name, number, unit, voice)

    def block(self, fact: Fact, voice: Voice = NOW) -> str:
        """A result as a laboratory's block writes it, an asterisk where it is abnormal."""
        name = fact.names[0] if fact.names else names_of(fact.kind, fact.concept).block
        stated = self._draft.state(fact, f"{name}-{fact.number}", name, fact.number, voice=voice)
        return stated + "*" * fact.abnormal

    def bare(self, fact: Fact, name: str, lead: str = "", voice: Voice = NOW) -> str:
        """A value whose name stands before, or in ``lead``."""
        return self._draft.state(fact, f"{lead}{fact.number}", name, fact.number, voice=voice)

    def pressure(self, upper: Fact, lower: Fact, voice: Voice = NOW) -> str:
        """A blood pressure: two statements of the same words."""
        name = upper.names[0] if upper.names else self.name(upper)
        unit = " mmHg" if self.style.register == 2 and self.rng.random() < self.style.units else ""
        link = self.rng.choice((" ", " ", " of ", ": ") if self.style.register < 2 else (" of ", " was "))
        text = f"{name}{link}{upper.number}/{lower.number}{unit}"
        inner = self._draft.state(lower, text, name, lower.number, unit.strip(), voice)
        return self._draft.state(upper, inner, name, upper.number, unit.strip(), voice)

    def finding(self, concept: str, names: Sequence[str], voice: Voice) -> str:
        """A symptom or sign that there is or is not."""
        name = self.rng.choice(names)
        return self._draft.state(Fact("finding", concept, self.now), name, name, voice=voice)

    def named(self, fact: Fact, voice: Voice) -> str:
        """A fact by its name alone."""
        name = self.name(fact)
        return self._draft.state(fact, name, name, voice=voice)

    def when(self, minute: float) -> str:
        """When something was, as this note says it."""
        return told(self.rng, self.case, minute, self.now)

    def paragraph(self, sentences: Sequence[str]) -> str:
        """Sentences as this writer sets them: with dashes, or run together where sentences share lines."""
        said = [sentence for sentence in sentences if sentence]
        if self.style.bullets:
            return "\n".join(f"- {sentence}" for sentence in said)
        return (" " if self._together else "\n").join(said)
