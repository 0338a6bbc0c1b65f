from medgym_core import DateTime, Integer
from medgym_ehr.questions.distribution import Category, distribution
from medgym_ehr.questions.template import Question


def asked(template, answer, *tags):
    return Question(template=template, text="?", sql="", slots={}, tags=tags, answer=answer)


QUESTIONS = [
    asked("how_many", 3, "abs-year-in"),
    asked("how_many", 3),
    asked("how_many", 1),
    asked("when", "2104-05-06 07:08:00", "abs-year-in"),
    asked("when", "2104-05-07 07:08:00"),
    asked("when", "2104-05-06 07:08:00"),
]
FOUND = distribution(
    QUESTIONS, {"how_many": "count", "when": "time"}, {"how_many": Integer(), "when": DateTime()}
)


def test_categories_answers_and_tags_are_counted():
    assert FOUND.answers == {"integer": 3, "datetime": 3}
    assert FOUND.tags == {"abs-year-in": 2}
    assert FOUND.categories["count"] == Category(questions=3, trivial=1)
    assert FOUND.categories["time"] == Category(questions=3, trivial=0)


def test_the_best_constant_of_each_kind_passes_its_share():
    assert FOUND.constant == (2 + 2) / 6


def test_the_text_tells_all_of_it():
    text = FOUND.text("test")
    assert "test: 6 questions" in text
    assert "66.7%" in text
    assert "time: 3, of which 0, 1 or none 0" in text


def test_no_question_is_no_share():
    assert distribution([], {}, {}).constant == 0
