"""Voices say the sentence itself otherwise, and nothing else."""

import pytest

from medgym_ehr.rewording.phrases import rephrased
from medgym_ehr.testing.voices import VOICES, altered, changed, framed

ASKED = "How many patients were prescribed \x010\x02 exactly twice \x011\x02?"
REST = "\x010\x02 exactly twice \x011\x02?"


@pytest.mark.parametrize(
    ("voice", "said"),
    [
        ("spoken", "Any idea how many of our pts were put on"),
        ("formal", "What number of patients were issued a prescription for"),
        ("plain", "Can you please tell me how many people were given a prescription for"),
    ],
)
def test_each_voice_has_its_own_words(voice, said):
    assert rephrased(ASKED, voice) == f"{said} {REST}"


def test_names_move_with_their_sentence():
    assert rephrased("Did patient \x010\x02 have the procedure \x011\x02?", "spoken") == (
        "Pt \x010\x02 - did they have the procedure \x011\x02?"
    )


@pytest.mark.parametrize("voice", VOICES)
def test_words_inside_a_mask_or_another_word_stay(voice):
    assert rephrased('Of "\x010\x02" and outpatients.', voice) == 'Of "\x010\x02" and outpatients.'


def test_a_voice_that_frames_only_is_refused():
    assert not framed([(ASKED,)])
    assert len(framed([(ASKED,)], lambda text, voice: text)) == len(VOICES)


def test_a_voice_that_changes_what_is_asked_is_refused():
    assert not altered([(ASKED,)])
    for old, new in (("exactly", ""), ("\x011\x02", "\x010\x02"), ("twice", "three times")):
        assert altered([(ASKED,)], lambda text, voice, old=old, new=new: text.replace(old, new))


def test_words_are_counted_without_case_and_stops():
    assert changed("Give it.", "give it?") == 0
    assert changed("one two three four", "one two three five") == 0.25
