from medgym_core import told
from medgym_ehr.questions.template import Question
from medgym_ehr.rewording.reword import WAYS, reword, reworded
from medgym_ehr.rewording.style import STYLES

COUNTED = Question(
    template="labs",
    text="How many lab tests did patient 7 get until 2104-11-12?",
    sql="",
    slots={"patient": 7, "period": {"tag": "abs-day-until", "value": "2104-11-12"}},
    tags=(),
    answer=12,
)
"""Some ways to write its date hold its answer ("12. November 2104"), others do not ("12-NOV-2104")."""


def test_no_rewording_tells_an_answer_that_a_date_may_hold():
    texts = [one.text for one in reworded([COUNTED], {"labs": ()})]
    assert len(texts) == len(STYLES)
    assert not [text for text in texts if told(COUNTED.answer, text)]


def test_a_way_that_tells_is_noticed():
    ways = [reword(COUNTED.text, COUNTED.slots, (), style, way) for style in STYLES for way in range(WAYS)]
    assert any(told(COUNTED.answer, text) for text in ways)
    assert not all(told(COUNTED.answer, text) for text in ways)


def test_what_tells_nothing_is_put_in_its_first_way():
    (first, *_) = reworded([COUNTED.model_copy(update={"answer": 99})], {"labs": ()})
    assert first.text == reword(COUNTED.text, COUNTED.slots, (), next(iter(STYLES)))
