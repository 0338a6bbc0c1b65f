"""What a voice that says sentences otherwise owes the templates of a family."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from medgym_ehr.questions.template import Template
from medgym_ehr.rewording.phrases import rephrased
from medgym_ehr.rewording.style import MASKED

VOICES = ("spoken", "formal", "plain")
LEAST = 0.2
"""Share of the words that a voice says otherwise."""
KEPT = re.compile(
    r"\b(?:above|after|all|at least|at most|before|below|both|(?:fe)?male|first|second|last|lower|highest|"
    r"lowest|exactly|twice|three|four|five|more|less|fewer|most|median|not|only|once|other|oldest|youngest|smaller|"
    r"earliest|latest|longest|same|total)"
)
"""Words that compare, order and count: no voice may lose one."""


def filled(template: Template) -> Iterator[str]:
    """Every wording of a template, its places masked, its options in words."""
    for number, wording in enumerate(template.wordings):
        yield _filled(template, wording, number)


def spelt_out(template: Template) -> Iterator[str]:
    """Every wording of a template with each of its options, masked in the same way."""
    for number in range(max([1, *map(len, template.options.values())])):
        for wording in template.wordings:
            yield _filled(template, wording, number)


def _filled(template: Template, wording: str, number: int) -> str:
    names = sorted(set(re.findall(r"\{(\w+)", wording)))

    def said(place: re.Match[str]) -> str:
        if place[1] not in template.options:
            return f"\x01{names.index(place[1])}\x02"
        choices = template.options[place[1]]
        option = choices[number % len(choices)]
        return str(getattr(option, place[2])) if place[2] else option.words

    text = re.sub(r"\{(\w+)\.?(\w*)\}", said, wording)
    text = re.sub(r" ([?,.;:])", r"\1", re.sub(r"\s+", " ", text).strip())
    return text[:1].upper() + text[1:]


def framed(
    asked: Iterable[Sequence[str]], say: Callable[[str, str], str] = rephrased
) -> list[tuple[str, str, str]]:
    """Questions or sessions, text by text, that a voice leaves as they are but for a fifth of the words."""
    said = ((voice, texts, [say(text, voice) for text in texts]) for texts in asked for voice in VOICES)
    return [
        (voice, " ".join(texts), " ".join(others))
        for voice, texts, others in said
        if changed(" ".join(texts), " ".join(others)) < LEAST
    ]


def changed(text: str, other: str) -> float:
    """Share of the words of the longer text that are not in the other, in order; case and stops aside."""
    one, two = _words(text), _words(other)
    blocks = SequenceMatcher(None, one, two, autojunk=False).get_matching_blocks()
    return 1 - sum(block.size for block in blocks) / max(len(one), len(two))


def _words(text: str) -> list[str]:
    return [word for part in text.lower().split() if (word := part.strip(".,:;?!-"))]


def altered(
    asked: Iterable[Sequence[str]], say: Callable[[str, str], str] = rephrased
) -> list[tuple[str, str, str]]:
    """Texts in which a voice loses or doubles a mask, or loses a word that compares, orders or counts."""
    said = ((voice, text, say(text, voice)) for texts in asked for text in texts for voice in VOICES)
    return [
        (voice, text, other)
        for voice, text, other in said
        if Counter(MASKED.findall(text)) != Counter(MASKED.findall(other)) or _kept(text) - _kept(other)
    ]


def _kept(text: str) -> Counter[str]:
    return Counter(KEPT.findall(text.lower()))
