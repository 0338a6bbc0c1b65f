"""Phrases of voices are those of the questions that families ask; none is left of questions that are gone."""

from collections.abc import Iterable, Iterator

import pytest

from medgym_ehr.questions.template import Template
from medgym_ehr.rewording.phrases import _phrases
from medgym_ehr.testing.voices import VOICES, spelt_out
from medgym_plugin_ehr_seqsql.questions import TEMPLATES as SESSIONS
from medgym_plugin_eicu.questions import TEMPLATES as EICU
from medgym_plugin_mimic.questions import TEMPLATES as MIMIC
from medgym_plugin_treqs.questions import TEMPLATES as TREQS

ASKED = (*MIMIC, *EICU, *TREQS, *(turn for session in SESSIONS for turn in session.turns))


def idle(voice: str, asked: Iterable[Template]) -> Iterator[str]:
    """Phrases of a voice that change no question."""
    texts = [text[:1].lower() + text[1:] for template in asked for text in spelt_out(template)]
    for pattern, said in _phrases(voice):
        others = [pattern.sub(said, text) for text in texts]
        if others == texts:
            yield pattern.pattern
        texts = others


@pytest.mark.slow
@pytest.mark.parametrize("voice", VOICES)
def test_every_phrase_is_said(voice: str) -> None:
    assert not list(idle(voice, ASKED))


def test_a_phrase_of_questions_that_are_gone_is_noticed() -> None:
    assert any("how old" in phrase for phrase in idle("formal", MIMIC[:1]))
