"""Which of more questions are kept, so that few of them name the same patient."""

from collections import Counter

from medgym_ehr.hospital.evenly import evenly
from medgym_ehr.questions.template import Question


def asked(template, number, patient=None, answer=None, tags=()):
    slots = {} if patient is None else {"patient": patient}
    return Question(
        template=template,
        text=f"{template} {number}?",
        sql="",
        slots=slots,
        tags=tags,
        answer=number if answer is None else answer,
    )


def test_patients_are_named_evenly_over_all_templates():
    planned = [asked(name, number, "aaaabc"[number // 3]) for number in range(18) for name in "xyz"]
    named = Counter(one.slots["patient"] for one in evenly(planned, 9))
    assert named == {"a": 3, "b": 3, "c": 3}


def test_whoever_alone_suits_a_template_is_left_to_it():
    planned = [asked("x", 0, "a"), asked("y", 0, "a"), asked("y", 1, "b"), asked("x", 1, "a")]
    assert [one.slots["patient"] for one in evenly(planned, 4)] == ["a", "b", "a", "a"]


def test_templates_are_asked_in_turn_and_no_question_twice():
    planned = [asked("x", number) for number in range(4)] + [asked("y", 0)]
    assert [one.text for one in evenly(planned, 9)] == ["x 0?", "y 0?", "x 1?", "x 2?", "x 3?"]
    assert len(evenly(planned, 3)) == 3


def test_answers_of_a_template_come_before_its_patients():
    planned = [asked("x", 0, "a", True), asked("x", 1, "b", True), asked("x", 2, "a", False)]
    assert [one.answer for one in evenly(planned, 2)] == [True, False]


def test_tags_of_a_template_decide_between_patients_named_as_often():
    planned = [asked("x", number, tags=(tag,)) for number, tag in enumerate(["since", "since", "until"])]
    assert [one.tags for one in evenly(planned, 2)] == [("since",), ("until",)]
