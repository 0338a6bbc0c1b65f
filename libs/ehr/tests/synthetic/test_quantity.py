import numpy as np

from medgym_ehr.synthetic.quantity import written


def test_numbers_are_written_short_and_their_absence_by_the_other_text():
    texts = written(np.array([7.0, 7.4, np.nan]), np.array(["a", "b", "NEG"], object))
    assert texts.to_pylist() == ["7", "7.4", "NEG"]
    assert written(np.array([np.nan])).to_pylist() == [None]
