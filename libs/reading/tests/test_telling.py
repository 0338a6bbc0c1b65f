"""Questions that tell their answers."""

import pytest

from medgym_reading.telling import told


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("Aspirin", "Was it aspirin?"),
        (42, "Of 42 patients, how many?"),
        (2.5, "Is it 2.5 ml?"),
        (3.0, "The top 3."),
        (["f", "m"], "m or f?"),
        ([["a", 1], ["b", 2]], "a 1 b 2"),
        ("2104-05-17 00:00:00", "When on 2104-05-17?"),
        ("2104-05-07 00:00:00", "When on 7 May 2104?"),
    ],
)
def test_told(answer, text):
    assert told(answer, text)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (True, "true?"),
        (None, "none"),
        ([], ""),
        ("", "What?"),
        ("aspirin", "aspirins"),
        (42, "On 2042-42-42 of 42.5, 142 and 42-43?"),
        (["f", "m"], "f?"),
        ("2104-05-17 08:00:00", "When on 2104-05-17?"),
    ],
)
def test_not_told(answer, text):
    assert not told(answer, text)
