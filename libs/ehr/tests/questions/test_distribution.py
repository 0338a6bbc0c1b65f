from medgym_core import Boolean, Integer
from medgym_ehr.questions.distribution import distribution
from medgym_ehr.questions.template import Question


def asked(template, answer, *tags):
    return Question(template=template, text="?", sql="", slots={}, tags=tags, answer=answer)


QUESTIONS = [
    asked("how_many", 3, "abs-year-in"),
    asked("how_many", 3),
    asked("how_many", 1),
    asked("did", True, "abs-year-in"),
    asked("did", False),
    asked("did", True),
]
FOUND = distribution(
    QUESTIONS, {"how_many": "count", "did": "existence"}, {"how_many": Integer(), "did": Boolean()}
)


def test_categories_answers_and_tags_are_counted():
    assert FOUND.answers == {"integer": 3, "boolean": 3}
    assert FOUND.tags == {"abs-year-in": 2}
    count, existence = FOUND.categories["count"], FOUND.categories["existence"]
    assert (count.questions, count.trivial, count.yes, count.no) == (3, 1, 0, 0)
    assert (existence.questions, existence.trivial, existence.yes, existence.no) == (3, 0, 2, 1)


def test_the_best_constant_of_each_kind_passes_its_share():
    assert FOUND.constant == (2 + 2) / 6


def test_the_text_tells_all_of_it():
    text = FOUND.text("test")
    assert "test: 6 questions" in text
    assert "66.7%" in text
    assert "existence: 3, of which 0, 1 or none 0, yes 2, no 1" in text


def test_no_question_is_no_share():
    assert distribution([], {}, {}).constant == 0
