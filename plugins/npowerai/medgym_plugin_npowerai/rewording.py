"""Questions of the test as people put them: the split ``reworded``. What is asked stays the same.

A template is a target and what is given (:mod:`medgym_plugin_npowerai.given`). Every template that the test
asks is put by every voice, each time for another of its tasks while there are any; one of so many tasks that
each voice can have two of its own is put twice by each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from medgym_plugin_npowerai.design import OneSampleT, PairedT, Problem
from medgym_plugin_npowerai.given import Given, given
from medgym_plugin_npowerai.notation import trimmed
from medgym_plugin_npowerai.sampling import Sample
from medgym_plugin_npowerai.stated import stated
from medgym_plugin_npowerai.voice import Counted, Voice, voices
from medgym_plugin_npowerai.wording import Scenario

NOTICE = (
    "The question is put as people put it: terms may be abbreviated or misspelt, drugs named by brand, and "
    "numbers written otherwise or in words."
)
"""What the prompt of a reworded task says."""
REWORDED = 240
"""Questions of the default build: of 24 templates, of which six have tasks enough for two of each voice."""


def reworded(tests: Sequence[Sample]) -> Iterator[tuple[Sample, str]]:
    """Questions of the test in other words, each with its wording's name."""
    templates: defaultdict[tuple[Given, str], list[Sample]] = defaultdict(list)
    for sample in tests:
        templates[given(sample.problem, sample.phrasing.opening), sample.problem.target].append(sample)
    speakers = voices()
    rounds = {template: max(1, len(asked) // len(speakers)) for template, asked in templates.items()}
    for turn in range(len(speakers) * max(rounds.values(), default=0)):
        voice = speakers[turn % len(speakers)]
        for template, asked in templates.items():
            if turn < len(speakers) * rounds[template]:
                sample = asked[turn % len(asked)]
                yield sample._replace(question=put(sample, voice)), f"{voice.name} {template[0]}"


def put(sample: Sample, voice: Voice) -> str:
    """A question of the test as ``voice`` puts it."""
    problem = sample.problem
    facts = stated(problem, _worded(sample.scenario, voice), sample.baseline)
    if voice.trimmed:
        facts = {name: trimmed(text) for name, text in facts.items()}
    sides = getattr(problem.design, "sides", None)
    facts["sided"] = voice.sided[sides - 1] if sides else ""
    facts["error"] = (voice.error if sides else voice.omnibus).format(**facts)
    facts["study"] = voice.studies[given(problem, sample.phrasing.opening)].format(**facts)
    facts["asks"] = voice.asks[_counted(problem)]
    if problem.target == "size":
        return voice.cased(voice.size.format(**facts))
    facts["has"] = voice.has[_counted(problem)].format(**facts)
    return voice.cased(voice.power.format(**facts))


def _counted(problem: Problem) -> Counted:
    match problem.design:
        case OneSampleT():
            return "alone"
        case PairedT():
            return "pairs"
        case _:
            return "each" if problem.count == "group" else "total"


def _worded(scenario: Scenario, voice: Voice) -> Scenario:
    """The setting in the voice's words."""

    def said(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(said, value))
        return voice.word(value) if isinstance(value, str) else value

    words: dict[str, Any] = {name: said(value) for name, value in scenario._asdict().items()}
    return scenario._replace(**words)
