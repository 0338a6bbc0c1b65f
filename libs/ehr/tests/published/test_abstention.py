from collections import Counter

from medgym_ehr.published.abstention import Decoys
from medgym_ehr.published.shape import Shape, ShapeColumn
from medgym_ehr.published.task import Question


def shape(kind):
    return Shape(columns=(ShapeColumn(name="answer", kind=kind),))


def asked(text, kind):
    return Question(id=text, question=text, shape=shape(kind))


DECOYS = Decoys(
    [
        asked("When did patient 1 leave?", "datetime"),
        asked("How many beds are free?", "integer"),
        asked("How much does zinc weigh?", "number"),
        asked("How tall is patient 1?", "number"),
    ]
)


def test_the_shape_is_one_of_a_question_that_begins_alike():
    assert DECOYS.draw("a", "When did it rain?") == shape("datetime")
    assert DECOYS.draw("a", "when will it rain?") == shape("datetime")
    assert DECOYS.draw("a", "How many times did it rain?") == shape("integer")
    assert DECOYS.draw("a", "how much rain?") == shape("number")


def test_what_begins_like_none_gets_the_shape_of_any():
    drawn = Counter(DECOYS.draw(str(id), "Rain?").columns[0].kind for id in range(400))
    assert set(drawn) == {"datetime", "integer", "number"}
    assert drawn["number"] > drawn["integer"]


def test_the_same_question_always_gets_the_same_shape():
    assert len({DECOYS.draw("one", "How is it?") for _ in range(5)}) == 1
    assert len({DECOYS.draw(str(id), "How is it?") for id in range(50)}) == 2


def test_without_answerable_questions_it_is_a_text():
    assert Decoys([]).draw("a", "When?") == shape("text")
